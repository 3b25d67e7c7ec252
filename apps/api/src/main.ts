/** The server process: config → database → demo shop → app → listen; on SIGTERM it closes in reverse order. */
import { buildApp } from './app.ts'
import { Clock } from './clock.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { closeNewFiles } from './data-folder.ts'
import { DatabaseRefused } from './db/database.ts'
import { hasDemoLogins, isInitialised } from './merchant/setup/shop-state.store.ts'
import { startJobs } from './jobs.ts'
import { describeError } from './log.ts'
import { openShop } from './open-shop.ts'
import type { Shop } from './shop.ts'

/** Exit code for errors that the owner can correct. */
const REFUSED = 2
const STOP_WITHIN_MS = 10_000

async function start(): Promise<void> {
  const config = readConfig()
  for (const warning of config.warnings) console.warn(`Warning: ${warning}`)
  const clock = new Clock()
  const shop = await openShop(config, clock.now)
  const { db } = shop
  const seeded = !(await isInitialised(db)) && (await seedDemo(shop))
  const opening = { seeded, demoLogins: await hasDemoLogins(db) }
  const app = await buildApp(shop, { clock })
  await app.listen({ host: config.host, port: config.port })
  const stopJobs = startJobs(shop)
  console.log(startMessage(config, opening))

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    await stopJobs()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

/** Loads the demo's data on demand: it is large and needed once. */
async function seedDemo(shop: Shop): Promise<boolean> {
  const demo = await import('./merchant/seeding/seed-shop.ts')
  return demo.seedDemo(shop)
}

interface Opening {
  /** This start set the demo shop up. */
  seeded: boolean
  /** The demo's customers are in the shop. */
  demoLogins: boolean
}

/** What a start prints: the shop's addresses and the demo logins. */
function startMessage(config: Config, { seeded, demoLogins }: Opening): string {
  const { publicUrl, dev, docs, smtpUrl, databaseUrl, dataDir } = config
  const lines: [string, string][] = [
    ['Shop', publicUrl],
    ...(docs ? ([['API docs', `${publicUrl}/docs`]] as [string, string][]) : []),
    ['Mail', smtpUrl ? 'sent through SMTP_URL' : dev ? `${publicUrl}/dev/inbox` : 'kept in this process'],
    ['Payment', `test bank at ${publicUrl}/pay (no money moves)`],
    ...(dev ? ([['QA tools', `${publicUrl}/dev`]] as [string, string][]) : []),
    ['Data', databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir],
  ]
  if (demoLogins && !config.production) {
    lines.push(
      ['Demo login', 'asha@example.com or 9876543210, password Demo@1234 (12 orders)'],
      ['', 'vikram@example.com or 9123456780, password Demo@1234 (new customer)'],
    )
  }
  const table = lines.map(([name, value]) => `  ${name.padEnd(11)} ${value}`).join('\n')
  return `\nHaat is open${seeded ? ' (the demo shop was set up)' : ''}.\n\n${table}\n`
}

/** One line for each error that the owner can correct; null for any other error, which is printed with its stack. */
function explain(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.lines
  if (error instanceof DatabaseRefused) return [error.message]
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return [`Port ${port} is taken. Stop the program that uses it, or set PORT.`]
  if (code === 'EACCES') return [`Port ${port} may not be used. Set PORT to one above 1023.`]
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return [`HOST ${address ?? ''} is not an address of this machine.`]
  return null
}

closeNewFiles()
try {
  await start()
} catch (error) {
  const lines = explain(error)
  if (lines === null) console.error(describeError(error))
  else for (const line of lines) console.error(`Haat cannot start: ${line}`)
  process.exit(lines === null ? 1 : REFUSED)
}
