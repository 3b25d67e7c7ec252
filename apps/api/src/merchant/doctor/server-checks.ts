/** Checks of the server: its configuration, its surroundings and its data folder. */
import { toRupees } from '@haat/contract/money'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseProblem } from '../../db/database.ts'
import { isDamaged } from '../../db/open.sqlite-files.ts'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { hasDemoLogins } from '../../features/settings/shop-state.store.ts'
import { formatMoment } from '../../format.ts'
import { isPublicAddress } from '../../network.ts'
import { sqliteFile } from '../../open-shop.ts'
import { isWeakSecret, SECRET_REMEDY } from '../../secrets.ts'
import { MAIL_ACCOUNT } from '../../mail-account.ts'
import { PAYMENT_KEYS } from '../../payment-keys.ts'
import { faultOfBackup, readSchedule, scheduleOf } from '../backup/scheduled-backup.ts'
import { findLastBackup } from '../backup/write-backup.ts'
import { type Checks, checksOf, type Examined, SHOP } from './check.ts'
import { latestLogin } from './doctor.store.ts'

const DAY_MS = 86_400_000
const MAKE_BACKUP = 'haat backup shop.tar.gz   # or let the server make one each day: BACKUP_EVERY=24'
export const INIT = 'DATA_DIR=my-shop haat init   # your own shop, in an empty folder'

/** Those that are true. */
const namesOf = (facts: Record<string, boolean>): string[] => Object.keys(facts).filter((name) => facts[name])

const asFound = (found: string): string => found

const problemsOf = (about: DatabaseProblem['about']) =>
  [
    ({ problems }: Examined) => problems.filter((one) => one.about === about),
    ({ what }: DatabaseProblem) => what,
    null,
    ({ remedy }: DatabaseProblem) => remedy,
  ] as const

const hasPostgres = ({ config }: Examined): boolean => config.databaseUrl !== null
const database = checksOf('The database has a password of its own, and TLS on the way to it', hasPostgres)
const secrets = checksOf('Secrets are random, and nobody else can read them')
const limits = checksOf('Nobody can reserve all the stock: cash on delivery is limited')
const demo = checksOf('There is no demo, and no QA tool')
const backups = checksOf('Backups are scheduled, and the last one is recent')

export const SERVER_CHECKS: Checks = {
  production: checksOf('NODE_ENV is production').production(
    ({ config }) => !config.production,
    'This is no shop in production',
    null,
    'Set NODE_ENV=production.',
  ),
  public_url: checksOf('PUBLIC_URL is the https address of the shop').error(
    ({ config, isChecklist }) =>
      (config.production || isChecklist) && !isOpenAddress(config.publicUrl) && config.publicUrl,
    (url) => `Customers do not reach the shop by https: its address is ${url}`,
    null,
    'Put it behind HTTPS and set PUBLIC_URL=https://… to the address that customers type.',
  ),
  proxy: checksOf(
    'TRUST_PROXY is set, so that callers are told apart',
    ({ config }) => config.trustProxy !== false || config.publicUrl.startsWith('https:'),
  ).error(
    ({ config }) => config.trustProxy === false,
    'The server does not know its proxy: all customers share one limit on logins and forgotten passwords',
    null,
    'PUBLIC_URL is https, which needs a proxy: set TRUST_PROXY to its address, such as TRUST_PROXY=127.0.0.1',
  ),
  open_port: checksOf('Nobody reaches the shop past the proxy, or its metrics').production(
    ({ config: { host }, surroundings }) => !surroundings.isContainer() && isPublicAddress(host) && host,
    (host) => `HOST is ${host}`,
    null,
    'Set it to 127.0.0.1, or to the private address of the shop.',
  ),
  reply: checksOf('The shop answers at PUBLIC_URL, with a valid certificate and HSTS').production(
    faultOfReply,
    asFound,
    null,
    'Check the proxy, its certificate and the firewall.',
  ),
  mail_from: checksOf("Mail comes from the shop's own address").production(
    ({ config }) => /@([\w.-]+\.)?(example(\.\w+)?|test|invalid|localhost)>?$/i.test(config.mailFrom),
    'MAIL_FROM is the address of an example',
    null,
    'Set it to an address of your domain.',
  ),
  mail_server: checksOf('The mail server can be reached, and lets the shop in').production(
    faultOfMailServer,
    asFound,
    null,
    'Check SMTP_URL: address, port, user and password.',
  ),
  database_password: database.production(
    (shop) => databases(shop).flatMap(([name, url]) => (url.password.length < PASSWORD_MIN ? [name] : [])),
    (name) => `${name} has no long password`,
    null,
    'Set one: openssl rand -hex 24',
  ),
  database_tls: database.production(
    (shop) => databases(shop).flatMap(([name, url]) => (isEncrypted(url) ? [] : [name])),
    (name) => `${name} goes to another machine unencrypted`,
    null,
    'Add ?sslmode=verify-full to it.',
  ),
  durability: checksOf('PostgreSQL has what it confirms on its disk', hasPostgres).production(
    ...problemsOf('durability'),
  ),
  replica: checksOf(
    'DATABASE_READ_URL names a replica of the database',
    ({ config }) => config.databaseReadUrl !== null,
  ).production(...problemsOf('replica')),
  media_tls: checksOf(
    'Pictures travel to the S3 server over TLS',
    ({ config }) => config.media !== null,
  ).production(
    ({ config }) => {
      const { protocol, hostname } = new URL(config.media?.endpoint ?? 'https://none')
      return protocol !== 'https:' && !isNear(hostname)
    },
    'MEDIA_URL goes to another machine unencrypted',
    null,
    'Use https:// in its endpoint.',
  ),
  weak_secret: secrets.error(
    ({ config: { jwtSecret, paymentSecret } }) =>
      namesOf({ JWT_SECRET: isWeakSecret(jwtSecret), PAYMENT_SECRET: isWeakSecret(paymentSecret) }),
    'A secret of the server can be guessed',
    null,
    (name) => `${name}: ${SECRET_REMEDY}`,
  ),
  equal_secrets: secrets.error(
    ({ config }) => config.jwtSecret === config.paymentSecret,
    'Two secrets of the server are the same',
    null,
    `JWT_SECRET and PAYMENT_SECRET: ${SECRET_REMEDY}`,
  ),
  open_secrets: secrets.error(
    async ({ config }) => {
      for (const name of ['secrets.json', PAYMENT_KEYS, MAIL_ACCOUNT]) {
        const file = join(config.dataDir, name)
        if (existsSync(file) && ((await stat(file)).mode & 0o077) !== 0) return file
      }
      return false
    },
    'Other users of this machine can read the secrets',
    null,
    (file) => `chmod 600 ${file}`,
  ),
  lifted_limits: limits.warningOrError(
    liftedLimits,
    'One customer can reserve the whole stock with unpaid orders',
    '/settings/payments',
    (limit) => `haat settings set limits.${limit}`,
  ),
  unverified_contact: limits.production(
    ({ settings }) => !settings.limits.verified_contact,
    'Anybody may order under an invented address',
    '/settings/limits',
    'haat settings set limits.verified_contact=yes',
  ),
  demo_customers: demo.error(
    ({ db }) => hasDemoLogins(db),
    'The shop has demo customers. Their password is public: only production refuses it',
    null,
    INIT,
  ),
  test_tools: demo.production(
    ({ config }) => namesOf({ HAAT_DEMO: config.demo, HAAT_DEV: config.dev }),
    (name) => `${name} opens what is made for tests`,
    null,
    (name) => `Unset ${name}.`,
  ),
  backup_schedule: backups.production(
    faultOfSchedule,
    asFound,
    null,
    'Look for "a job failed" in the log of the server.',
  ),
  old_backup: backups.error(oldBackup, asFound, '/backups', MAKE_BACKUP),
  future_backup: backups.error(
    async ({ config, now }) => (await readSchedule(config.dataDir, now())).future,
    (file) => `The clock was ahead when ${file} was made: it does not count as a backup`,
    '/backups',
    (file) => `mv ${file} ${file}.old   # keep it until there is another one`,
  ),
  gone_backup: backups.warning(
    goneBackup,
    (file) => `The last backup, ${file}, is no longer there. If you keep it on another machine, all is well`,
    '/backups',
    MAKE_BACKUP,
  ),
  disk_space: checksOf('The disk has room').production(
    lackingSpace,
    asFound,
    null,
    'Delete what is not needed, or add a larger disk.',
  ),
  clock: checksOf('The clock is not behind the orders').production(
    async ({ db, now }) => {
      const latest = await latestLogin(db)
      return latest !== null && latest.getTime() > now().getTime() + CLOCK_TOLERANCE_MS && formatMoment(now())
    },
    (time) => `The clock says ${time}, but the shop was used later`,
    null,
    'Check timedatectl.',
  ),
  config_warning: checksOf(
    'The configuration has no warnings: no test bank, limits on passwords and codes, mail over TLS',
  ).error(
    ({ config }) => config.warnings,
    ({ what }) => what,
    ({ setting }) => (setting.startsWith('SMTP_URL') ? '/settings/mail' : null),
    ({ setting }) => `Correct ${setting}, and start the server again.`,
  ),
  damage: checksOf(SHOP).error(
    damage,
    asFound,
    null,
    'Copy the backups to another machine, and look for errors of the disk: sudo dmesg --level err.',
    'Where it is damaged: stop the server, and restore the newest of DATA_DIR/backups with haat restore FILE --replace',
  ),
}

/** Names that only this machine knows. */
const LOCAL = /^(localhost|.*\.local|127\..*|0\.0\.0\.0|\[::1?\])$/
/** A server on this machine, or in the same network of containers, whose names have no dot. It needs no TLS. */
const isNear = (hostname: string): boolean => LOCAL.test(hostname) || !/[.:]/.test(hostname)

function isOpenAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !LOCAL.test(hostname)
}

/** The shortest time for which browsers shall remember to use https: 30 days, in seconds. */
const HSTS_MIN = 2_592_000

async function faultOfReply({ config, surroundings }: Examined): Promise<string | null> {
  const url = `${config.publicUrl}/readyz`
  try {
    const { status, hsts } = await surroundings.ask(url)
    if (status !== 200) return `${url} answers with ${status}`
    const seconds = Number(/(?:^|[;\s])max-age="?(\d+)/i.exec(hsts ?? '')?.[1] ?? 0)
    return seconds < HSTS_MIN
      ? `Replies have ${hsts === null ? 'no Strict-Transport-Security header' : `Strict-Transport-Security: ${hsts}`}, not max-age=31536000`
      : null
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${url} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

async function faultOfMailServer({ config, surroundings }: Examined): Promise<string | null> {
  if (config.smtpUrl === null) return 'There is no mail server'
  const reason = await surroundings.logInToMail(config.smtpUrl, config.smtpTls === 'required')
  if (reason === null) return null
  return /ETLS|STARTTLS/.test(reason)
    ? 'The mail server of SMTP_URL offers no TLS, and without TLS no mail is sent'
    : `The mail server of SMTP_URL cannot be used (${reason})`
}

const PASSWORD_MIN = 12
const TLS_MODES: readonly (string | null)[] = ['require', 'verify-ca', 'verify-full']

/** The databases of the configuration, by the name of their variable. */
const databases = ({ config }: Examined): [name: string, url: URL][] =>
  Object.entries({ DATABASE_URL: config.databaseUrl, DATABASE_READ_URL: config.databaseReadUrl }).flatMap(
    ([name, url]) => (url === null ? [] : [[name, new URL(url)]]),
  )

const isEncrypted = ({ hostname, searchParams }: URL): boolean =>
  isNear(searchParams.get('host') ?? hostname) || TLS_MODES.includes(searchParams.get('sslmode'))

/** The limits on unpaid orders that there are not, as `haat settings set` takes those of a new shop. */
function liftedLimits({ settings: { limits }, config, isChecklist }: Examined): string[] {
  if (!config.production && !isChecklist) return []
  return namesOf({
    [`open_cod_orders=${NEW_SHOP_LIMITS.open_cod_orders}`]: limits.open_cod_orders === null,
    [`cod_order_value=${toRupees(NEW_SHOP_LIMITS.cod_order_value ?? 0)}`]: limits.cod_order_value === null,
  })
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

async function faultOfSchedule({ db, config, now }: Examined): Promise<string | null> {
  const { pauseHours: everyHours } = await scheduleOf({ db, config })
  if (everyHours === null || everyHours > DAY_HOURS)
    return 'The server does not make a backup each day: set BACKUP_EVERY=24'
  const { latest } = await readSchedule(config.dataDir, now())
  if (latest === null || latest.size === 0)
    return 'DATA_DIR/backups has none yet: the server makes one soon after its start'
  const fault = await faultOfBackup(latest.file, config.dataDir)
  if (fault !== null) return fault
  const isRecent = now().getTime() - latest.time <= 2 * everyHours * HOUR_MS
  return isRecent ? null : `The last one is of ${formatMoment(new Date(latest.time))}`
}

const RECENT_DAYS = 7

async function oldBackup({ db, now }: Examined): Promise<string | null> {
  const last = await findLastBackup(db)
  if (last === null) return 'There is no backup'
  if (last.at > now()) return 'The last backup is dated in the future: the clock was ahead when it was made'
  const isOld = now().getTime() - last.at.getTime() >= RECENT_DAYS * DAY_MS
  return isOld ? `The last backup is more than ${RECENT_DAYS} days old` : null
}

async function goneBackup({ db, now }: Examined): Promise<string | null> {
  const last = await findLastBackup(db)
  const isRecent = last !== null && now().getTime() - last.at.getTime() < RECENT_DAYS * DAY_MS
  return isRecent && last.file !== null && !existsSync(last.file) ? last.file : null
}

const GIB = 1024 ** 3

async function lackingSpace({ config, surroundings }: Examined): Promise<string | null> {
  const { size } = await stat(sqliteFile(config.dataDir)).catch(() => ({ size: 0 }))
  // A migration and a backup each write a copy.
  const needed = Math.max(GIB, 3 * size)
  const free = await surroundings.freeBytes(config.dataDir)
  const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`
  return free < needed ? `${gib(free)} are free, ${gib(needed)} are needed` : null
}

/** A clock may differ by this much from that of the server which has written the last row. */
const CLOCK_TOLERANCE_MS = 60_000
/** How long the database is searched for damage. */
const DAMAGE_CHECK_MS = 30_000

async function damage({ db, config }: Examined): Promise<string | null> {
  if (db.engine === 'postgres') return null
  const damaged = isDamaged(sqliteFile(config.dataDir), DAMAGE_CHECK_MS)
  if (damaged === null) return 'The database cannot be read, or another program has locked it'
  return damaged ? 'The database is damaged' : null
}
