/** Reads values of settings as people type them. The contract's schemas say which are right. */
import { toRupees } from '@haat/contract/money'
import { isSettingPath, SETTING_FIELDS } from '@haat/contract/setting-fields'
import { AllSettings } from '@haat/contract/settings'
import * as z from 'zod/mini'
import { parseMoney } from '../parse-money.ts'

/** The value for a setting, in rupees where it is an amount, or a sentence that says what is wrong. */
export type Typed = { value: unknown } | { fault: string }

const NOTHING = /^(none|null|)$/i
const YES = /^(yes|y|true|on)$/i
const NO = /^(no|n|false|off)$/i

/** @param schema of one setting; `none` is null where it may be */
export function readTyped(schema: z.ZodMiniType, text: string): Typed {
  const typed = text.trim()
  if (!(schema instanceof z.ZodMiniNullable)) return checked(schema, typed)
  if (NOTHING.test(typed)) return { value: null }
  const inner = schema.def.innerType as z.ZodMiniType
  const read = checked(inner, typed)
  const isLimit = inner instanceof z.ZodMiniNumber && 'fault' in read
  return isLimit ? { fault: read.fault.replace(/\.$/, ', or none.') } : read
}

function checked(schema: z.ZodMiniType, text: string): Typed {
  const parsed = z.safeParse(schema, valueOf(schema, text))
  return parsed.success ? { value: parsed.data } : { fault: parsed.error.issues[0]?.message ?? '' }
}

/** The value that a text stands for: the text itself where it stands for none. */
function valueOf(schema: z.ZodMiniType, text: string): unknown {
  if (schema instanceof z.ZodMiniBoolean) return YES.test(text) ? true : NO.test(text) ? false : text
  if (schema instanceof z.ZodMiniNumber) {
    const parsed = parseMoney(text)
    return 'value' in parsed ? toRupees(parsed.value) : text
  }
  if (schema instanceof z.ZodMiniArray) return NOTHING.test(text) ? [] : listOf(text)
  return text
}

/** Values separated by commas, or a JSON list. */
function listOf(text: string): unknown[] {
  const list = text.startsWith('[') ? jsonOf(text) : null
  return Array.isArray(list) ? list : text.split(/[,;]/).map((part) => part.trim())
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads what a merchant typed for a setting, or for a group of settings as JSON. */
export function parseSetting(path: string, text: string): Typed {
  if (isSettingPath(path)) return readTyped(SETTING_FIELDS[path].schema, text)
  const schema = schemaAt(path)
  if (!isJson(schema) || NOTHING.test(text.trim())) return readTyped(schema, text)
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'Give JSON: see haat settings get.' }
  // Not its result: amounts stay in rupees.
  return z.safeParse(schema, value).success
    ? { value }
    : { fault: `The value does not fit ${path}. To see what does: haat settings get ${path}` }
}

const withoutNull = (schema: z.ZodMiniType): z.ZodMiniType =>
  schema instanceof z.ZodMiniNullable ? (schema.def.innerType as z.ZodMiniType) : schema

/** Whether values are groups of settings, or lists of such. */
function isJson(schema: z.ZodMiniType): boolean {
  const value = withoutNull(schema)
  return (value instanceof z.ZodMiniArray ? value.def.element : value) instanceof z.ZodMiniObject
}

/** The schema of a setting, or of a group of them, that exists. */
function schemaAt(path: string): z.ZodMiniType {
  let schema: z.ZodMiniType = AllSettings
  for (const key of path.split('.')) {
    const group = withoutNull(schema)
    if (group instanceof z.ZodMiniObject) schema = group.def.shape[key] as z.ZodMiniType
  }
  return schema
}
