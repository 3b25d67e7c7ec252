/**
 * The shop's id, made at its first start and kept in its database and in its data folder: a server does not open the
 * database of one shop beside a folder with the id of another, or an empty one beside a folder of a shop.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { SHOP_ID } from './data-folder.ts'
import type { Database, Reader } from './db/database.ts'
import { DatabaseRefused, isUnavailable } from './db/errors.ts'
import { findSetting, findShopId, isInitialised, storeShopId } from './features/settings/settings.store.ts'
import { isShopEmpty } from './features/settings/shop-state.store.ts'

/**
 * Refuses a database that does not belong to the data folder.
 *
 * @param reader null for a database without tables
 * @param hadShop whether the folder held a shop, or what is left of one, before the database was opened
 * @throws DatabaseRefused
 */
export async function refuseOtherShop(
  reader: Reader | null,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  hadShop: boolean,
): Promise<void> {
  const ofFolder = readShopId(dataDir)
  const ofDatabase = reader === null ? undefined : await findShopId(reader)
  const mustHaveShop = ofFolder !== null || (hadShop && databaseUrl !== null)
  if (
    ofDatabase === undefined &&
    mustHaveShop &&
    (reader === null || ((await isShopEmpty(reader)) && !(await isInitialised(reader))))
  )
    throw new DatabaseRefused(
      `${dataDir} holds secrets, media or the id of a shop, but the database is empty. Correct DATABASE_URL, unset it and copy the shop there with haat move, restore a backup, or choose an empty DATA_DIR for a new shop.`,
    )
  if (ofFolder !== null && ofDatabase !== undefined && ofFolder !== ofDatabase)
    throw new DatabaseRefused(
      `${dataDir} belongs to the shop ${ofFolder}, the database to the shop ${ofDatabase}. Correct DATA_DIR or DATABASE_URL; if you have put them together on purpose, write ${ofDatabase} into ${join(dataDir, SHOP_ID)}.`,
    )
}

/** The setting that closes the database of a shop that was moved: the place where the shop is. */
export const MOVED_TO = 'moved_to'

/** Where the shop of a database was moved, without a password; or null. */
export const movedTo = async (reader: Reader): Promise<string | null> =>
  (await findSetting(reader, MOVED_TO)) ?? null

/** @throws DatabaseRefused for a database whose shop was moved to another place than this */
export async function refuseMoved(reader: Reader | null, place: string | null): Promise<void> {
  const to = reader === null ? null : await movedTo(reader)
  if (to === null || to === place) return
  const [act, there] = to.startsWith('postgres:')
    ? ['Set', 'database is empty']
    : ['Unset', 'file is missing']
  throw new DatabaseRefused(
    `This shop was moved to ${to}. ${act} DATABASE_URL to use it; if that ${there}, run the same haat move again. To go back, move it again with haat move.`,
  )
}

/** Gives the folder and the database the id that one of them lacks. Call refuseOtherShop() first. */
export async function completeShopIds(db: Database, dataDir: string, hadShop: boolean): Promise<void> {
  const ofFolder = readShopId(dataDir)
  const ofDatabase = await findShopId(db)
  const id = ofDatabase ?? (await giveId(db, ofFolder ?? randomUUID()))
  if (id === null || ofFolder !== null) return
  writeFileSync(join(dataDir, SHOP_ID), `${id}\n`, { mode: 0o600 })
  if (ofDatabase !== undefined && !hadShop)
    console.warn(
      `Warning: ${dataDir} is new to the shop ${id}. Copy secrets.json and media from the shop's other server or from a backup, unless its secrets come from the environment and its media from MEDIA_URL.`,
    )
}

/** @returns null where the database cannot be written now: the shop is opened all the same */
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
  const file = join(dataDir, SHOP_ID)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}

/** Lets the folder take the id of the database that a backup is restored into. */
export function forgetShopId(dataDir: string): void {
  rmSync(join(dataDir, SHOP_ID), { force: true })
}
