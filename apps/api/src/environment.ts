/** The environment variables of the shop, and which values they may have. */
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { templateIds } from './adapters/sms-account.ts'
import { hasSmtpOptionsOnly, SMTP_OPTIONS } from './mail-account.ts'
import { isProxyAddress } from './network.ts'
import { Secret } from './secrets.ts'

const optional = z.optional
const text = (isValid: (value: string) => boolean, message: string) =>
  z.optional(z.string().check(z.refine(isValid, message)))
const url = (protocols: string[], message: string) =>
  text((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), message)

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.optional(z.enum(values, { error: `must be ${alternatives.format(values)}` }))

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max

export const providerNames = (text: string): string[] => text.split(',').map((name) => name.trim())

export const isProvider = (name: string): name is PaymentProviderName =>
  PAYMENT_PROVIDERS.some((provider) => provider === name)

const Port = text(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
  'must be a port from 0 to 65535',
)

const TemplateIds = text(
  (value) => templateIds(value) !== null,
  'must be the id of a template, or also those of other languages: 6a1,hi:6a2,ta:6a3',
)

export const Environment = z.object({
  PORT: Port,
  HOST: optional(z.string()),
  METRICS_PORT: Port,
  DATA_DIR: optional(z.string()),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'must be postgres://… (leave it out for SQLite)'),
  DATABASE_READ_URL: url(
    ['postgres:', 'postgresql:'],
    'must be postgres://…, a streaming replica of DATABASE_URL',
  ),
  PUBLIC_URL: url(['http:', 'https:'], 'must be http://… or https://…'),
  MEDIA_URL: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: url(['smtp:', 'smtps:'], 'must be smtp://… or smtps://…').check(
    z.refine(
      (value) => value === undefined || hasSmtpOptionsOnly(value),
      `may have these options, each once: ${SMTP_OPTIONS}`,
    ),
  ),
  MAIL_FROM: text((value) => /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(value), 'must be an e-mail address'),
  JWT_SECRET: optional(Secret),
  PAYMENT_SECRET: optional(Secret),
  PAYMENT: text(
    (value) => providerNames(value).every(isProvider),
    `must name payment providers, separated by commas; known: ${PAYMENT_PROVIDERS.join(', ')}`,
  ),
  MSG91_AUTH_KEY: optional(z.string()),
  MSG91_TEMPLATE_OTP: TemplateIds,
  MSG91_TEMPLATE_PLACED: TemplateIds,
  MSG91_TEMPLATE_SHIPPED: TemplateIds,
  MSG91_TEMPLATE_OUT_FOR_DELIVERY: TemplateIds,
  MSG91_TEMPLATE_DELIVERED: TemplateIds,
  MSG91_TEMPLATE_CANCELLED: TemplateIds,
  MSG91_TEMPLATE_REFUNDED: TemplateIds,
  MSG91_TEMPLATE_NEWS: TemplateIds,
  RAZORPAY_KEY_ID: optional(z.string()),
  RAZORPAY_KEY_SECRET: optional(z.string()),
  /** Several, separated by commas: the newest first. */
  RAZORPAY_WEBHOOK_SECRETS: optional(z.string()),
  PHONEPE_CLIENT_ID: optional(z.string()),
  PHONEPE_CLIENT_VERSION: optional(z.string()),
  PHONEPE_CLIENT_SECRET: optional(z.string()),
  PHONEPE_WEBHOOK_USER: optional(z.string()),
  PHONEPE_WEBHOOK_PASSWORD: optional(z.string()),
  /** `test` for the sandbox. */
  PHONEPE_MODE: oneOf('live', 'test'),
  TRUST_PROXY: text(
    (value) => /^(true|false|[0-2])$/.test(value) || value.split(',').every(isProxyAddress),
    'must be true (one proxy), a number of proxies up to 2, or their addresses, such as 127.0.0.1,10.0.0.0/8, in networks of /8 at most',
  ),
  RATE_LIMIT: oneOf('on', 'off'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  // A misspelt "production" would open a demo shop with known passwords.
  NODE_ENV: oneOf('production', 'development', 'test'),
  HAAT_DEV: oneOf('0', '1'),
  HAAT_DEV_TOKEN: text(
    (value) => /^[\w-]{16,100}$/.test(value),
    'must have 16 to 100 letters, digits, - or _',
  ),
  HAAT_DEMO: oneOf('0', '1'),
  PICTURES_AHEAD: oneOf('on', 'off'),
  BACKUP_EVERY: text(
    (value) => value === 'off' || isWhole(value, 1, 8760),
    'must be off, or whole hours from 1 to 8760',
  ),
  BACKUP_KEEP: text((value) => isWhole(value, 1, 1000), 'must be a whole number from 1 to 1000'),
})
export type Environment = z.output<typeof Environment>
