/**
 * Codecs between the wire and code. Code on both sides sees integer paise, booleans, Dates and numbers; JSON and
 * query strings carry rupees, 1/0, ISO 8601 and text. A codec's input is the wire form.
 */
import * as z from 'zod/mini'
import { isWholePaise, RUPEES_MAX, RUPEES_TEXT, toPaise, toRupees } from './money.ts'

/** Rupees with at most two decimals on the wire, integer paise in code. Never negative. */
export const Rupees = z.codec(
  z
    .number()
    .check(z.minimum(0), z.maximum(RUPEES_MAX), z.refine(isWholePaise, /*i18n*/ 'At most two decimals')),
  z.int(),
  { decode: toPaise, encode: toRupees },
)

/** Rupees of any sign and precision, rounded to the paisa: the handler refuses invalid amounts and names the item. */
export const AnyRupees = z.codec(z.number(), z.int(), { decode: toPaise, encode: toRupees })

/** Rupees that the server ignores: any JSON is accepted, and anything but an amount becomes undefined. */
export const IgnoredRupees = z.codec(z.unknown(), z.optional(z.int()), {
  decode: (value) =>
    typeof value === 'number' && Number.isSafeInteger(toPaise(value)) ? toPaise(value) : undefined,
  encode: (paise) => (paise === undefined ? undefined : toRupees(paise)),
})

/** 1 or 0 on the wire, boolean in code. */
export const Flag = z.codec(z.union([z.literal(1), z.literal(0)]), z.boolean(), {
  decode: (flag) => flag === 1,
  encode: (flag) => (flag ? 1 : 0),
})

/** A flag in a request body, where true and false are allowed too. */
export const FlagOrBoolean = z.union([z.boolean(), Flag])

/** ISO 8601 UTC on the wire, Date in code. */
export const Moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** The largest id: what PostgreSQL's integer holds. */
export const ID_MAX = 2_147_483_647

/** A positive integer that names a row. */
export const Id = z.int().check(z.minimum(1), z.maximum(ID_MAX))

/** An id in a path or query string. */
export const IdText = z.codec(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, /*i18n*/ 'Must be a positive whole number')),
  Id,
  { decode: (text) => Number(text), encode: (number) => String(number) },
)

/** An id in a path where a malformed id is 404, not 400: it becomes 0, which no row has. */
export const LooseIdText = z.codec(z.string(), z.int(), {
  decode: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : 0),
  encode: (number) => String(number),
})

/** A whole number from `min` to `max` in a query string. */
export const WholeText = (min: number, max: number) =>
  z.codec(
    z.string().check(z.regex(/^\d{1,15}$/, `Must be a whole number from ${min} to ${max}`)),
    z.int().check(z.minimum(min), z.maximum(max)),
    { decode: (text) => Number(text), encode: (number) => String(number) },
  )

/** Rupees in a query string, paise in code. */
export const RupeesText = z.codec(
  z.string().check(z.regex(RUPEES_TEXT, /*i18n*/ 'Must be an amount in rupees')),
  z.int(),
  { decode: (text) => toPaise(Number(text)), encode: (paise) => String(toRupees(paise)) },
)

/** `1` or `0` in a query string, boolean in code. */
export const FlagText = z.codec(z.enum(['1', '0']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (flag) => (flag ? '1' : '0'),
})

// They turn round what stands beside them, and come along unseen with what is copied.
const DIRECTIONS = /\p{Bidi_Control}/gu
// Control characters break mail headers, logs and CSV files.
const NO_CONTROLS = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/**
 * One trimmed line of text of `min` to `max` characters, without control characters; those of direction are taken out.
 *
 * @param message the error when it is missing or too short
 * @param tooLong the error when it has more than `max`
 */
export const TextLine = (
  max: number,
  min = 0,
  message?: string,
  tooLong = `Must have ${max} characters at most`,
) =>
  z.string(message).check(
    z.overwrite((text) => text.replaceAll(DIRECTIONS, '')),
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max, tooLong),
    z.regex(NO_CONTROLS, /*i18n*/ 'Must not contain control characters'),
  )

/** What a person writes, in paragraphs: without characters of direction, and with one empty line between two at most. */
export const Paragraphs = (max: number, min = 0, message?: string) =>
  z.string(message).check(
    z.overwrite((text) => {
      const lines = text.replaceAll(DIRECTIONS, '').split('\n')
      return lines
        .map((line) => line.trimEnd())
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
    }),
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max),
  )

/** A line of text that is printed on parcels and invoices, which emoji are not: with a letter or digit, or empty. */
export const PrintedLine = (...line: Parameters<typeof TextLine>) =>
  TextLine(...line).check(z.regex(/^$|[\p{L}\p{N}]/u, /*i18n*/ 'Must contain a letter or digit'))

/**
 * A success reply: `success: true` on the wire, absent in code.
 *
 * @param shape the other fields
 */
export function ok<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const wire = z.object({ success: z.literal(true), ...shape })
  return wrap<typeof wire, Omit<z.output<typeof wire>, 'success'>>(
    wire,
    (reply) => reply,
    (reply) => ({ success: true, ...reply }) as z.output<typeof wire>,
  )
}

/** A codec whose code side has the type `Code`. Only the wire schema validates, in both directions. */
export function wrap<Wire extends z.ZodMiniType, Code>(
  wire: Wire,
  decode: (value: z.output<Wire>) => Code,
  encode: (value: Code) => z.output<Wire>,
) {
  const code = z.custom<Code>()
  return z.codec(wire, code, {
    decode: decode as never,
    encode: encode as never,
  }) as unknown as z.ZodMiniCodec<Wire, z.ZodMiniCustom<Code, Code>>
}
