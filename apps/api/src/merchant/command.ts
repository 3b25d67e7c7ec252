/** What the commands of `haat` share: opening the shop, printing results, errors and progress. */
import { SingleBar } from 'cli-progress'
import { StorageUnavailable } from '../adapters/files.ts'
import { sharedClock } from '../clock.ts'
import { ConfigError, readConfig, shopLocation } from '../config.ts'
import { holdsShop } from '../data-folder.ts'
import { DatabaseRefused } from '../db/errors.ts'
import { openShop } from '../open-shop.ts'
import type { Shop } from '../shop.ts'
import { UserError } from './user-error.ts'

/**
 * Opens the shop that the environment names (`DATA_DIR`, `DATABASE_URL`), runs `work` and closes it.
 *
 * @throws UserError, with nothing created, when there is no shop
 */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = shopLocation()
  if (databaseUrl === null && !holdsShop(dataDir))
    throw new UserError(
      `There is no shop in ${dataDir}. To set one up there, run: haat init. If your shop is in another folder, set DATA_DIR to it.`,
    )
  return withNewShop(work)
}

/** The same, and creates the shop's database where there is none. */
export async function withNewShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig()
  // QA moves the clock of a running server: its papers and deals have the same time here.
  const clock = config.production ? undefined : sharedClock(config.dataDir)
  const shop = await openShop(config, clock?.now)
  try {
    return await work(shop)
  } finally {
    await shop.db.close()
  }
}

/** The lines to print for an error that the user can correct, or null for any other error. */
export function explainError(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.lines
  if (error instanceof UserError || error instanceof DatabaseRefused || error instanceof StorageUnavailable)
    return [error.message]
  return error instanceof Error && error.cause ? explainError(error.cause) : null
}

/**
 * Prints a result as JSON (`--json`) or as text.
 *
 * @param data converts the result for JSON; the result itself by default
 */
export function print<T>(
  result: T,
  json: boolean | undefined,
  text: (result: T) => string,
  data: (result: T) => unknown = (value) => value,
): void {
  console.log(json ? JSON.stringify(data(result), null, 2) : text(result))
}

/**
 * Formats rows as a plain-text table.
 *
 * @param right indexes of the columns to align right
 */
export function table(head: string[], rows: string[][], right: number[] = []): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const pad = (cell: string, column: number): string =>
    right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return [head, ...rows].map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

export interface ProgressBar {
  to(done: number, total: number): void
  stop(): void
}

const NO_BAR: ProgressBar = { to: () => undefined, stop: () => undefined }
const SHOW_AFTER_MS = 1000

/** A progress bar on standard error. It appears after one second, and only on a terminal. */
export function progressBar(label: string): ProgressBar {
  if (!process.stderr.isTTY) return NO_BAR
  const bar = new SingleBar({
    format: `${label} {bar} {percentage} %, {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
  })
  const began = performance.now()
  let visible = false
  return {
    to(done, total) {
      if (!visible && performance.now() - began < SHOW_AFTER_MS) return
      if (!visible) bar.start(total, done)
      else bar.update(done)
      visible = true
    },
    stop() {
      bar.stop()
    },
  }
}
