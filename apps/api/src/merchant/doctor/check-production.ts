/** The checklist of a shop in production, as docs/running-in-production.md lists it. Changes nothing. */
import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { readableByOthers } from '../../data-folder.ts'
import { isUnavailable } from '../../db/errors.ts'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatMoment } from '../../format.ts'
import { isPublicAddress } from '../../network.ts'
import { sqliteFile } from '../../open-shop.ts'
import { isWeakSecret, SECRET_REMEDY } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { faultOfBackup } from '../backup/inspect-backup.ts'
import { latestScheduledBackup } from '../backup/scheduled-backup.ts'
import { hasDemoLogins } from '../../features/settings/shop-state.store.ts'
import { checkShop } from './check-shop.ts'
import { latestActivity } from './doctor.store.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'

export interface ChecklistLine {
  what: string
  level: 'ok' | 'error'
  /** What was found, and what to do. Empty for `ok`. */
  details: string[]
}

/** Finds what is wrong: one line each, with its remedy. */
type Check = (shop: Shop, surroundings: Surroundings) => Promise<string[]>

const CHECKS: [what: string, check: Check][] = [
  ['NODE_ENV is production', async ({ config }) => when(!config.production, 'Set NODE_ENV=production.')],
  ['PUBLIC_URL is the https address of the shop', async ({ config }) => checkPublicUrl(config.publicUrl)],
  [
    'TRUST_PROXY is set, so that callers are told apart',
    async ({ config }) => checkTrustProxy(config.trustProxy),
  ],
  ['Nobody reaches the shop past the proxy, or its metrics', checkHosts],
  ['The shop answers at PUBLIC_URL, with a valid certificate and HSTS', checkReply],
  [
    'PAYMENT does not name the test bank',
    async ({ pay }) =>
      when(pay?.simulated === true, 'Take test-bank out of PAYMENT: its orders are confirmed without money.'),
  ],
  ["Mail goes out over TLS, from the shop's own address", async ({ config }) => checkMail(config)],
  ['The mail server can be reached, and lets the shop in', checkMailServer],
  [
    'The database has a password of its own, and TLS on the way to it',
    async ({ config }) => [
      ...checkDatabase('DATABASE_URL', config.databaseUrl),
      ...checkDatabase('DATABASE_READ_URL', config.databaseReadUrl),
    ],
  ],
  ['PostgreSQL has what it confirms on its disk', checkDurability],
  ['DATABASE_READ_URL names a replica of the database', checkReplica],
  ['Pictures travel to the S3 server over TLS', async ({ config }) => checkMediaEndpoint(config)],
  ['Secrets are random, and nobody else can read them', checkSecrets],
  ['The data folder is closed to other users', async ({ config }) => checkFolder(config.dataDir)],
  [
    'Passwords and codes are rate-limited',
    async ({ config }) => when(!config.rateLimit, 'Unset RATE_LIMIT: passwords can be tried without limit.'),
  ],
  ['Nobody can reserve all the stock: cash on delivery is limited', checkLimits],
  ['There is no demo, no QA tool and no API documentation', checkDemo],
  ['Backups are scheduled, and the last one is recent', checkBackups],
  ['The disk has room', checkDisk],
  ['The clock is not behind the orders', checkClock],
  ['The configuration has no warnings', async ({ config }) => config.warnings],
  ['The shop is complete and meets the legal requirements, as haat doctor says', checkDoctor],
]

/** Checks every line, in the order of the checklist. */
export async function checkProduction(
  shop: Shop,
  surroundings: Surroundings = realSurroundings,
): Promise<ChecklistLine[]> {
  const lines: ChecklistLine[] = []
  for (const [what, check] of CHECKS) {
    const found = await check(shop, surroundings).catch(unchecked)
    lines.push({ what, level: found.length === 0 ? 'ok' : 'error', details: found })
  }
  return lines
}

/** The line of a check that the database does not let read; the line of `haat doctor` says which right is missing. */
function unchecked(error: unknown): string[] {
  if (!isUnavailable(error)) throw error
  return ['The database did not let it be checked. Correct what the last line names, and try again.']
}

const when = (isWrong: boolean, detail: string): string[] => (isWrong ? [detail] : [])

/** Names that only this machine knows. */
const LOCAL = /^(localhost|.*\.local|127\..*|0\.0\.0\.0|\[::1?\])$/

function checkPublicUrl(publicUrl: string): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  const isOpen = protocol === 'https:' && !LOCAL.test(hostname)
  return when(!isOpen, `It is ${publicUrl}. Set PUBLIC_URL=https://… to the address that customers type.`)
}

/** More proxies than any shop has: a caller could then choose the address by which it is counted. */
const HOPS_MAX = 2
/** The size of the largest networks of public proxies, in leading bits. */
const NETWORK_BITS = { v4: 12, v6: 29 }

function checkTrustProxy(trustProxy: Shop['config']['trustProxy']): string[] {
  if (trustProxy === false) return ['Set TRUST_PROXY=1, or the number of proxies before the shop.']
  if (typeof trustProxy === 'number')
    return when(
      trustProxy > HOPS_MAX,
      `TRUST_PROXY=${trustProxy} believes what callers say of their address. Set it to the number of proxies before the shop.`,
    )
  const wide = trustProxy.split(',').filter((network) => {
    const [address = '', bits] = network.trim().split('/')
    const enough = address.includes(':') ? NETWORK_BITS.v6 : NETWORK_BITS.v4
    return bits !== undefined && Number(bits) < (isPublicAddress(address) ? enough : 7)
  })
  return when(
    wide.length > 0,
    `TRUST_PROXY trusts everybody in ${wide.join(', ')}. Set it to the addresses of the proxies.`,
  )
}

async function checkHosts({ config }: Shop, { isContainer, addressesOf }: Surroundings): Promise<string[]> {
  if (isContainer()) return []
  const { host, metrics } = config
  const check = async (setting: string, name: string): Promise<string[]> => {
    const addresses = isIP(name) === 0 ? await addressesOf(name) : [name]
    const found = addresses.includes(name)
      ? name
      : `${name}, which is ${addresses.join(' and ') || 'unknown'}`
    return when(
      addresses.length === 0 || addresses.some(isPublicAddress),
      `${setting} is ${found}. Set it to 127.0.0.1, or to the private address of the shop.`,
    )
  }
  return [
    ...(await check('HOST', host)),
    ...(metrics === null ? [] : await check('METRICS_HOST', metrics.host)),
  ]
}

/** The shortest time for which browsers shall remember to use https: 30 days, in seconds. */
const HSTS_MIN = 2_592_000

async function checkReply({ config }: Shop, { ask }: Surroundings): Promise<string[]> {
  const url = `${config.publicUrl}/readyz`
  try {
    const { status, hsts } = await ask(url)
    if (status !== 200) return [`${url} answers with ${status}. Is the shop running, and its disk writable?`]
    const seconds = Number(/(?:^|[;\s])max-age="?(\d+)/i.exec(hsts ?? '')?.[1] ?? 0)
    return when(
      seconds < HSTS_MIN,
      `Replies have ${hsts === null ? 'no Strict-Transport-Security header' : `Strict-Transport-Security: ${hsts}`}. Set PUBLIC_URL=https://…, and max-age=31536000 in the proxy.`,
    )
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [`${url} does not answer: ${reason}. Check the proxy, its certificate and the firewall.`]
  }
}

function checkMail({ smtpUrl, smtpTls, mailFrom }: Shop['config']): string[] {
  return [
    ...when(
      smtpUrl === null,
      'No e-mail is sent to customers, not even the codes that first orders need. Set SMTP_URL=smtps://user:password@….',
    ),
    ...when(smtpTls === 'off', 'SMTP_URL turns TLS or the check of certificates off. Use smtps://….'),
    ...when(
      /@([\w.-]+\.)?(example(\.\w+)?|test|invalid|localhost)>?$/i.test(mailFrom),
      `MAIL_FROM is ${mailFrom}. Set it to an address of your domain.`,
    ),
  ]
}

async function checkMailServer({ config }: Shop, { logInToMail }: Surroundings): Promise<string[]> {
  if (config.smtpUrl === null) return ['There is none: set SMTP_URL.']
  const reason = await logInToMail(config.smtpUrl, config.smtpTls === 'required')
  const noTls = /ETLS|STARTTLS/.test(reason ?? '')
  return when(
    reason !== null,
    noTls
      ? 'The mail server of SMTP_URL offers no TLS, and without TLS no mail is sent. Use smtps://… or another server.'
      : `The mail server of SMTP_URL cannot be used (${reason}). Check its address, port, user and password.`,
  )
}

const PASSWORD_MIN = 12
const TLS_MODES: readonly (string | null)[] = ['require', 'verify-ca', 'verify-full']

/** Servers on this machine, or in the same network of containers, whose names have no dot. They need no TLS. */
const isNear = (hostname: string): boolean => LOCAL.test(hostname) || !/[.:]/.test(hostname)

function checkDatabase(setting: string, url: string | null): string[] {
  if (url === null) return []
  const { hostname: name, password, searchParams } = new URL(url)
  const hostname = searchParams.get('host') ?? name
  const hasTls = isNear(hostname) || TLS_MODES.includes(searchParams.get('sslmode'))
  return [
    ...when(
      password.length < PASSWORD_MIN,
      `Set a long password for the database in ${setting}: openssl rand -hex 24`,
    ),
    ...when(!hasTls, `${setting} goes to ${hostname} unencrypted. Add ?sslmode=verify-full to it.`),
  ]
}

async function checkDurability({ db }: Shop): Promise<string[]> {
  return (await db.lossySettings()).map(
    (name) => `${name} is off: a crash of its machine may lose orders. Set ${name} = on in postgresql.conf.`,
  )
}

async function checkReplica({ db }: Shop): Promise<string[]> {
  const problem = await db.replicaProblem()
  return problem === null ? [] : [`${problem} Correct or unset DATABASE_READ_URL.`]
}

function checkMediaEndpoint({ media }: Shop['config']): string[] {
  const { protocol, hostname } = new URL(media?.endpoint ?? 'https://none')
  if (protocol === 'https:' || isNear(hostname)) return []
  return [`MEDIA_URL goes to ${hostname} unencrypted. Use https:// in its endpoint.`]
}

async function checkSecrets({ config }: Shop): Promise<string[]> {
  const { jwtSecret, paymentSecret, dataDir } = config
  const file = join(dataDir, 'secrets.json')
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0,
  )
  return [
    ...when(isWeakSecret(jwtSecret), `JWT_SECRET can be guessed. ${SECRET_REMEDY}`),
    ...when(isWeakSecret(paymentSecret), `PAYMENT_SECRET can be guessed. ${SECRET_REMEDY}`),
    ...when(jwtSecret === paymentSecret, 'JWT_SECRET and PAYMENT_SECRET are the same.'),
    ...when((mode & 0o077) !== 0, `Other users can read the secrets: chmod 600 ${file}`),
  ]
}

function checkFolder(dataDir: string): string[] {
  const open = readableByOthers(dataDir)
  return when(open.length > 0, `Other users of this machine can read it: chmod go= ${open.join(' ')}`)
}

/** A limit may be this many times the one of a new shop. */
const LIMIT_FACTOR = 3

async function checkLimits({ db }: Shop): Promise<string[]> {
  const { limits } = await readSettings(db)
  const names = ['pieces_per_line', 'open_cod_orders', 'cod_order_value'] as const
  const lifted = names.filter((name) => {
    const [limit, proposed] = [limits[name], NEW_SHOP_LIMITS[name]]
    return limit === null || (proposed !== null && limit > LIMIT_FACTOR * proposed)
  })
  return [
    ...lifted.map((name) => {
      const proposed = (NEW_SHOP_LIMITS[name] ?? 0) / (name === 'cod_order_value' ? 100 : 1)
      return `One customer may order everything: haat settings set limits.${name} ${proposed}`
    }),
    ...when(
      !limits.verified_contact,
      'Anybody may order under an invented address: haat settings set limits.verified_contact true',
    ),
  ]
}

async function checkDemo({ db, config }: Shop): Promise<string[]> {
  return [
    ...when(await hasDemoLogins(db), 'The shop has demo customers. Set up your own shop in an empty folder.'),
    ...when(config.demo, 'Unset HAAT_DEMO.'),
    ...when(config.dev, 'Unset HAAT_DEV: anybody can read mails and change orders at /dev.'),
    ...when(config.docs, 'Unset HAAT_DOCS.'),
  ]
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

async function checkBackups({ db, config, now }: Shop): Promise<string[]> {
  const { everyHours } = config.backup
  if (everyHours === null) return ['The server makes none. Set BACKUP_EVERY=24.']
  if (everyHours > DAY_HOURS) return [`The server makes one every ${everyHours} hours. Set BACKUP_EVERY=24.`]
  const latest = await latestScheduledBackup(config.dataDir)
  if (latest === null || latest.size === 0)
    return [
      `DATA_DIR/backups has none. The server makes one soon after its start: look for "a job failed" in the log.${db.engine === 'postgres' ? ' Of several servers, the one that runs the jobs makes it: give all the same DATA_DIR/backups.' : ''}`,
    ]
  const fault = await faultOfBackup(latest.file, config.dataDir)
  if (fault !== null) return [fault]
  const isRecent = now().getTime() - latest.time <= 2 * everyHours * HOUR_MS
  const date = formatMoment(new Date(latest.time))
  return when(!isRecent, `The last one is of ${date}. Look for "a job failed" in the log.`)
}

const GIB = 1024 ** 3

async function checkDisk({ config }: Shop, { freeBytes }: Surroundings): Promise<string[]> {
  const { size } = await stat(sqliteFile(config.dataDir)).catch(() => ({ size: 0 }))
  // A migration and a backup each write a copy.
  const needed = Math.max(GIB, 3 * size)
  const free = await freeBytes(config.dataDir)
  const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`
  return when(free < needed, `${gib(free)} are free, ${gib(needed)} are needed.`)
}

/** A clock may differ by this much from that of the server which has written the last row. */
const CLOCK_TOLERANCE_MS = 60_000

async function checkClock({ db, now }: Shop): Promise<string[]> {
  const latest = await latestActivity(db)
  const isBehind = latest !== null && latest.getTime() > now().getTime() + CLOCK_TOLERANCE_MS
  return when(isBehind, `It says ${formatMoment(now())}, but the shop was used later. Check timedatectl.`)
}

async function checkDoctor(shop: Shop): Promise<string[]> {
  const errors = (await checkShop(shop)).filter(({ level }) => level === 'error')
  return errors.map(({ what, remedy }) => `${what} ${remedy}`)
}
