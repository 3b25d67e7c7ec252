/** A dry run is the real thing on a copy of the shop: it holds up nobody, and its counts are those of the run. */
import { rmSync } from 'node:fs'
import { glob, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import type { Shop } from '../../shop.ts'
import { copyToFile } from '../moving/copy-shop.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The parts of a shop that an import needs. */
export interface ImportedShop extends Pick<Shop, 'db' | 'now'> {
  config: Pick<Shop['config'], 'dataDir'>
}

/** @param dryRun gives `work` a copy of the database in the data folder, which is deleted afterwards */
export async function onShopOrCopy<T>(
  { db, config }: ImportedShop,
  dryRun: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!dryRun) return work(db)
  const folder = await mkdtemp(join(config.dataDir, 'dry-run-'))
  await removeOldCopies(config.dataDir, (await stat(folder)).mtimeMs - DAY_MS)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const interrupt = (): void => process.exit(130)
  process.once('exit', remove).once('SIGINT', interrupt)
  try {
    const file = join(folder, 'haat.db')
    await copyToFile(db, file)
    const copy = await openSqlite(file)
    try {
      return await work(copy)
    } finally {
      await copy.close()
    }
  } finally {
    process.off('exit', remove).off('SIGINT', interrupt)
    remove()
  }
}

/** Removes the copies that killed dry runs have left. One of the last day may still be in use. */
async function removeOldCopies(dataDir: string, until: number): Promise<void> {
  for await (const name of glob('dry-run-*', { cwd: dataDir })) {
    const folder = join(dataDir, name)
    if ((await stat(folder)).mtimeMs < until) await rm(folder, { recursive: true, force: true })
  }
}
