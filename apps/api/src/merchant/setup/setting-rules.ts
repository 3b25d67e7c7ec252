/** What each setting accepts: the same for the questions of `haat init` and for `haat settings set`. */
import { PATTERNS, LIMITS } from '@haat/contract/rules'
import { formatShortRupees, toRupees } from '@haat/contract/money'
import type { ShopSettings } from '@haat/contract/settings'
import { findState, stateOfCode, stateProblem } from '@haat/contract/indian-states'
import { faultOfGstin } from '../../features/invoices/gst.ts'
import { parseMoney } from '../parse-money.ts'

/** The value for the setting, in rupees where it is an amount, or a sentence that says what is wrong. */
export type ParsedSetting<Value = unknown> = { value: Value } | { fault: string }
export type SettingRule<Value = unknown> = (text: string) => ParsedSetting<Value>

const NOTHING = /^(none|null|)$/i

const fault = (text: string): { fault: string } => ({ fault: text })

/** @param max characters */
const line =
  (max: number, empty: string): SettingRule<string> =>
  (text) => {
    if (text === '') return fault(empty)
    if (text.length > max) return fault(`Use at most ${max} characters.`)
    return /\p{Cc}/u.test(text) ? fault('Use one line.') : { value: text }
  }

const email: SettingRule<string> = (text) =>
  PATTERNS.email.test(text) && text.length <= 254
    ? { value: text }
    : fault(`"${text}" is not an e-mail address, such as help@meera.in.`)

/** Ten digits after +91 or 0, or a toll-free number. */
const phone: SettingRule<string> = (text) => {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^(\+91|0(?=\d{10}$))/, '')
  return /^([1-9]\d{9}|1[89]00\d{6,7})$/.test(digits)
    ? { value: text }
    : fault(`"${text}" is not a phone number of India, such as 98450 12345 or 080 4567 8900.`)
}

/** The PIN code in an address, without spaces; empty if it has none. */
export const pinCodeIn = (text: string): string =>
  (/(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.exec(text)?.[0] ?? '').replace(' ', '')

const address: SettingRule<string> = (text) => {
  if (text === '') return fault('An address is needed.')
  if (pinCodeIn(text) === '') return fault('The address needs its PIN code of six digits, such as 560025.')
  return line(500, '')(text)
}

const state: SettingRule<string> = (text) => {
  const found = findState(text)
  return found
    ? { value: found.name }
    : fault(`"${text}" is not a state or union territory of India, such as Karnataka.`)
}

const gstin: SettingRule<string> = (text) => {
  const number = text.replaceAll(/\s/g, '').toUpperCase()
  const wrong = faultOfGstin(number)
  return wrong === null ? { value: number } : fault(`${wrong}.`)
}

const personName: SettingRule<string> = (text) => {
  if (NOTHING.test(text)) return fault('The law requires one. Give the name of a person; it can be you.')
  if (text.includes('@')) return fault('Give the name of a person, not an e-mail address.')
  if (!/\p{L}.*\p{L}/u.test(text) || /\d/.test(text)) return fault('Give the name of a person.')
  return line(100, '')(text)
}

/** Rupees, as people write them. @param max in rupees */
const amount =
  (min: number, max: number): SettingRule<number> =>
  (text) => {
    const parsed = parseMoney(text, 'rupees')
    const rupees = 'value' in parsed ? toRupees(parsed.value) : Number.NaN
    return rupees >= min && rupees <= max
      ? { value: rupees }
      : fault(
          `Give an amount from ${formatShortRupees(min * 100)} to ${formatShortRupees(max * 100)}, such as 499 or ₹1,299.50.`,
        )
  }

const whole =
  (min: number, max: number): SettingRule<number> =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? { value: Number(text) }
      : fault(`Give a whole number from ${min} to ${max}.`)

const YES = /^(yes|y|true|on)$/i
const NO = /^(no|n|false|off)$/i

const yesOrNo: SettingRule<boolean> = (text) =>
  YES.test(text) || NO.test(text) ? { value: YES.test(text) } : fault('Answer yes or no.')

/** Also takes `none`, for null. */
const optional =
  <Value>(rule: SettingRule<Value>): SettingRule<Value | null> =>
  (text) =>
    NOTHING.test(text) ? { value: null } : rule(text)

/** A number, or `none` for no limit. */
const limit =
  (rule: SettingRule<number>): SettingRule<number | null> =>
  (text) => {
    const parsed = optional(rule)(text)
    return 'value' in parsed ? parsed : fault(`${parsed.fault.slice(0, -1)}, or none.`)
  }

/** Values separated by commas, or as a JSON list. */
const listOf =
  (rule: SettingRule<string>): SettingRule<string[]> =>
  (text) => {
    if (NOTHING.test(text)) return { value: [] }
    const parts = (text.startsWith('[') ? jsonList(text) : null) ?? text.split(/[,;]/)
    const parsed = parts.map((part) => rule(part.trim()))
    const wrong = parsed.find((one) => 'fault' in one)
    return wrong ?? { value: parsed.flatMap((one) => ('value' in one ? [one.value] : [])) }
  }

function jsonList(text: string): string[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : null
  } catch {
    return null
  }
}

/** Highest amounts that are no mistake, in rupees. */
const CHARGE_MAX = 10_000
const ORDER_MAX = 10_000_000

const RULES = {
  shop_name: line(60, 'A shop needs a name.'),
  'contact.emails': listOf(email),
  'contact.phones': listOf(phone),
  'contact.address': address,
  'seller.legal_name': line(200, 'The legal name is needed: invoices carry it.'),
  'seller.address': address,
  'seller.state': state,
  'seller.gstin': optional(gstin),
  'seller.grievance_officer': personName,
  'seller.grievance_email': email,
  'delivery.charge': amount(0, CHARGE_MAX),
  'delivery.free_above': amount(0, ORDER_MAX),
  'delivery.waivedOnCartCheckout': yesOrNo,
  'delivery.deals_ship_free': yesOrNo,
  'limits.pieces_per_line': whole(1, LIMITS.line_quantity),
  'limits.open_cod_orders': limit(whole(1, 1000)),
  'limits.cod_order_value': limit(amount(1, ORDER_MAX)),
  'limits.verified_contact': yesOrNo,
  'alerts.email': optional(email),
  'alerts.low_stock': optional(whole(0, 100_000)),
  placeholder_phone: (text) =>
    PATTERNS.phone.test(text) ? { value: text } : fault('Give 10 digits, such as 9845012345.'),
} as const satisfies Record<string, SettingRule>

/** The rules of answers that are part of a setting, or of a text. */
export const INIT_RULES = {
  ...RULES,
  email,
  phone,
  cash_on_delivery: yesOrNo,
  return_days: limit(whole(1, 365)),
} as const

const isRuled = (path: string): path is keyof typeof RULES => Object.hasOwn(RULES, path)

/**
 * Reads what a merchant typed for a setting.
 *
 * @param current the value that the setting has now, in rupees: it tells the kind where there is no rule
 */
export function parseSetting(path: string, text: string, current: unknown): ParsedSetting {
  const typed = text.trim()
  if (isRuled(path)) return RULES[path](typed)
  if (typeof current === 'boolean') return yesOrNo(typed)
  if (typeof current === 'string')
    return typed.length > 2000 ? fault('Use at most 2000 characters.') : { value: typed }
  if (Array.isArray(current) && current.every((part) => typeof part === 'string'))
    return listOf((part) => ({ value: part }))(typed)
  if (NOTHING.test(typed)) return { value: Array.isArray(current) ? [] : null }
  try {
    return { value: JSON.parse(typed) }
  } catch {
    return current === null ? { value: typed } : fault('Give JSON: see haat settings get.')
  }
}

/** What is wrong between the seller's GSTIN or PIN code and the state, each right on its own, or null. */
export function stateMismatch(
  seller: Pick<ShopSettings['seller'], 'gstin' | 'state' | 'address'>,
): string | null {
  const { state, address } = seller
  const problem = findState(state) ? stateProblem({ state, pincode: pinCodeIn(address) }) : null
  return gstinMismatch(seller) ?? problem?.message.slice(0, -1) ?? null
}

/** What is wrong between a GSTIN and the state, each right on its own, or null. */
export function gstinMismatch({
  gstin,
  state,
}: Pick<ShopSettings['seller'], 'gstin' | 'state'>): string | null {
  const registered = stateOfCode(gstin?.slice(0, 2) ?? '')
  if (!registered || registered === findState(state)) return null
  return `This GSTIN belongs to ${registered.name}. Choose ${registered.name}, or correct the GSTIN`
}
