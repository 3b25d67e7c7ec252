import { AllSettings, type Page, PAGE_SLUGS } from '@haat/contract/settings'
import { VOID_STATUSES } from '@haat/contract/rules'
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, deleteRows, findRow, prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { DEFAULT_SETTINGS, NEW_SETTINGS } from './default-settings.ts'
import { firstPages } from './shop-texts.ts'

const KEY = 'shop'

/** The settings decoded last: every order reads them. */
let decoded: { stored: string; settings: AllSettings } | null = null

/** The shop's settings, amounts in paise; the defaults where nothing is stored. Not to be changed. */
export async function readSettings(reader: Reader): Promise<AllSettings> {
  const stored = await findSetting(reader, KEY)
  if (stored === undefined) return DEFAULT_SETTINGS
  if (decoded?.stored !== stored) decoded = { stored, settings: decode(stored) }
  return decoded.settings
}

type Encoded = Record<string, unknown>
const DEFAULTS: Encoded = z.encode(AllSettings, DEFAULT_SETTINGS)
const isGroup = (value: unknown): value is Encoded =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was stored before a setting existed has its default. */
function decode(stored: string): AllSettings {
  const given = Object.entries(JSON.parse(stored) as Encoded).map(([name, value]) => {
    const group = DEFAULTS[name]
    return [name, isGroup(group) && isGroup(value) ? { ...group, ...value } : value]
  })
  return z.decode(AllSettings, { ...DEFAULTS, ...Object.fromEntries(given) })
}

export async function writeSettings(tx: Tx, settings: AllSettings): Promise<void> {
  const before = await readSettings(tx)
  if (settings.limits.verified_contact && !before.limits.verified_contact) await verifyBuyers(tx)
  await storeSetting(tx, KEY, JSON.stringify(z.encode(AllSettings, settings)))
}

/** Where first orders begin to need a verified mailbox, customers with a standing order need not order for the first time. */
async function verifyBuyers(tx: Tx): Promise<void> {
  const { users, orders } = tx.tables
  const buyers = tx
    .select({ id: orders.user_id })
    .from(orders)
    .where(notInArray(orders.status, [...VOID_STATUSES]))
  await tx
    .update(users)
    .set({ email_verified_at: users.created_at })
    .where(and(isNull(users.email_verified_at), inArray(users.id, buyers)))
}

/** Gives a shop without settings those of a new shop, which claim nothing, until its owner sets it up. */
export async function beginNewShop(db: Database): Promise<void> {
  if ((await findSetting(db, KEY)) !== undefined) return
  await db.transaction((tx) => writeSettings(tx, NEW_SETTINGS))
}

export async function findSetting(reader: Reader, key: string): Promise<string | undefined> {
  const [row] = await byName(reader).execute({ key })
  return row?.value
}

const byName = prepared((reader) => {
  const { settings } = reader.tables
  return reader
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key')))
    .prepare('setting_by_key')
})

export async function storeSetting(tx: Tx, key: string, value: string): Promise<void> {
  const { settings } = tx.tables
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

export const deleteSetting = (tx: Tx, key: string): Promise<number> =>
  deleteRows(tx, tx.tables.settings, eq(tx.tables.settings.key, key))

const INITIALISED_AT = 'initialised_at'

/** When the shop was set up or filled. */
export async function findOpening(reader: Reader): Promise<Date | undefined> {
  const at = await findSetting(reader, INITIALISED_AT)
  return at === undefined ? undefined : new Date(at)
}

/** Whether the shop has been set up or filled before: only then does it have an owner's or a demo's content. */
export const isInitialised = async (reader: Reader): Promise<boolean> =>
  (await findOpening(reader)) !== undefined

const CLOSED_AT = 'opening_taken_back_at'

/** Whether the shop has been set up, and its opening not been taken back. */
export const isSetUp = async (reader: Reader): Promise<boolean> =>
  (await isInitialised(reader)) && (await findSetting(reader, CLOSED_AT)) === undefined

/** Whether customers can buy. Development needs no set-up. */
export const isOpen = async (reader: Reader, { production }: { production: boolean }): Promise<boolean> =>
  !production || (await isSetUp(reader))

export async function markInitialised(tx: Tx, now: Date): Promise<void> {
  await storeSetting(tx, INITIALISED_AT, now.toISOString())
  await deleteSetting(tx, CLOSED_AT)
}

/** Visitors read again that the shop opens soon. */
export const takeOpeningBack = (tx: Tx, now: Date): Promise<void> =>
  storeSetting(tx, CLOSED_AT, now.toISOString())

const SHOP_ID = 'shop_id'

/** The shop's id, which its data folder has too. */
export const findShopId = (reader: Reader): Promise<string | undefined> => findSetting(reader, SHOP_ID)

/** Gives the shop an id. @returns the shop's id: that of another server if that one was first */
export async function storeShopId(tx: Tx, id: string): Promise<string> {
  await tx.insertMany('settings', [{ key: SHOP_ID, value: id }], ['key'])
  return (await findShopId(tx)) ?? id
}

/** A page that the merchant has written. */
export const findPage = (reader: Reader, slug: string) =>
  findRow(reader, reader.tables.pages, eq(reader.tables.pages.slug, slug))

/** A page as customers read it: in the merchant's words, or in those that follow from the settings. */
export async function readPage(reader: Reader, pay: Shop['pay'], slug: string): Promise<Page | undefined> {
  const written = await findPage(reader, slug)
  return written ?? firstPages(await readSettings(reader), pay).find((first) => first.slug === slug)
}

/** When text pages last changed, by slug: of those that nobody has written, the time of the set-up. */
export async function findPageChanges(reader: Reader): Promise<(slug: string) => Date | undefined> {
  const { slug, changed_at } = reader.tables.pages
  const rows = await reader.select({ slug, changed_at }).from(reader.tables.pages)
  const changes = new Map(rows.map((row) => [row.slug, row.changed_at]))
  const first = await findOpening(reader)
  return (page) => changes.get(page) ?? first
}

export async function storePage(
  tx: Tx,
  { slug, title, text, in_footer = true }: Omit<Page, 'in_footer'> & Partial<Page>,
  changed_at: Date,
): Promise<void> {
  const { pages } = tx.tables
  const set = { title, text, in_footer, changed_at }
  await tx
    .insert(pages)
    .values({ slug, ...set })
    .onConflictDoUpdate({ target: pages.slug, set })
}

/** The slugs of the pages that the merchant has written. */
export async function findWrittenPages(reader: Reader): Promise<string[]> {
  const { slug } = reader.tables.pages
  return (await reader.select({ slug }).from(reader.tables.pages)).map((row) => row.slug)
}

/** The merchant's own pages, besides those that every shop has, by title. */
export async function findOwnPages(reader: Reader): Promise<Omit<Page, 'text'>[]> {
  const { slug, title, in_footer } = reader.tables.pages
  return reader
    .select({ slug, title, in_footer })
    .from(reader.tables.pages)
    .where(notInArray(slug, [...PAGE_SLUGS]))
    .orderBy(asc(title), asc(slug))
}

/** @returns whether there was such a page */
export const deletePage = async (tx: Tx, slug: string): Promise<boolean> =>
  (await deleteRows(tx, tx.tables.pages, eq(tx.tables.pages.slug, slug))) === 1
