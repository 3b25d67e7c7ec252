/** Reads values of settings as people type them. The contract's schemas say which are right. */
import { toRupees } from '@haat/contract/money'
import { isSettingPath, SETTING_FIELDS } from '@haat/contract/setting-fields'
import { AllSettings } from '@haat/contract/settings'
import * as z from 'zod/mini'
import { parseMoney } from '../cells/parse-money.ts'
import { badRequest, noSuch } from '../../http/failure.ts'

type Json = Record<string, unknown>

/** The value for a setting, in rupees where it is an amount, or a sentence that says what is wrong. */
type Typed = { value: unknown } | { fault: string }

/** A setting or a group of them, all without a path; amounts in rupees. @throws Failure when there is none */
export function settingAt(settings: AllSettings, path: string | undefined): unknown {
  let value: unknown = z.encode(AllSettings, settings)
  for (const key of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw noSuch(`There is no setting "${path}".`, { remedy: 'To list all, run: haat settings get' })
    value = (value as Json)[key]
  }
  return value
}

/** Settings changed to what was typed, by path. @throws Failure that names each that is wrong */
export function withTyped(settings: AllSettings, typed: Record<string, string>): AllSettings {
  let changed = z.encode(AllSettings, settings) as Json
  const errors: { path: string; message: string }[] = []
  for (const [path, text] of Object.entries(typed)) {
    settingAt(settings, path)
    const parsed = parseSetting(path, text)
    if ('fault' in parsed) errors.push({ path, message: parsed.fault })
    else changed = withValue(changed, path.split('.'), parsed.value)
  }
  if (errors.length > 0) throw badRequest(errors.map(({ message }) => message).join(' '), { errors })
  return z.decode(AllSettings, changed as never)
}

const withValue = (settings: Json, [key = '', ...rest]: string[], value: unknown): Json => ({
  ...settings,
  [key]: rest.length === 0 ? value : withValue(settings[key] as Json, rest, value),
})

const NOTHING = /^(none|null|)$/i
export const isNothing = (text: string): boolean => NOTHING.test(text.trim())
const YES = /^(yes|y|true|on)$/i
const NO = /^(no|n|false|off)$/i

/** Reads what a merchant typed for a setting, or for a group of settings as JSON. */
export function parseSetting(path: string, text: string): Typed {
  if (isSettingPath(path)) return readTyped(SETTING_FIELDS[path].schema, text)
  const schema = schemaAt(path)
  if (!isJson(schema) || NOTHING.test(text.trim())) return readTyped(schema, text)
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'This setting is a group or a list: give it as JSON.' }
  // Not its result: amounts stay in rupees.
  return z.safeParse(schema, value).success
    ? { value }
    : { fault: `The value does not fit ${path}: give JSON like that of its present value.` }
}

/** @param schema of one setting; `none` is null where it may be */
function readTyped(schema: z.ZodMiniType, text: string): Typed {
  const typed = text.trim()
  const inner = withoutNull(schema)
  if (inner !== schema && NOTHING.test(typed)) return { value: null }
  const parsed = z.safeParse(inner, valueOf(inner, typed))
  if (parsed.success) return { value: parsed.data }
  const fault = parsed.error.issues[0]?.message ?? ''
  const isLimit = inner !== schema && inner instanceof z.ZodMiniNumber
  return { fault: isLimit ? fault.replace(/\.$/, ', or none.') : fault }
}

/** The value that a text stands for: the text itself where it stands for no other. A text that is none is empty. */
function valueOf(schema: z.ZodMiniType, text: string): unknown {
  if (schema instanceof z.ZodMiniBoolean) return YES.test(text) ? true : NO.test(text) ? false : text
  if (schema instanceof z.ZodMiniNumber) {
    const parsed = parseMoney(text)
    return 'value' in parsed ? toRupees(parsed.value) : text
  }
  if (schema instanceof z.ZodMiniArray) return NOTHING.test(text) ? [] : listOf(text)
  return schema instanceof z.ZodMiniString && NOTHING.test(text) ? '' : text
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
