/** The process: config → database → demo shop → app → listen, and the way back on SIGTERM. */
import { buildApp } from './app.ts'
import { Clock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseRefused } from './db/database.ts'
import { hasDemoLogins, isInitialised } from './merchant/setup/shop-state.store.ts'
import { startJobs } from './jobs.ts'
import { openShop } from './open-shop.ts'
import type { Shop } from './shop.ts'
import { welcome } from './welcome.ts'

/** Exit code for everything the owner has to put right. */
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
  console.log(welcome(config, opening))

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    await stopJobs()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

/** The demo's data is large and wanted once: it is loaded only for that. */
async function seedDemo(shop: Shop): Promise<boolean> {
  const demo = await import('./merchant/seeding/seed-shop.ts')
  return demo.seedDemo(shop)
}

/** One clear line for each thing the owner can put right; null for anything else, which keeps its stack. */
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

try {
  await start()
} catch (error) {
  const lines = explain(error)
  if (lines === null) console.error(error)
  else for (const line of lines) console.error(`Haat cannot start: ${line}`)
  process.exit(lines === null ? 1 : REFUSED)
}
