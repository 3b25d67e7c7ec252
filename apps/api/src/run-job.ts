/** The program of a job's process: `run-job.ts ID`. It does what the job's row says, and writes there how far it is. */
import { mkdir, rm } from 'node:fs/promises'
import type { ImportReply } from '@haat/contract/staff/jobs'
import { LISTS } from './acts/cells/fields.ts'
import { copyFolder, type JobInput, refusedRows } from './acts/jobs/jobs.ts'
import * as store from './acts/jobs/jobs.store.ts'
import type { Shop } from './shop.ts'
import { restoreBackup } from './merchant/backup/restore-backup.ts'
import { writeBackup } from './merchant/backup/write-backup.ts'
import { explainError, withShop } from './merchant/command.ts'
import { checkShop } from './merchant/doctor/doctor.ts'
import { importCatalogue } from './merchant/importing/catalogue-import.ts'
import { ColumnsError } from './merchant/importing/layouts/layout-reader.ts'
import { UserError } from './merchant/user-error.ts'

const EVERY_MS = 500

await withShop(async (shop) => {
  const id = Number(process.argv[2])
  const job = await store.findJob(shop.db, id)
  if (job?.state !== 'running') return
  const write = (set: Partial<store.JobRow>) => shop.db.transaction((tx) => store.updateRunning(tx, id, set))
  let progress = { done: 0, total: 0 }
  const beat = setInterval(() => {
    void write({ ...progress, seen_at: shop.now() })
      // Somebody has cancelled it.
      .then((running) => running || process.exit())
      .catch(() => undefined)
  }, EVERY_MS)
  const onProgress = (done: number, total: number) => {
    progress = { done, total }
  }
  const ended = await perform(shop, job, onProgress)
    .then((result) =>
      typeof result === 'string'
        ? { state: 'done' as const, message: result }
        : { state: 'done' as const, result: JSON.stringify(result) },
    )
    .catch((error: unknown) => ({
      state: 'failed' as const,
      message: sentenceOf(error),
      ...(error instanceof ColumnsError && { result: JSON.stringify(error.understood) }),
    }))
  clearInterval(beat)
  await write({ ...progress, ...ended, ended_at: shop.now() })
})

function sentenceOf(error: unknown): string {
  if (error instanceof ColumnsError) return error.fault
  if (error instanceof UserError) return error.message
  const lines = explainError(error)
  if (!lines) console.error(error)
  return lines?.join(' ') ?? 'Something unexpected happened: the log of the server has it.'
}

/** @returns what an import did, what a check found, or what to do next */
async function perform(
  shop: Shop,
  { kind, input }: store.JobRow,
  onProgress: (done: number, total: number) => void,
): Promise<ImportReply | string | readonly unknown[]> {
  const { who, file, options } = JSON.parse(input) as JobInput
  if (kind === 'backup') {
    const { bytes } = await writeBackup(shop, file, { onProgress })
    return `${(bytes / 1e6).toFixed(1)} MB`
  }
  if (kind === 'check') return checkShop(shop)
  if (kind === 'restore') {
    // Takes the place of the copy before it: each is as large as the shop.
    const folder = copyFolder(shop.config.dataDir)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await restoreBackup(file, folder, { replace: false, now: shop.now() })
    return `The copy is whole. To look at it, run on the server: DATA_DIR=${folder} PORT=3001 npm start`
  }
  const { map, set, sheet, only, dryRun } = options!
  return importCatalogue(shop, file, {
    map: Object.entries(map)
      .map(([field, heading]) => `${field}=${heading}`)
      .join(','),
    defaults: set,
    sheet,
    only: only === 'everything' ? undefined : LISTS[only],
    dryRun,
    who,
    report: refusedRows(file),
    media:
      only === 'everything'
        ? { originals: shop.media.originals, publicUrl: shop.config.publicUrl, archive: null }
        : null,
    onProgress,
  })
}
