/** What a merchant can do is an act: declared once, as data that its command of `haat` is made from. */
import * as z from 'zod/mini'
import { SHOP_UTC_OFFSET } from '../rules.ts'
import * as wire from '../wire.ts'
import type { Permission } from './permissions.ts'

type Schema = z.ZodMiniType

/** One thing that a merchant can do. */
export interface Act<Input extends Record<string, Schema> = Record<string, Schema>, Reply = Schema> {
  /** Its command: its words, then the fields that are arguments: `orders ship <orders...>`; null where one by hand does it. */
  command: string | null
  /** Parameters in braces are fields of the input; the other fields are the query of a GET, else the body. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/desk/${string}`
  /** Of several, any is enough; `own` is for everybody of the staff. */
  permission: Permission | readonly Permission[] | 'own'
  /** One line: what it does. The audit shows it up to the first semicolon. */
  summary: string
  /** More about it, such as examples. */
  help?: string
  input: Input
  /** What it replies, decoded; a `notes` field has lines that a person should read beside it. */
  reply: Reply
  /** The reply as a sentence; without it, as tables and lines. */
  said?: (reply: Decoded<Reply>, input: z.output<z.ZodMiniObject<Input>>) => string
  /** The act of the same group that shows what this one changes, alone or in a list: callers may send the version that they saw. */
  shown_by?: string
  /** Of an act that shows what another changes: what of it must not have changed; sales and deals change the rest. */
  versioned?: (reply: Decoded<Reply>) => unknown
  /**
   * It cannot be undone: money moved, a number was given that the law forbids to take back, or somebody got rights that
   * whoever undoes it may not give.
   */
  undo?: false
  /** A process of its own does it, and enters it in the audit. */
  is_job?: true
  /** At the desk it is entered in the audit though it changes nothing: data of many leave the shop. Not for one order alone. `always`: by command too. */
  audited?: true | 'always'
  /** Fields that are kept nowhere, not even in the audit. */
  secret?: readonly string[]
  /** Its reply is also a spreadsheet. */
  spreadsheet?: true
  /** Media type of a reply that is a file. */
  file?: string
}

type Decoded<S> = S extends Schema ? z.output<S> : never
// The parameters of `said` and `versioned` make the general type too narrow for a table of acts.
// A method is compared less strictly than a function.
export interface AnyAct extends Omit<Act, 'said' | 'versioned'> {
  said?(reply: unknown, input: unknown): string
  versioned?(reply: unknown): unknown
}
export type InputOf<A extends AnyAct> = z.output<z.ZodMiniObject<A['input']>>
export type ReplyOf<A extends AnyAct> = z.output<A['reply']>

/** Declares an act and keeps its types. */
export const act = <
  const Input extends Record<string, Schema> = Record<never, Schema>,
  Reply extends Schema = Schema,
>(
  command: string | null,
  { input = {} as Input, ...definition }: Omit<Act<Input, Reply>, 'command' | 'input'> & { input?: Input },
): Act<Input, Reply> => ({ command, input, ...definition })

/** Amounts that say so: a table and an option need to know. */
export const Rupees = wire.Rupees.check(z.meta({ format: 'rupees' }))
export const AnyRupees = wire.AnyRupees.check(z.meta({ format: 'rupees' }))

/** A field with the text that is its help, its label and its documentation. */
export const field = <S extends Schema>(schema: S, description: string, more: object = {}): S =>
  schema.check(z.meta({ description, ...more }))

/** The same for a field that may be left out. */
export const optional = <S extends Schema>(schema: S, description: string, more?: object) =>
  z.optional(field(schema, description, more))

export const flag = (description: string) => z.prefault(field(z.boolean(), description), false)
/** A text that says which of something, or what to look for. */
export const text = (description: string) => field(z.string(), description)
/** One line of text. */
export const line = (max: number, description: string) =>
  field(z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u)), description)
export const whole = (max: number, description: string) =>
  field(z.int().check(z.minimum(1, 'At least 1.'), z.maximum(max, `At most ${max}.`)), description)
/** How many rows a list has at most. */
export const limit = (usual: number, max = 1_000_000) =>
  z.prefault(whole(max, 'maximum number of rows'), usual)
/** Texts as people type them, by field. */
export const pairs = <const Name extends string>(
  names: readonly Name[],
  description: string,
  more?: { /** The field that names a file, as `localPath` does. */ local: Name },
) => field(z.partialRecord(z.enum(names), z.string()), description, more)
/** A text that the command line reads from a file, or from its standard input. */
export const fileText = (description: string) => field(z.string(), description, { file: true })
/** What is said of a spreadsheet, a picture or a PDF. */
export const NO_CSV = 'This is no CSV file: open it, save it as CSV, and take that file.'
/** The same of a table. */
export const csvText = (description: string) =>
  field(z.string().check(z.regex(/^[^\0]*$/, NO_CSV)), description, { file: true })
/** A file or folder of the machine on which the command runs: only its command line takes it. */
export const localPath = (description: string) => field(z.string(), description, { local: true })

/** Rows that are shown as a table. @param columns the fields to show, all by default */
export const table = <S extends Schema>(row: S, columns?: readonly string[], title?: string) =>
  z.array(row).check(z.meta({ ...(columns && { columns }), ...(title && { title }) }))

/** The same kind for several fields. */
export const each = <const Name extends string, S extends Schema>(schema: S, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>

/** A code such as `0401`, which is no number. */
export const Code = z.string().check(z.meta({ format: 'code' }))
export const Percent = z.number().check(z.meta({ format: 'percent' }))
export const TextOrNull = z.nullable(z.string())

const startOf = (day: string): Date => new Date(`${day}T00:00${SHOP_UTC_OFFSET}`)
const dayOf = (date: Date): string => new Date(date.getTime() + 330 * 60_000).toISOString().slice(0, 10)

/** India's day, such as `2026-11-01`; its first moment in code. */
export const Day = z.codec(z.iso.date(), z.date(), { decode: startOf, encode: dayOf })

/** India's month, such as `2026-11`; its first moment in code. */
export const Month = z.codec(
  z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/), z.meta({ format: 'month' })),
  z.date(),
  { decode: (month) => startOf(`${month}-01`), encode: (date) => dayOf(date).slice(0, 7) },
)

/** A reply that is a file. */
export const FileReply = z.custom<{
  name: string
  content: Uint8Array | AsyncIterable<string> | string[]
  notes?: string[]
}>()

/** `1 order`, `3 orders`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** What somebody of the staff wrote about an order or a customer; customers never see it. */
export const Note = z.object({ id: wire.Id, ...each(z.string(), 'text', 'staff_name'), at: wire.Moment })

const moment = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hour12: false,
  timeZone: 'Asia/Kolkata',
})
/** `2 Mar 2026, 18:05`, in India's time. */
export const formatMoment = (date: Date): string => moment.format(date)
