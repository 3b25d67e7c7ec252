/** What every command of `haat` shares: the shop it opens, how it prints, how it fails. */
import { Clock } from '../clock.ts'
import { ConfigError, readConfig } from '../config.ts'
import { DatabaseRefused } from '../db/database.ts'
import { openDatabase } from '../open-database.ts'
import { openMail } from '../adapters/open-mail.ts'
import { testBank } from '../adapters/test-bank.ts'
import type { Shop } from '../shop.ts'

/** A mistake of whoever typed the command, or data that cannot be used: one line, exit code 2. */
export class CommandError extends Error {}

/** Runs `work` on the shop of the environment (`DATA_DIR`, `DATABASE_URL`) and closes it. */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig()
  const db = await openDatabase(config)
  try {
    const { now } = new Clock()
    return await work({ db, now, mail: openMail(config, now), pay: testBank(config), config })
  } finally {
    await db.close()
  }
}

/**
 * Prints a result: JSON with `--json`, otherwise what `text` makes of it.
 *
 * @param data the result as JSON shows it, where that differs
 */
export function print<T>(
  result: T,
  json: boolean | undefined,
  text: (result: T) => string,
  data: (result: T) => unknown = (shown) => shown,
): void {
  console.log(json ? JSON.stringify(data(result), null, 2) : text(result))
}

/** The lines to show for an error the user can do something about, or null. */
export function explainError(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.lines
  if (error instanceof CommandError || error instanceof DatabaseRefused) return [error.message]
  return null
}
