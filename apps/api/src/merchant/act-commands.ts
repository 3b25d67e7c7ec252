/** Makes the commands of `haat` from the acts of the contract, and reads what is typed for them. */
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toRupees } from '@haat/contract/money'
import type { AnyAct, FileReply } from '@haat/contract/staff/act'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { NAMED_ACTS, type NamedAct, runAct } from '../acts/audit/run-act.ts'
import { createLog } from '../log.ts'
import { replyCsv, replyText } from '../acts/cells/act-output.ts'
import { type Schema, schemaOf } from '../acts/cells/act-schema.ts'
import { parseMoment, parsePairs, parseRupees, readTextFile } from './arguments.ts'
import { addCommand, atTheServer, type OptionSpec } from './command.ts'
import { UserError } from './user-error.ts'

const GROUPS: Record<string, string> = {
  settings: "read and change the shop's settings",
  products: 'list, change and delete products',
  variants: 'add and remove variants of a product',
  categories: 'list and change the tree of categories',
  pages: 'list and change the text pages that the footer links to',
  delivery: 'say where the shop delivers, in how many days and for how much',
  translations: 'translate names, descriptions and other texts of the shop',
  synonyms: 'print and change the synonyms that the search knows',
  orders: 'list orders and process them up to delivery',
  payments: 'list, confirm and pay back online payments; gateways and their settlements',
  returns: 'decide on what customers ask to send back, and receive it',
  reviews: 'read, answer and hide what buyers say of products',
  questions: 'answer what customers ask about products',
  report: 'report the sales and the GST of a month',
  banners: 'create, end and list the banners of the home page',
  coupons: 'create, end and list coupons',
  deals: 'create, end and list deals',
  users: 'find, block and help customers',
  staff: 'list and invite the people who run the shop',
  roles: 'list and change what they may do',
  audit: 'list what they did',
}

const OUT = 'write to this file, which only you can read'
const FORMATS = ['text', 'csv', 'json'] as const

/** Adds the command of every act. */
export function registerActs(program: Command): void {
  for (const act of NAMED_ACTS.values())
    if (act.act.command !== null) registerAct(program, act, act.act.command.split(' '))
}

const optionOf = (field: string): string => `--${field.replaceAll('_', '-')}`
const camelCase = (field: string): string =>
  field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function registerAct(program: Command, named: NamedAct, words: string[]): void {
  const { act } = named
  const [names, args] = [words.filter((word) => /^\w/.test(word)), words.filter((word) => !/^\w/.test(word))]
  const { properties = {}, required = [] } = inputSchema(act)
  const argumentNames = args.map((arg) => arg.replaceAll(/\W/g, ''))
  const fields = Object.keys(properties).filter((field) => !argumentNames.includes(field))
  const options = fields.map((field) => optionSpecOf(field, properties[field]!, required.includes(field)))
  addCommand(parentOf(program, names.slice(0, -1)), {
    name: names.at(-1)!,
    description: act.summary,
    args: Object.fromEntries(args.map((arg, at) => [arg, argumentText(properties[argumentNames[at]!]!)])),
    options: Object.fromEntries([...options, ...outputOptions(act)]) as Record<string, OptionSpec>,
    ...(act.help !== undefined && { help: act.help }),
    async run(shop, given: Record<string, unknown>, ...texts) {
      const typed: Record<string, unknown> = {}
      for (const field of fields)
        if (given[camelCase(field)] !== undefined) typed[field] = given[camelCase(field)]
      for (const [at, arg] of args.entries()) {
        const value = arg.includes('...') ? texts.slice(at) : texts[at]
        if (value !== undefined && value.length > 0) typed[argumentNames[at]!] = value
      }
      const nameOf = (field: string) => (fields.includes(field) ? optionOf(field) : `<${field}>`)
      const input = await readInput(act, typed, nameOf, shop.now())
      // The command prints the result itself: the screen is no place for lines of the log.
      const { reply } = await runAct({ ...shop, log: createLog('silent') }, atTheServer(), named, input)
      await print(act, reply, input, given)
    },
  })
}

const parentOf = (program: Command, names: readonly string[]): Command =>
  names.reduce(
    (parent, name) =>
      parent.commands.find((command) => command.name() === name) ??
      parent.command(name).description(GROUPS[name] ?? ''),
    program,
  )

const argumentText = ({ description = '', propertyNames, enum: choices }: Schema): string =>
  propertyNames
    ? `field=value: ${description}${propertyNames.enum ? `; fields: ${propertyNames.enum.join(', ')}` : ''}`
    : `${description}${choices ? `: ${choices.join(', ')}` : ''}`

const PLACEHOLDERS: Record<string, string> = {
  rupees: 'rupees',
  'date-time': 'time',
  date: 'day',
  month: 'month',
}

function optionSpecOf(field: string, schema: Schema, isRequired: boolean): [flags: string, spec: OptionSpec] {
  const { type, format = '', enum: choices, description: text = '', default: preset } = schema
  const placeholder = PLACEHOLDERS[format] ?? (type === 'integer' ? 'number' : 'text')
  return [
    type === 'boolean' ? optionOf(field) : `${optionOf(field)} <${placeholder}>`,
    {
      text: preset !== undefined && type !== 'boolean' ? `${text} (default: ${String(preset)})` : text,
      ...(choices && { choices }),
      ...(type === 'array' && !schema.file && { repeated: true as const }),
      ...(isRequired && type !== 'boolean' && { required: true as const }),
    },
  ]
}

function outputOptions(act: AnyAct): [flags: string, spec: OptionSpec][] {
  if (act.spreadsheet)
    return [
      ['--format <format>', { text: 'output format', choices: FORMATS, preset: 'text' }],
      ['--out <file>', OUT],
    ]
  return act.file === undefined ? [['--json', 'print JSON; amounts in rupees']] : [['--out <file>', OUT]]
}

const inputSchema = ({ input }: AnyAct): Schema => schemaOf(z.object(input))

/**
 * Reads what was typed for an act, as its schema says.
 *
 * @param typed by field: texts, lists of texts, and true for flags
 * @returns the decoded input of the act
 * @throws UserError
 */
async function readInput(
  act: AnyAct,
  typed: Record<string, unknown>,
  nameOf: (field: string) => string,
  now: Date,
): Promise<z.output<z.ZodMiniObject<AnyAct['input']>>> {
  const { properties = {} } = inputSchema(act)
  const wire: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(typed))
    wire[field] = await toWire(properties[field] ?? {}, value, nameOf(field), now)
  const parsed = z.safeParse(z.object(act.input), wire)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  const field = String(path[0])
  throw new UserError(`${nameOf(field)} must be ${expected(properties[field] ?? {}) ?? message}.`)
}

async function toWire(schema: Schema, value: unknown, name: string, now: Date): Promise<unknown> {
  if (schema.propertyNames) return parsePairs(value as string[], schema.propertyNames.enum ?? [])
  if (typeof value !== 'string') return value
  if (schema.file) return schema.type === 'string' ? readTextFile(value) : readJson(value)
  if (schema.format === 'rupees') return toRupees(parseRupees(value, name))
  if (schema.format === 'date-time') return parseMoment(value, name, now).toISOString()
  if (schema.type === 'integer') return /^\d{1,15}$/.test(value) ? Number(value) : value
  return value
}

async function readJson(file: string): Promise<unknown> {
  const text = await readTextFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${(error as Error).message}.`)
  }
}

/** What a value of the schema is, in words. */
function expected({ type, format, minimum, maximum, maxLength, enum: choices }: Schema): string | undefined {
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (format === 'month') return 'a month such as 2026-11'
  if (format === 'date') return 'a day such as 2026-11-01'
  if (choices) return `one of ${choices.join(', ')}`
  return maxLength === undefined ? undefined : `one line of 1 to ${maxLength} characters`
}

/** Ranges are not checked: a reply is the shop's. */
const jsonOf = (act: AnyAct, reply: unknown): string =>
  JSON.stringify(z.encode(act.reply, reply as never, { skipChecks: true } as never), null, 2)

async function print(
  act: AnyAct,
  reply: unknown,
  input: unknown,
  given: Record<string, unknown>,
): Promise<void> {
  const out = given['out'] as string | undefined
  if (act.file !== undefined) await writeFileOf(reply as z.output<typeof FileReply>, out)
  else if (act.spreadsheet) {
    const text = { csv: replyCsv, json: jsonOf, text: replyText }[
      given['format'] as (typeof FORMATS)[number]
    ](act, reply)
    await writeOutput([text, ...(given['format'] === 'csv' ? [] : ['\n'])], out)
  } else if (given['json']) console.log(jsonOf(act, reply))
  else console.log(act.said?.(reply, input) ?? replyText(act, reply))
  for (const note of (reply as { notes?: string[] } | null)?.notes ?? []) console.error(note)
}

/** Texts go to the standard output, others to a file of their own name. */
async function writeFileOf({ name, content }: z.output<typeof FileReply>, out: string | undefined) {
  if (!(content instanceof Uint8Array)) return writeOutput(content, out)
  const file = out ?? name
  await writeFile(file, content).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error ? new UserError(`${file} cannot be written.`) : error
  })
  console.log(`Wrote ${file}.`)
}

/** @param out the file, which only its owner can read; undefined for standard output */
async function writeOutput(text: AsyncIterable<string> | string[], out: string | undefined): Promise<void> {
  if (out === undefined)
    return pipeline(Readable.from(text), process.stdout, { end: false }).catch((error: { code?: string }) => {
      // The reader may close the pipe early, as `head` does.
      if (error.code !== 'EPIPE') throw error
    })
  // A rename would put the file in the place of a device such as /dev/null.
  const before = await stat(out).catch(() => null)
  if (before && !before.isFile()) throw new UserError(`"${out}" is not a file that can be replaced.`)
  const temporary = `${out}.part`
  try {
    const handle = await open(temporary, 'w', 0o600)
    await pipeline(Readable.from(text), handle.createWriteStream())
    await rename(temporary, out)
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error) throw new UserError(`"${out}" cannot be written.`)
    throw error
  }
  console.error(`Wrote ${out}.`)
}
