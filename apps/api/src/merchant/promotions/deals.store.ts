import { and, desc, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'

export type NewDeal = Tables['deals']['$inferInsert']

/** Every deal with its product, the newest first. */
export async function findDealsOfMerchant(reader: Reader) {
  const { deals, products } = reader.tables
  const { id, product_id, name, deal_price, start_date, end_date, is_active } = deals
  return reader
    .select({ id, product_id, product: products.name, name, deal_price, start_date, end_date, is_active })
    .from(deals)
    .innerJoin(products, eq(products.id, product_id))
    .orderBy(desc(id))
}

/** @returns its id */
export async function insertDeal(tx: Tx, deal: NewDeal, now: Date): Promise<number> {
  const [made] = await tx.insert(tx.tables.deals).values(deal).returning({ id: tx.tables.deals.id })
  await refreshListings(tx, [deal.product_id], now)
  return made!.id
}

/** Switches a deal off: its product costs what it cost before. @returns whether one was on */
export async function endDeal(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { deals } = tx.tables
  const [ended] = await tx
    .update(deals)
    .set({ is_active: false })
    .where(and(eq(deals.id, id), eq(deals.is_active, true)))
    .returning({ product_id: deals.product_id })
  if (ended) await refreshListings(tx, [ended.product_id], now)
  return ended !== undefined
}
