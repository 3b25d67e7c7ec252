/** The configuration: everything that the environment decides, read once. */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseMediaUrl, type S3Location } from './adapters/s3-location.ts'
import { foreignFile } from './adapters/files.ts'
import { prepareDataFolder, unusableFile } from './data-folder.ts'
import { TLS_MODES } from './db/tls-modes.ts'
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '@haat/contract/rules'
import { Environment, isProvider, providerNames } from './environment.ts'
import { isLoopback } from './network.ts'
import { mailConfig, type MailConfig, MAIL_ACCOUNT, readMailAccount } from './mail-account.ts'
import {
  deriveKeys,
  isWeakSecret,
  newSecrets,
  readSecrets,
  SECRET_REMEDY,
  type Secrets,
  storeSecrets,
} from './secrets.ts'
import { smsAccount } from './adapters/sms-account.ts'

/** What the owner should know, and the variables that say it. */
export interface ConfigWarning {
  setting: string
  /** A sentence that names none of them. */
  what: string
}

export type Config = ReturnType<typeof assemble>

/** The environment has wrong values: one line for each. */
export class ConfigError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Where the environment says that the shop is, without creating anything. */
export function shopLocation(env: Record<string, string | undefined> = process.env): {
  dataDir: string
  databaseUrl: string | null
} {
  return { dataDir: resolve(env['DATA_DIR'] || 'data'), databaseUrl: env['DATABASE_URL'] || null }
}

/**
 * @param env the environment; an empty value counts as unset
 * @param changes variables that replace those of the environment
 * @throws ConfigError
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  changes: { MEDIA_URL?: string } = {},
): Config {
  const given = Object.fromEntries(
    Object.entries({ ...env, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  if (parsed.data.DATABASE_READ_URL !== undefined && parsed.data.DATABASE_URL === undefined)
    throw new ConfigError(['DATABASE_READ_URL needs DATABASE_URL: it is a replica of that database'])
  // The driver would connect with an unknown mode too.
  const tlsMode = given['PGSSLMODE']
  if (parsed.data.DATABASE_URL !== undefined && tlsMode !== undefined && !TLS_MODES.includes(tlsMode))
    throw new ConfigError([`PGSSLMODE must be one of ${TLS_MODES.join(', ')}`])
  const media = parseMediaUrl(parsed.data)
  if (typeof media === 'string') throw new ConfigError([media])
  const dataDir = resolve(parsed.data.DATA_DIR ?? 'data')
  orRefuse(`DATA_DIR ${dataDir} cannot be written`, () => prepareDataFolder(dataDir))
  const unusable = unusableFile(dataDir)
  if (unusable !== null) throw new ConfigError([foreignFile(unusable, dataDir)])
  return assemble(parsed.data, dataDir, media)
}

function assemble(env: Environment, dataDir: string, media: S3Location | null) {
  const host = env.HOST ?? '127.0.0.1'
  const port = Number(env.PORT ?? 3000)
  const production = env.NODE_ENV === 'production'
  const dev = env.HAAT_DEV === '1' && !production
  const openBy = dev ? openedBy(env, host) : null
  // Without PAYMENT, all but the test bank in production, which is there only by its name.
  const namedPayment: readonly PaymentProviderName[] = providerNames(env.PAYMENT ?? '').filter(isProvider)
  const payment: readonly PaymentProviderName[] =
    env.PAYMENT === undefined
      ? PAYMENT_PROVIDERS.filter((name) => name !== 'test-bank' || !production)
      : namedPayment
  const environmentMail = { url: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null }
  const account = orRefuse(`${join(dataDir, MAIL_ACCOUNT)} cannot be read`, () => readMailAccount(dataDir))
  const mail = mailConfig(environmentMail, account, production)
  const stored = orRefuse(unusableSecrets(dataDir), () => readSecrets(dataDir))
  const made = stored ?? newSecrets()
  const secrets = signingSecrets(env, made, production)
  return {
    // Both of its addresses would be two servers, and only the first limits connections.
    host: host === 'localhost' ? '127.0.0.1' : host,
    port,
    /** Where Prometheus reads metrics, on `host`; null: nowhere. */
    metricsPort: env.METRICS_PORT === undefined ? null : Number(env.METRICS_PORT),
    /** The shop's address as its customers see it, without a trailing slash. */
    publicUrl: (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/+$/, ''),
    dataDir,
    /** `postgres://…`, or null for SQLite in the data folder. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** A streaming replica of the PostgreSQL database, for reads of the public catalogue; or null. */
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    /** The bucket of the pictures and videos; null: they are in the data folder. */
    media,
    ...mail,
    /** The account that is entered at the desk replaces `mail` of the running server. */
    environmentMail,
    /** Null: text messages go to the built-in inbox, and in production nowhere. */
    sms: smsAccount(env),
    jwtSecret: secrets.JWT_SECRET,
    /** Derived from `jwtSecret`. */
    keys: deriveKeys(secrets.JWT_SECRET),
    paymentSecret: secrets.PAYMENT_SECRET,
    /** Secrets that `keepSecrets` has to store; null: the data folder or the environment has them. */
    unstoredSecrets: stored === null && !(env.JWT_SECRET && env.PAYMENT_SECRET) ? made : null,
    trustProxy: trustProxy(env.TRUST_PROXY),
    rateLimit: env.RATE_LIMIT !== 'off',
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    production,
    /**
     * The providers of online payment that the shop may use; each also needs its keys, or in the settings a UPI id. Without
     * `production`, a gateway that PAYMENT names and that has no keys is simulated.
     */
    payment,
    /** Those that PAYMENT names. */
    namedPayment,
    /** Keys of payment providers that the environment has, by provider and name: they win over the data folder's. */
    paymentKeys: keysOf(env),
    /** Whether a first start fills the shop with the demo. */
    demo: env.HAAT_DEMO === '1' || (!production && env.HAAT_DEMO !== '0'),
    /** Whether the tools under /dev exist. Never in production. */
    dev,
    /** What callers of the tools must present; null where only this machine can reach them. */
    devToken: openBy !== null ? (env.HAAT_DEV_TOKEN ?? randomBytes(18).toString('base64url')) : null,
    /** Whether the API's documentation is served. Never in production. */
    docs: !production,
    /** Whether the server renders the sizes of pictures before they are requested. */
    picturesAhead: env.PICTURES_AHEAD === 'on' || (production && env.PICTURES_AHEAD !== 'off'),
    /** Backups that the server makes: how often (null for never), and how many it keeps. */
    backup: { everyHours: backupHours(env.BACKUP_EVERY, production), keep: Number(env.BACKUP_KEEP ?? 7) },
    warnings: warningsAbout(env, { production, openBy, payment, ...mail }),
  }
}

/** What the owner should know. */
function warningsAbout(
  { PUBLIC_URL, HAAT_DEV, RATE_LIMIT }: Environment,
  {
    production,
    openBy,
    smtpUrl,
    smtpTls,
    payment,
  }: MailConfig & {
    production: boolean
    openBy: string | null
    payment: readonly PaymentProviderName[]
  },
): ConfigWarning[] {
  const warnings: [applies: boolean | undefined, setting: string, what: string][] = [
    [
      !production && PUBLIC_URL?.startsWith('https:'),
      'PUBLIC_URL is an https address, but NODE_ENV is not production',
      'This is a demo shop.',
    ],
    [production && HAAT_DEV === '1', 'HAAT_DEV=1, but NODE_ENV is production', 'The QA tools stay off.'],
    [
      openBy !== null,
      String(openBy),
      'The QA tools are open to the network: whoever has their token can do anything.',
    ],
    [
      production && smtpUrl === null,
      'SMTP_URL is not set',
      'No mail is delivered, not even the codes that first orders need.',
    ],
    [
      smtpTls === 'off',
      'SMTP_URL',
      'TLS or the check of certificates is off: others can read the mails, OTPs included.',
    ],
    [
      production && payment.includes('test-bank'),
      'PAYMENT=test-bank',
      'Orders are confirmed without money: the test bank is for tests only.',
    ],
    [RATE_LIMIT === 'off', 'RATE_LIMIT=off', 'Passwords and codes can be tried without limit.'],
  ]
  return warnings.flatMap(([applies, setting, what]) => (applies ? [{ setting, what }] : []))
}

/** The setting by which the network reaches the server, directly or through a proxy; null: only this machine does. */
function openedBy({ PUBLIC_URL, TRUST_PROXY }: Environment, host: string): string | null {
  if (!isLoopback(host)) return `HOST=${host}`
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`
  return trustProxy(TRUST_PROXY) === false ? null : `TRUST_PROXY=${TRUST_PROXY}`
}

/** `RAZORPAY_KEY_ID` is the key `key_id` of `razorpay`. */
function keysOf(env: Environment): Readonly<Record<string, Record<string, string>>> {
  const keys: Record<string, Record<string, string>> = {}
  for (const [name, value] of Object.entries(env)) {
    const [, provider, key] = /^(RAZORPAY|PHONEPE)_(.+)$/.exec(name) ?? []
    if (provider && key && value !== undefined)
      (keys[provider.toLowerCase()] ??= {})[key.toLowerCase()] = value
  }
  return keys
}

/** In production the server makes a backup a day by default. */
function backupHours(value: string | undefined, production: boolean): number | null {
  if (value === undefined) return production ? 24 : null
  return value === 'off' ? null : Number(value)
}

/** False, the number of proxies in front, or their addresses separated by commas. */
function trustProxy(value: string | undefined): false | number | string {
  if (value === undefined || value === 'false' || value === '0') return false
  if (value === 'true') return 1
  return /^\d$/.test(value) ? Number(value) : value
}

/** @throws ConfigError with this line where the work fails */
function orRefuse<T>(refusal: string, work: () => T): T {
  try {
    return work()
  } catch {
    throw new ConfigError([refusal])
  }
}

/** The secrets that sign: those of the environment, else those of the data folder. */
function signingSecrets(env: Environment, stored: Secrets, production: boolean) {
  const secrets = {
    JWT_SECRET: env.JWT_SECRET ?? stored.jwt,
    PAYMENT_SECRET: env.PAYMENT_SECRET ?? stored.payment,
  }
  const weak = production ? Object.entries(secrets).filter(([, secret]) => isWeakSecret(secret)) : []
  if (weak.length > 0) throw new ConfigError(weak.map(([name]) => `${name} can be guessed. ${SECRET_REMEDY}`))
  return secrets
}

/**
 * Stores new secrets in the data folder. Only after its database was opened: a folder that is refused stays as it is.
 *
 * @returns the configuration, with the secrets of another process if that one was first
 * @throws ConfigError
 */
export function keepSecrets(config: Config): Config {
  const { dataDir, unstoredSecrets: made } = config
  if (made === null) return config
  const stored = orRefuse(unusableSecrets(dataDir), () => storeSecrets(dataDir, made))
  const jwtSecret = config.jwtSecret === made.jwt ? stored.jwt : config.jwtSecret
  const paymentSecret = config.paymentSecret === made.payment ? stored.payment : config.paymentSecret
  return { ...config, jwtSecret, paymentSecret, keys: deriveKeys(jwtSecret), unstoredSecrets: null }
}

const unusableSecrets = (dataDir: string): string =>
  `${join(dataDir, 'secrets.json')} cannot be read or written; delete it only if every customer may be logged out`

/** The environment of another process of the same shop. */
export const environmentOf = ({ dataDir, databaseUrl }: Config): Record<string, string | undefined> => ({
  ...process.env,
  DATA_DIR: dataDir,
  ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
})
