import { ShopSettings } from '@haat/contract/settings'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'

const KEY = 'shop'

/** The shop's settings, amounts in paise; the defaults where nothing is stored. */
export async function readSettings(reader: Reader): Promise<ShopSettings> {
  const stored = await findSetting(reader, KEY)
  return stored === undefined ? DEFAULT_SETTINGS : z.decode(ShopSettings, JSON.parse(stored))
}

export async function writeSettings(tx: Tx, settings: ShopSettings): Promise<void> {
  await storeSetting(tx, KEY, JSON.stringify(z.encode(ShopSettings, settings)))
}

/** The stored value of one key, or undefined. */
export async function findSetting(reader: Reader, key: string): Promise<string | undefined> {
  const { settings } = reader.tables
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value
}

export async function storeSetting(tx: Tx, key: string, value: string): Promise<void> {
  const { settings } = tx.tables
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

/** When the server first received a request through a proxy while TRUST_PROXY was not set, as ISO text. */
export const SEEN_FORWARDED_AT = 'seen_forwarded_at'

/** Records the first request through a proxy that is not trusted, for `haat doctor`. Later ones change nothing. */
export async function recordForwardedRequest(db: Database, now: Date): Promise<void> {
  if ((await findSetting(db, SEEN_FORWARDED_AT)) !== undefined) return
  await db.transaction((tx) => storeSetting(tx, SEEN_FORWARDED_AT, now.toISOString()))
}

export async function findPage(reader: Reader, slug: string) {
  const { pages } = reader.tables
  const [page] = await reader.select().from(pages).where(eq(pages.slug, slug))
  return page
}

export async function storePage(tx: Tx, page: { slug: string; title: string; text: string }): Promise<void> {
  const { pages } = tx.tables
  const { title, text } = page
  await tx.insert(pages).values(page).onConflictDoUpdate({ target: pages.slug, set: { title, text } })
}
