import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'

export async function namedLike(reader: Reader, text: string): Promise<number[]> {
  const { products } = reader.tables
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(
      and(eq(products.is_published, true), sql`lower(${products.name}) like lower(${pattern}) escape '\\'`),
    )
    .orderBy(asc(products.id))
    .limit(1000)
  return rows.map((row) => row.id)
}

export async function rebuildIndex(_tx: Tx): Promise<void> {}
export async function indexProducts(_tx: Tx, _productIds: number[]): Promise<void> {}
export async function unindexProducts(_tx: Tx, _productIds: number[]): Promise<void> {}
