/** Reads what was typed for an act, as its schema says, into what the act's schema decodes. */
import { toRupees } from '@haat/contract/money'
import type { AnyAct } from '@haat/contract/staff/act'
import * as z from 'zod/mini'
import { type Schema, schemaOf } from '../acts/cells/act-schema.ts'
import { parseMoment, parsePairs, parseRupees, readTextFile } from './arguments.ts'
import { UserError } from './user-error.ts'

export const inputSchema = ({ input }: AnyAct): Schema => schemaOf(z.object(input))

/** How the command line calls a field: an option, or the name of an argument. */
export type NameOf = (field: string) => string

/**
 * @param typed by field: texts, lists of texts, and true for flags
 * @returns the decoded input of the act
 * @throws UserError
 */
export async function readInput(
  act: AnyAct,
  typed: Record<string, unknown>,
  nameOf: NameOf,
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
