/**
 * The shop's id, made at its first start and kept in its database and in its data folder: a server never opens the
 * database of one shop beside the media and secrets of another, or an empty one beside those of a shop.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHOP_ID } from './data-folder.ts'
import { type Database, DatabaseRefused, isUnavailable } from './db/database.ts'
import {
  findSetting,
  findShopId,
  isInitialised,
  storeSetting,
  storeShopId,
} from './features/settings/settings.store.ts'
import { isShopEmpty } from './merchant/setup/shop-state.store.ts'
import { keyedDigest } from './secrets.ts'
import type { Shop } from './shop.ts'

/**
 * Compares the ids of the folder and the database, and completes them.
 *
 * @param hadShop whether the folder held a shop, or what is left of one, before the database was opened
 * @throws DatabaseRefused when they do not belong together
 */
export async function matchShopId(db: Database, dataDir: string, hadShop: boolean): Promise<void> {
  const ofFolder = readShopId(dataDir)
  const ofDatabase = await findShopId(db)
  if (ofFolder !== null && ofDatabase !== undefined && ofFolder !== ofDatabase)
    throw new DatabaseRefused(
      `${dataDir} belongs to the shop ${ofFolder}, the database to the shop ${ofDatabase}. Correct DATA_DIR or DATABASE_URL; if you have put them together on purpose, delete ${join(dataDir, SHOP_ID)}.`,
    )
  if (ofDatabase === undefined) {
    const mustHaveShop = ofFolder !== null || (hadShop && db.engine === 'postgres')
    if (mustHaveShop && (await isShopEmpty(db)) && !(await isInitialised(db)))
      throw new DatabaseRefused(
        `${dataDir} holds secrets, media or the id of a shop, but the database is empty. Correct DATABASE_URL, unset it and copy the shop there with haat move, restore a backup, or choose an empty DATA_DIR for a new shop.`,
      )
    const id = await giveId(db, ofFolder ?? randomUUID())
    if (ofFolder === null && id !== null) writeShopId(dataDir, id)
    return
  }
  if (ofFolder !== null) return
  if (!hadShop)
    console.warn(
      `Warning: ${dataDir} is new to the shop ${ofDatabase}. Its media and secrets are not here: copy them from the shop's other server or from a backup.`,
    )
  writeShopId(dataDir, ofDatabase)
}

const SECRETS = 'secrets_digest'

/**
 * Compares this server's secrets with those of the last start, of this or another server of the shop.
 *
 * @returns a warning for the owner, or null
 */
export async function compareSecrets({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<string | null> {
  // SQLite has one server, whose secrets lie beside it.
  if (db.engine === 'sqlite') return null
  const digest = keyedDigest(config.keys.sessions, config.paymentSecret)
  const last = await findSetting(db, SECRETS)
  if (last === digest) return null
  await db.transaction((tx) => storeSetting(tx, SECRETS, digest))
  if (last === undefined) return null
  return 'JWT_SECRET or PAYMENT_SECRET are not those of the last start. All servers of a shop need the same, or each logs out the customers of the others: set them, or copy secrets.json.'
}

/** @returns the shop's id, or null where the database cannot be written now: the shop is opened all the same */
async function giveId(db: Database, id: string): Promise<string | null> {
  try {
    return await db.transaction((tx) => storeShopId(tx, id))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return null
  }
}

/** The id in the folder, or null. */
function readShopId(dataDir: string): string | null {
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

/** Lets the folder take the id of the database that is restored into it. */
export function forgetShopId(dataDir: string): void {
  rmSync(join(dataDir, SHOP_ID), { force: true })
}
