/**
 * The shop's id, made at its first start and kept in its database and in its data folder: a server does not open the
 * database of one shop beside a folder with the id of another, or an empty one beside a folder of a shop. On PostgreSQL,
 * a folder with media or secrets but no id also needs the secrets of the database's shop.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { SHOP_ID } from './data-folder.ts'
import { type Database, type Reader, type Tx } from './db/database.ts'
import { DatabaseRefused, isUnavailable } from './db/errors.ts'
import {
  findSetting,
  findShopId,
  isInitialised,
  storeSetting,
  storeShopId,
} from './features/settings/settings.store.ts'
import { isShopEmpty } from './features/settings/shop-state.store.ts'
import { keyedDigest } from './secrets.ts'
import type { Shop } from './shop.ts'

const SECRETS = 'secrets_digest'

const digestOf = ({ keys, paymentSecret }: Pick<Config, 'keys' | 'paymentSecret'>): string =>
  keyedDigest(keys.sessions, paymentSecret)

/**
 * Refuses a database that does not belong to the data folder. A folder of a shop that has no id, such as one of an older
 * version, belongs to a PostgreSQL database that has an id when its secrets are those of that shop.
 *
 * @param reader null for a database without tables
 * @param hadShop whether the folder held a shop, or what is left of one, before the database was opened
 * @throws DatabaseRefused
 */
export async function refuseOtherShop(
  reader: Reader | null,
  config: Config,
  hadShop: boolean,
): Promise<void> {
  const { dataDir } = config
  const ofFolder = readShopId(dataDir)
  const hadShopInPostgres = hadShop && config.databaseUrl !== null
  const ofDatabase = reader === null ? undefined : await findShopId(reader)
  if (reader === null || ofDatabase === undefined) {
    const mustHaveShop = ofFolder !== null || hadShopInPostgres
    if (mustHaveShop && (reader === null || (await isUnused(reader))))
      throw new DatabaseRefused(
        `${dataDir} holds secrets, media or the id of a shop, but the database is empty. Correct DATABASE_URL, unset it and copy the shop there with haat move, restore a backup, or choose an empty DATA_DIR for a new shop.`,
      )
    return
  }
  const remedy = `Correct DATA_DIR or DATABASE_URL; if you have put them together on purpose, write ${ofDatabase} into ${join(dataDir, SHOP_ID)}.`
  if (ofFolder !== null && ofFolder !== ofDatabase)
    throw new DatabaseRefused(
      `${dataDir} belongs to the shop ${ofFolder}, the database to the shop ${ofDatabase}. ${remedy}`,
    )
  if (ofFolder === null && hadShopInPostgres && (await findSetting(reader, SECRETS)) !== digestOf(config))
    throw new DatabaseRefused(
      `${dataDir} holds secrets, media or backups of a shop without an id, and its secrets are not those of the shop ${ofDatabase} in the database. ${remedy}`,
    )
}

const isUnused = async (reader: Reader): Promise<boolean> =>
  (await isShopEmpty(reader)) && !(await isInitialised(reader))

/**
 * Gives the folder and the database the id that one of them lacks, after refuseOtherShop().
 *
 * @returns whether the folder is new to the shop of the database
 */
export async function completeShopIds(db: Database, dataDir: string, hadShop: boolean): Promise<boolean> {
  const ofFolder = readShopId(dataDir)
  const ofDatabase = await findShopId(db)
  if (ofDatabase === undefined) {
    const id = await giveId(db, ofFolder ?? randomUUID())
    if (ofFolder === null && id !== null) writeShopId(dataDir, id)
    return false
  }
  if (ofFolder !== null) return false
  writeShopId(dataDir, ofDatabase)
  return !hadShop
}

/** Warns of what a folder that is new to the shop lacks. Secrets may also come from the environment, media from a bucket. */
export async function warnOfNewFolder({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  const { dataDir, media } = config
  const lacking = [
    ...((await findSetting(db, SECRETS)) === digestOf(config) ? [] : ['secrets']),
    ...(media === null ? ['media'] : []),
  ]
  if (lacking.length > 0)
    console.warn(
      `Warning: ${dataDir} is new to the shop ${await findShopId(db)}. Its ${lacking.join(' and ')} are not here: copy them from the shop's other server or from a backup${media === null ? ', and set MEDIA_URL if the media are in a bucket' : ''}.`,
    )
}

/** Stores a digest of the shop's secrets in a PostgreSQL database that has none. */
export async function rememberSecrets({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  if (db.engine === 'sqlite' || (await findSetting(db, SECRETS)) !== undefined) return
  await unlessUnavailable(db.transaction((tx) => storeSecretsDigest(tx, config)))
}

export const storeSecretsDigest = (tx: Tx, secrets: Pick<Config, 'keys' | 'paymentSecret'>): Promise<void> =>
  storeSetting(tx, SECRETS, digestOf(secrets))

/**
 * Compares this server's secrets with those of the last start, of this or another server of the shop.
 *
 * @returns a warning for the owner, or null
 */
export async function compareSecrets({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<string | null> {
  // SQLite has one server, whose secrets lie beside it.
  if (db.engine === 'sqlite') return null
  const digest = digestOf(config)
  const last = await findSetting(db, SECRETS)
  if (last === digest) return null
  await db.transaction((tx) => storeSecretsDigest(tx, config))
  if (last === undefined) return null
  return 'JWT_SECRET or PAYMENT_SECRET are not those of the last start. All servers of a shop need the same, or each logs out the customers of the others: set them, or copy secrets.json.'
}

/** @returns the shop's id, or null */
const giveId = (db: Database, id: string): Promise<string | null> =>
  unlessUnavailable(db.transaction((tx) => storeShopId(tx, id)))

/** @returns null where the database cannot be written now: the shop is opened all the same */
async function unlessUnavailable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return null
  }
}

/** The id in the folder, or null. */
export function readShopId(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, SHOP_ID), 'utf8').trim() || null
  } catch {
    return null
  }
}

function writeShopId(dataDir: string, id: string): void {
  try {
    writeFileSync(join(dataDir, SHOP_ID), `${id}\n`, { mode: 0o600 })
  } catch {
    // The next start writes it.
  }
}

/** Lets the folder take the id of the SQLite database that is restored into it. */
export function forgetShopId(dataDir: string): void {
  rmSync(join(dataDir, SHOP_ID), { force: true })
}

/** Gives the folder the id of the database that a backup was restored into. */
export async function copyShopId(db: Database, dataDir: string): Promise<void> {
  const id = await findShopId(db)
  if (id !== undefined) writeShopId(dataDir, id)
}
