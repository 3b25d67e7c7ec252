/** Looks for damage in a large SQLite file while the server runs, because that takes seconds. */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DAMAGE_WORKER } from '../package-folder.ts'
import { hasLargeTable } from './open.sqlite-files.ts'

/** Tables of at most as many rows are checked before the start. */
export const CHECKED_ROWS = 20_000
/** Of a larger file the start may not check all in its time. */
const CHECKED_BYTES = 64 * 1024 * 1024
/** The first visitors come first. */
const DELAY_MS = 10_000

/** What {@link isDamage} recognises. */
class Damaged extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/**
 * Checks the whole file once in a thread of its own, if the start may have left out a part.
 *
 * @param report is called when there is damage
 */
export function checkLargeTables(
  file: string,
  report: (error: Error) => void,
  { rows = CHECKED_ROWS, delayMs = DELAY_MS } = {},
): void {
  if (statSync(file).size <= CHECKED_BYTES && !hasLargeTable(file, rows)) return
  const check = (): void => {
    const worker = new Worker(DAMAGE_WORKER, {
      workerData: file,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    worker.on('message', (isDamaged) => {
      if (isDamaged === true) report(new Damaged(`${file} is damaged.`))
    })
    worker.on('error', report)
  }
  setTimeout(check, delayMs).unref()
}
