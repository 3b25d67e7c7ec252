/** What the fields of an act are, from the schemas of its input, and what is typed into them. */
import { parseAmount, toRupees } from '@haat/contract/money'
import type { AnyAct } from '@haat/contract/staff/act'
import * as z from 'zod/mini'
import { CallError, type FieldError } from '../api/client.ts'
import { dayText, parseDay } from '../lib/format.ts'

type Schema = z.core.$ZodType

export type FieldKind =
  | 'line'
  | 'rupees'
  | 'number'
  | 'moment'
  | 'day'
  | 'month'
  | 'choice'
  | 'flag'
  | 'list'
  | 'one_of_list'
  | 'picture'
  | 'file'
  | 'secret'

export interface ActField {
  /** Of the input; a part of `set` has its name after a colon. */
  name: string
  kind: FieldKind
  label: string
  hint?: string
  isOptional: boolean
  /** Sent only where it differs from what it was, and then it cannot be empty. */
  ifChanged?: boolean
  options?: readonly { value: string; label: string }[]
}

/** What is typed: texts, and whether a box is ticked. */
export type Typed = Record<string, string | boolean>

const metaOf = (schema: Schema): Record<string, unknown> =>
  z.globalRegistry.get(schema as z.ZodMiniType) ?? {}

/** `per_customer` as a label: `Per customer`. */
const labelOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ').replace(/^ /, '')

function kindOf(schema: Schema): FieldKind {
  const meta = metaOf(schema)
  if (meta['local']) return 'picture'
  if (meta['file']) return 'file'
  if (meta['format'] === 'rupees') return 'rupees'
  if (meta['format'] === 'month') return 'month'
  if (schema instanceof z.ZodMiniCodec) {
    const wire = schema.def.in
    if (metaOf(wire)['format'] === 'month') return 'month'
    return wire instanceof z.ZodMiniISODate ? 'day' : 'moment'
  }
  if (schema instanceof z.ZodMiniBoolean) return 'flag'
  if (schema instanceof z.ZodMiniEnum) return 'choice'
  if (schema instanceof z.ZodMiniArray) return 'list'
  // A union is one of a few numbers.
  return schema instanceof z.ZodMiniNumber || schema instanceof z.ZodMiniUnion ? 'number' : 'line'
}

function fieldsAt(name: string, given: Schema): ActField[] {
  const isOptional = given instanceof z.ZodMiniOptional || given instanceof z.ZodMiniPrefault
  const schema: Schema = isOptional ? given.def.innerType : given
  const meta = metaOf(schema)
  if (schema instanceof z.ZodMiniRecord && schema.def.keyType instanceof z.ZodMiniEnum)
    return schema.def.keyType.options.map((key) => ({
      name: `${name}:${key}`,
      kind: meta['local'] === key ? 'picture' : 'line',
      label: labelOf(String(key)),
      isOptional: true,
    }))
  const kind = kindOf(schema)
  const hint = meta['description']
  const options = schema instanceof z.ZodMiniEnum ? schema.options : undefined
  return [
    {
      ...{ name, kind, label: labelOf(name), isOptional },
      // How times are typed on a command line helps nobody here.
      ...(typeof hint === 'string' && kind !== 'moment' && { hint }),
      ...(options && {
        options: options.map((value) => ({ value: String(value), label: labelOf(String(value)) })),
      }),
    },
  ]
}

export const fieldsOf = ({ input, secret = [] }: AnyAct): ActField[] =>
  Object.entries(input).flatMap(([name, schema]) =>
    fieldsAt(name, schema).map((field) => (secret.includes(name) ? { ...field, kind: 'secret' } : field)),
  )

const momentText = (date: Date): string => {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })
  return `${dayText(date)}T${time.format(date)}`
}

/** A value of an input as it is typed. */
export function typedOf(kind: FieldKind, value: unknown): string | boolean {
  if (kind === 'flag') return value === true
  if (value instanceof Date)
    return kind === 'moment' ? momentText(value) : dayText(value).slice(0, kind === 'month' ? 7 : 10)
  if (kind === 'rupees' && typeof value === 'number') return String(toRupees(value))
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

const FAULTS: Partial<Record<FieldKind, string>> = {
  rupees: 'Give an amount such as 499 or 1,299.50.',
  number: 'Give a whole number.',
  moment: 'Choose a day and a time.',
}

/** @returns null for what cannot be read */
function read(kind: FieldKind, text: string): unknown {
  switch (kind) {
    case 'rupees':
      return parseAmount(text.replaceAll(/[₹,\s]/g, ''))
    case 'number':
      return /^\d{1,12}$/.test(text) ? Number(text) : null
    case 'moment': {
      const date = new Date(`${text}+05:30`)
      return Number.isNaN(date.getTime()) ? null : date
    }
    case 'day':
      return parseDay(text) ?? null
    case 'month':
      return parseDay(`${text}-01`) ?? null
    case 'one_of_list':
      return [text]
    case 'list':
      return text.split('\n').flatMap((line) => line.trim() || [])
    default:
      return text
  }
}

/** The value of a field; undefined for none, null for what cannot be read. */
export function valueOf({ kind }: Pick<ActField, 'kind'>, typed: string | boolean | undefined): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed?.trim() ?? ''
  return text === '' ? undefined : read(kind, text)
}

/**
 * The input that was typed. Of parts of `set`, only those that differ from what they were.
 *
 * @throws CallError that names the fields that are wrong
 */
export function inputOf(fields: readonly ActField[], typed: Typed, before: Typed): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const field of fields) {
    const [name = '', part] = field.name.split(':')
    const text = typed[field.name]
    if (part !== undefined) {
      if (text !== before[field.name]) input[name] = { ...Object(input[name]), [part]: text || 'none' }
      continue
    }
    if (field.ifChanged && text === before[field.name]) continue
    const value = valueOf(field, text)
    if (value === null) errors.push({ path: field.name, message: FAULTS[field.kind] ?? 'This is not right.' })
    else if (value !== undefined) input[name] = value
    else if (!field.isOptional || field.ifChanged)
      errors.push({ path: field.name, message: 'Please fill this in.' })
  }
  if (errors.length > 0) throw new CallError(400, errors[0]?.message ?? '', 'INVALID_REQUEST', errors)
  return input
}
