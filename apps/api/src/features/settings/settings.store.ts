import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'

/** The stored text of one key of the settings, or undefined. */
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
