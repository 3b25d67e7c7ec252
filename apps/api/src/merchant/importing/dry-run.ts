/** A dry run is the real thing on a copy of the shop: it holds up nobody, and its counts are those of the run. */
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import type { Shop } from '../../shop.ts'
import { closing, copyToFile } from '../moving/copy-shop.store.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'

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
  return withTemporaryFolder(config.dataDir, 'dry-run-', async (folder) => {
    const file = join(folder, 'haat.db')
    await copyToFile(db, file)
    return closing(await openSqlite(file), work)
  })
}
