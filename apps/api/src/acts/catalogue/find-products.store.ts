/** The one rule by which files and commands name the products of the shop. */
import { sql, type SQLWrapper } from 'drizzle-orm'
import { isOneOf, type Reader } from '../../db/database.ts'
import type { ProductRow } from '../../db/schema.ts'

/** What of a product a text may be. Names match in any case. */
export type FoundBy = 'id' | 'key' | 'sku' | 'slug' | 'name'

interface NamedProduct {
  text: string
  by: readonly FoundBy[]
}

/** The products that a text names, each once, in the order of `by`. */
export type FindNamed = (text: string, by: readonly FoundBy[]) => ProductRow[]

const SHOP_ID = /^[1-9]\d{0,8}$/

/** Looks up all these texts at once. A product without a key has its slug for one. */
export async function findNamedProducts(reader: Reader, wanted: readonly NamedProduct[]): Promise<FindNamed> {
  const { external_key, id, name, slug } = reader.tables.products
  const textsOf = (...by: FoundBy[]): string[] => [
    ...new Set(wanted.flatMap((one) => (by.some((each) => one.by.includes(each)) ? one.text : []))),
  ]
  const findBy = (column: SQLWrapper, values: (string | number)[]): Promise<ProductRow[]> | [] =>
    values.length === 0
      ? []
      : reader
          .select()
          .from(reader.tables.products)
          .where(isOneOf(reader, column, values))
  const owners = await findSkuOwners(reader, textsOf('sku'))
  const ids = [
    ...textsOf('id')
      .filter((text) => SHOP_ID.test(text))
      .map(Number),
    ...owners.values(),
  ]
  const byId = new Map((await findBy(id, [...new Set(ids)])).map((row) => [row.id, row]))
  const byKey = new Map((await findBy(external_key, textsOf('key'))).map((row) => [row.external_key, row]))
  const bySlug = new Map((await findBy(slug, textsOf('slug', 'key'))).map((row) => [row.slug, row]))
  const names = textsOf('name').map((text) => text.toLowerCase())
  const byName = Map.groupBy(await findBy(sql`lower(${name})`, names), (row) => row.name.toLowerCase())
  const found: Record<FoundBy, (text: string) => (ProductRow | undefined)[]> = {
    id: (text) => [byId.get(Number(text))],
    key: (text) => {
      const ofSlug = bySlug.get(text)
      return [byKey.get(text) ?? (ofSlug?.external_key === null ? ofSlug : undefined)]
    },
    sku: (text) => [byId.get(owners.get(text) ?? 0)],
    slug: (text) => [bySlug.get(text)],
    name: (text) => byName.get(text.toLowerCase()) ?? [],
  }
  return (text, by) => {
    const rows = by.flatMap((each) => found[each](text)).filter((row) => row !== undefined)
    return [...new Map(rows.map((row) => [row.id, row])).values()]
  }
}

/** The product id of each of these SKUs. */
async function findSkuOwners(reader: Reader, skus: string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map()
  const { sku, product_id } = reader.tables.variants
  const rows = await reader
    .select({ sku, product_id })
    .from(reader.tables.variants)
    .where(isOneOf(reader, sku, skus))
  return new Map(rows.map((row) => [row.sku ?? '', row.product_id]))
}
