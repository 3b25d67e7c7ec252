/** The environment variables of the shop, and which values they may have. */
import * as z from 'zod/mini'
import { isProxyAddress } from './network.ts'
import { Secret } from './secrets.ts'
import { hasSmtpOptionsOnly, SMTP_OPTIONS } from './smtp-url.ts'

/** The payment providers that PAYMENT can name. */
const PAYMENT_PROVIDERS = ['test-bank'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const text = (isValid: (value: string) => boolean, message: string) =>
  optional(z.string().check(z.refine(isValid, message)))
const url = (protocols: string[], message: string) =>
  z
    .string()
    .check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message))

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max

export const providerNames = (text: string): string[] => text.split(',').map((name) => name.trim())

export const isProvider = (name: string): name is PaymentProviderName =>
  PAYMENT_PROVIDERS.some((provider) => provider === name)

/** Also a name in a URL, which has IPv6 addresses in brackets. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

const Port = z
  .string()
  .check(
    z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port from 0 to 65535'),
  )

export const Environment = z.object({
  PORT: optional(Port),
  HOST: optional(z.string()),
  METRICS_PORT: optional(Port),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(url(['postgres:', 'postgresql:'], 'must be postgres://… (leave it out for SQLite)')),
  DATABASE_READ_URL: optional(
    url(['postgres:', 'postgresql:'], 'must be postgres://…, a streaming replica of DATABASE_URL'),
  ),
  PUBLIC_URL: optional(url(['http:', 'https:'], 'must be http://… or https://…')),
  MEDIA_URL: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(
    url(['smtp:', 'smtps:'], 'must be smtp://… or smtps://…').check(
      z.refine((text) => hasSmtpOptionsOnly(text), `may have these options, each once: ${SMTP_OPTIONS}`),
    ),
  ),
  MAIL_FROM: optional(
    z.string().check(z.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an e-mail address')),
  ),
  JWT_SECRET: optional(Secret),
  PAYMENT_SECRET: optional(Secret),
  PAYMENT: text(
    (value) => providerNames(value).every(isProvider),
    `must name payment providers, separated by commas; known: ${PAYMENT_PROVIDERS.join(', ')}`,
  ),
  TRUST_PROXY: text(
    (value) => /^(true|false|[0-2])$/.test(value) || value.split(',').every(isProxyAddress),
    'must be true (one proxy), a number of proxies up to 2, or their addresses, such as 127.0.0.1,10.0.0.0/8, in networks of /8 at most',
  ),
  RATE_LIMIT: optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  LOG_LEVEL: optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
  ),
  // A misspelt "production" would open a demo shop with known passwords.
  NODE_ENV: optional(
    z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }),
  ),
  HAAT_DEV: optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  HAAT_DEV_TOKEN: optional(
    z.string().check(z.regex(/^[\w-]{16,100}$/, 'must have 16 to 100 letters, digits, - or _')),
  ),
  HAAT_DEMO: optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  PICTURES_AHEAD: optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  BACKUP_EVERY: text(
    (value) => value === 'off' || isWhole(value, 1, 8760),
    'must be off, or whole hours from 1 to 8760',
  ),
  BACKUP_KEEP: text((value) => isWhole(value, 1, 1000), 'must be a whole number from 1 to 1000'),
})
export type Environment = z.output<typeof Environment>
