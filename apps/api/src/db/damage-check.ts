/** Looks for damage in a large SQLite file while the server runs, because that takes seconds. */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DAMAGE_WORKER } from '../package-folder.ts'
import type { Soundness } from './errors.ts'
import { hasLargeTable } from './open.sqlite-files.ts'

/** Tables of at most as many rows are checked before the start. */
export const CHECKED_ROWS = 20_000
/** Of a larger file the start may not check all in its time. */
const CHECKED_BYTES = 64 * 1024 * 1024
/** The first visitors come first. */
const DELAY_MS = 10_000

/** A check that could not be finished is made again after this. */
const RETRY_MS = 60_000

/**
 * Checks the whole file in a thread of its own, if the start may have left out a part, and again each minute until it
 * could be checked.
 *
 * @param atStart what the check at the start has found
 * @param report gets each result
 */
export function checkInBackground(
  file: string,
  atStart: Soundness,
  report: (found: Soundness) => void,
  { rows = CHECKED_ROWS, delayMs = DELAY_MS, retryMs = RETRY_MS } = {},
): void {
  const isSmall = (): boolean => statSync(file).size <= CHECKED_BYTES && !hasLargeTable(file, rows)
  if (atStart.state === 'sound' && isSmall()) return
  const check = (): void => {
    const worker = new Worker(DAMAGE_WORKER, {
      workerData: file,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    const finish = (found: Soundness): void => {
      report(found)
      if (found.state === 'unchecked') setTimeout(check, retryMs).unref()
    }
    worker.unref()
    worker.on('message', finish)
    worker.on('error', ({ message }) => finish({ state: 'unchecked', isUnreadable: false, reason: message }))
  }
  setTimeout(check, delayMs).unref()
}
