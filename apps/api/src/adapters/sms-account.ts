/** The account at MSG91, which the environment has. */

/** Each has a text that is registered with India's operators (DLT), and at MSG91 a template of it. */
export const SMS_KINDS = [
  'otp',
  'placed',
  'shipped',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type SmsKind = (typeof SMS_KINDS)[number]

export interface SmsAccount {
  authKey: string
  /** Ids of templates. What has none is not sent. */
  templates: Partial<Record<SmsKind, string>>
}

/** @param env its templates are `MSG91_TEMPLATE_OTP` and so on */
export function smsAccount(env: Record<string, unknown>): SmsAccount | null {
  const authKey = env['MSG91_AUTH_KEY']
  if (typeof authKey !== 'string') return null
  const given = SMS_KINDS.map((kind) => [kind, env[`MSG91_TEMPLATE_${kind.toUpperCase()}`]])
  return { authKey, templates: Object.fromEntries(given.filter(([, id]) => id !== undefined)) }
}
