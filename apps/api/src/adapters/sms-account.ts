/** The account at MSG91, which the environment has. */
import { type Language, LANGUAGE_CODES } from '@haat/contract/languages'

/** Each has a text that is registered with India's operators (DLT), and at MSG91 a template of it. */
export const SMS_KINDS = [
  'otp',
  'placed',
  'shipped',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'refunded',
  'news',
] as const
export type SmsKind = (typeof SMS_KINDS)[number]

export interface SmsAccount {
  authKey: string
  /** Ids of templates. What has none is not sent; what has none in a language is sent in English. */
  templates: Partial<Record<SmsKind, TemplateIds>>
}
type TemplateIds = { en: string } & Partial<Record<Language, string>>

const ID = /^[\w-]{1,64}$/

/** @returns null unless the text is the id of a template, or also those of other languages: `6a1,hi:6a2,ta:6a3` */
export function templateIds(text: string): TemplateIds | null {
  const [en = '', ...others] = text.split(',').map((id) => id.trim())
  const ids = others.map((other) => other.split(':'))
  const isValid = ids.every(
    ([language, id = '']) => LANGUAGE_CODES.some((code) => code === language) && ID.test(id),
  )
  return isValid && ID.test(en) ? { ...Object.fromEntries(ids), en } : null
}

/** @param env its templates are `MSG91_TEMPLATE_OTP` and so on */
export function smsAccount(env: Record<string, unknown>): SmsAccount | null {
  const authKey = env['MSG91_AUTH_KEY']
  if (typeof authKey !== 'string') return null
  const given = SMS_KINDS.flatMap((kind) => {
    const ids = env[`MSG91_TEMPLATE_${kind.toUpperCase()}`]
    return typeof ids === 'string' ? [[kind, templateIds(ids)]] : []
  })
  return { authKey, templates: Object.fromEntries(given) }
}
