/** The server process: config → database → first start → app → listen; on SIGTERM it closes in reverse order. */
import type { PaymentProvider } from './adapters/payment-provider.ts'
import { describeLocation } from './adapters/s3-location.ts'
import { buildApp, findRenderer } from './app.ts'
import { Clock } from './clock.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { restrictNewFiles } from './data-folder.ts'
import { DatabaseRefused, describeUnavailable } from './db/errors.ts'
import { DEMO_PASSWORD } from './features/auth/password.ts'
import { offeredPayments } from './features/settings/offered-payments.ts'
import { isInitialised, beginNewShop, readSettings } from './features/settings/settings.store.ts'
import { hasDemoLogins } from './features/settings/shop-state.store.ts'
import { newOwnerLink } from './features/staff/links.ts'
import { type DemoLogin, seedDemo } from './merchant/for-the-server.ts'
import { startJobs } from './jobs.ts'
import { describeError, stopOnUncaughtErrors } from './log.ts'
import { openShop } from './open-shop.ts'

/** Exit code for errors that the owner can correct. */
const REFUSED = 2
/** Exit code after an error that nothing caught. */
const UNCAUGHT = 1
const STOP_WITHIN_MS = 10_000
/** How long open connections get for their last request, which is answered with `connection: close`. */
const DRAIN_MS = 1000

async function start(): Promise<void> {
  const config = readConfig()
  for (const { setting, what } of config.warnings) console.warn(`Warning: ${setting}: ${what}`)
  const clock = new Clock()
  const shop = await openShop(config, clock.now)
  const { db } = shop
  if (config.production && !config.demo) await beginNewShop(db)
  const logins = config.demo && !(await isInitialised(db)) ? await seedDemo(shop) : null
  // At once: nobody can read these passwords again, and the port may be taken.
  if (logins && config.production) console.log(newLogins(logins))
  const hasDemo = await hasDemoLogins(db)
  if (hasDemo && config.production && !config.demo) console.warn(DEMO_IN_PRODUCTION)
  const ownerLink = await newOwnerLink(shop)
  const opening = { seeded: logins !== null, isSetUp: await isInitialised(db), hasDemo, ownerLink }
  // Loaded on demand: most shops have no Prometheus.
  const { host, port, metricsPort } = config
  const metrics = metricsPort === null ? null : (await import('./metrics/metrics.ts')).createMetrics(shop)
  const app = await buildApp(shop, { clock }, metrics, findRenderer())
  app.drainMs = DRAIN_MS
  await app.listen({ host, port })
  const metricsServer = await metrics?.listen({ host, port: metricsPort ?? 0 })
  const stopJobs = startJobs(shop, app.pictures)
  const { providers } = offeredPayments(await readSettings(db), shop.pay)
  console.log(startMessage(config, opening, providers))

  const stop = async (code: number): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    await metricsServer?.close()
    await stopJobs()
    await db.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0))
  stopOnUncaughtErrors(process, shop.log, () => void stop(UNCAUGHT))
  for (const { about, what, remedy } of await db.problems().catch(() => []))
    if (about === 'replica') shop.log.error(`${what}. ${remedy}.`)
  // Last: the shop opens without its pictures.
  const fault = await shop.media.check()
  if (fault !== null) console.warn(`Warning: Pictures cannot be shown. ${fault}`)
}

const DEMO_IN_PRODUCTION =
  'Warning: This data folder holds the demo shop. Its customers cannot log in with their public password. Set DATA_DIR to an empty folder for a shop of your own.'

const newLogins = (logins: DemoLogin[]): string =>
  [
    'The demo shop was set up. Its passwords are shown only this once:',
    ...logins.map(
      ({ email, phone_number, password }) => `  ${email} or ${phone_number}, password ${password}`,
    ),
  ].join('\n')

interface Opening {
  /** This start filled the shop with the demo. */
  seeded: boolean
  isSetUp: boolean
  /** The demo's customers are in the shop. */
  hasDemo: boolean
  /** Lets the first owner in; null once there is staff. */
  ownerLink: string | null
}

/** What a start prints: the shop's addresses and the demo logins. @param providers that customers can choose */
function startMessage(config: Config, opening: Opening, providers: readonly PaymentProvider[]): string {
  const { seeded, isSetUp, hasDemo, ownerLink } = opening
  const payments = providers.map(({ label, simulated }) =>
    simulated ? `${label} (test: no money moves)` : label,
  )
  const { publicUrl, dev, devToken, docs, smtpUrl, databaseUrl, dataDir, media } = config
  const showsLogins = hasDemo && !config.production
  const lines: [name: string, text: string | false | null][] = [
    ['Shop', publicUrl],
    [
      'Desk',
      ownerLink === null ? `${publicUrl}/desk` : `${ownerLink} makes you its owner, once, within 48 hours`,
    ],
    ['API docs', docs && `${publicUrl}/docs`],
    [
      'Mail',
      smtpUrl ? 'sent through a mail server' : dev ? `${publicUrl}/dev/inbox` : 'kept in this process',
    ],
    ['Payment', payments.join(', ') || 'cash on delivery only'],
    ['QA tools', dev && `${publicUrl}/dev${devToken === null ? '' : `?token=${devToken}`}`],
    ['Data', databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir],
    ['Pictures', media && describeLocation(media)],
    ['Demo login', showsLogins && `asha@example.com or 9876543210, password ${DEMO_PASSWORD} (12 orders)`],
    ['', showsLogins && `vikram@example.com or 9123456780, password ${DEMO_PASSWORD} (new customer)`],
    [
      '',
      showsLogins &&
        !ownerLink &&
        `owner@example.com, password ${DEMO_PASSWORD} (desk; also packer@example.com)`,
    ],
  ]
  const table = lines.flatMap(([name, text]) => (text ? [`  ${name.padEnd(11)} ${text}`] : [])).join('\n')
  if (!isSetUp) return `\nHaat runs, but the shop is not set up yet.\n\n${table}\n\n${SET_UP}\n`
  return `\nHaat is open${seeded ? ' (the demo shop was set up)' : ''}.\n\n${table}\n`
}

/** What the owner of an empty shop does next. */
const SET_UP = `Open the desk in a browser: First hour there leads to an open shop.
Or set it up by command, with the same DATA_DIR and DATABASE_URL, while it runs:
  haat init                  asks for name, seller and delivery
  haat import products.csv   imports your catalogue
  haat doctor                checks what is missing
(in the project's folder: ./haat init; in Docker: docker compose exec shop haat init)`

/** Why an address cannot be listened at; `hostname` is a name without an address. */
type ListenFailure = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

/** One line for each error that the owner can correct; null for any other error, which is printed with its stack. */
function explain(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.lines
  if (error instanceof DatabaseRefused) return [error.message]
  const fault = describeUnavailable(error)
  if (fault !== null) return [fault]
  const { code, port, address, hostname, path } = error as ListenFailure
  if (path !== undefined && port === undefined) return [`${path} cannot be used (${code}).`]
  if (code === 'EADDRINUSE')
    return [`Port ${port} is taken. Stop the program that uses it, or set PORT or METRICS_PORT.`]
  if (code === 'EACCES') return [`Port ${port} may not be used. Set PORT or METRICS_PORT to one above 1023.`]
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [`HOST ${address ?? hostname ?? ''} is not an address of this machine.`]
  return null
}

restrictNewFiles()
try {
  await start()
} catch (error) {
  const lines = explain(error)
  if (lines === null) console.error(describeError(error))
  else for (const line of lines) console.error(`Haat cannot start: ${line}`)
  process.exit(lines === null ? 1 : REFUSED)
}
