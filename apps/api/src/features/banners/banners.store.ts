import { and, asc, eq, max } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'

/** Every banner in the order in which they are shown. */
export const findBannersOfMerchant = (reader: Reader) =>
  reader
    .select()
    .from(reader.tables.banners)
    .orderBy(asc(reader.tables.banners.position), asc(reader.tables.banners.id))

/** Puts a banner behind the others. @returns its id */
export async function insertBanner(
  tx: Tx,
  banner: { banner_name: string; banner_image: string; link: string | null },
): Promise<number> {
  const { banners } = tx.tables
  const [last] = await tx.select({ position: max(banners.position) }).from(banners)
  const [made] = await tx
    .insert(banners)
    .values({ ...banner, position: (last?.position ?? -1) + 1 })
    .returning({ id: banners.id })
  await touchCatalogue(tx)
  return made!.id
}

/** Takes a banner off the shop window. @returns whether one was there */
export async function endBanner(tx: Tx, id: number): Promise<boolean> {
  const { banners } = tx.tables
  const ended = await tx
    .update(banners)
    .set({ is_active: false })
    .where(and(eq(banners.id, id), eq(banners.is_active, true)))
    .returning({ id: banners.id })
  await touchCatalogue(tx)
  return ended.length === 1
}
