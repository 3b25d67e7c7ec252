/** Builds a shop from its configuration: the same way for the server, the command line, tests and benchmarks. */
import { join } from 'node:path'
import { openMail } from './adapters/mail.ts'
import { openMediaStorage } from './adapters/media-storage.ts'
import { openSms } from './adapters/sms.ts'
import { openProviders } from './gateways/gateways.ts'
import { createBackground } from './background.ts'
import { type Config, keepSecrets } from './config.ts'
import { holdsShop, lacksDatabase, restrictDataFolder } from './data-folder.ts'
import type { Database, Reader } from './db/database.ts'
import { DatabaseRefused } from './db/errors.ts'
import { openSqlite } from './db/open.sqlite.ts'
import { createLog } from './log.ts'
import type { Shop } from './shop.ts'
import { completeShopIds, refuseMoved, refuseOtherShop } from './shop-id.ts'

/** A shop over an open database; `parts` replace the usual clock, mail and payment provider. */
export function createShop(
  config: Config,
  db: Database,
  parts: Partial<Pick<Shop, 'now' | 'mail' | 'pay'>> = {},
): Shop {
  const { now = () => new Date(), mail = openMail(config, now), pay = openProviders(config, now) } = parts
  const log = createLog(config.logLevel)
  return {
    config,
    db,
    now,
    mail,
    sms: openSms(config, mail),
    media: openMediaStorage(config),
    pay,
    log,
    background: createBackground(log),
  }
}

/**
 * Opens the configured database and builds a shop over it, if it and the data folder belong together. The folder is
 * closed to other users.
 *
 * @param settle keeps the secrets that the folder lacks
 * @throws DatabaseRefused, ConfigError
 */
export async function openShop(
  config: Config,
  now?: () => Date,
  settle: (config: Config) => Config = keepSecrets,
): Promise<Shop> {
  const hadShop = holdsShop(config.dataDir)
  const db = await openDatabase(config)
  try {
    await completeShopIds(db, config.dataDir, hadShop)
    const settled = settle(config)
    restrictDataFolder(config.dataDir)
    return createShop(settled, db, now && { now })
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The file of the SQLite database in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'haat.db')

/**
 * Opens a database that belongs to the data folder. On PostgreSQL another one stays as it is.
 *
 * @param movingTo a place: a move to it that was interrupted may have closed the database
 * @throws DatabaseRefused
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrl'>,
  movingTo: string | null = null,
): Promise<Database> {
  const hadShop = holdsShop(config.dataDir)
  const check = async (reader: Reader | null): Promise<void> => {
    await refuseMoved(reader, movingTo)
    await refuseOtherShop(reader, config, hadShop)
  }
  if (config.databaseUrl === null) {
    if (lacksDatabase(config.dataDir)) {
      throw new DatabaseRefused(
        `${config.dataDir} holds secrets, media or backups of a shop, but no database. Restore a backup with haat restore, set DATABASE_URL if the shop uses PostgreSQL, or choose an empty DATA_DIR for a new shop.`,
      )
    }
    const db = await openSqlite(sqliteFile(config.dataDir))
    try {
      await check(db)
      return db
    } catch (error) {
      await db.close()
      throw error
    }
  }
  // Loaded on demand: most shops never need PostgreSQL's driver.
  const { openPostgres } = await import('./db/open.postgres.ts')
  return openPostgres(config.databaseUrl, undefined, config.databaseReadUrl, check)
}
