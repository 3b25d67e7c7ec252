/** The one rule by which files and commands name the products of the shop. */
import { sql, type SQLWrapper } from 'drizzle-orm'
import { isOneOf, type Reader } from '../../db/database.ts'
import type { ProductRow } from '../../db/schema.ts'

/** What of a product a text may be. Names and SKUs match with A to Z in any case. */
export type FoundBy = 'id' | 'key' | 'sku' | 'slug' | 'name'

/** The products that a text names, each once, in the order of `by`. */
export type FindNamed = (text: string, by: readonly FoundBy[]) => ProductRow[]

/** As both engines lower texts: only ASCII letters. */
export const lowered = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const isSameSku = (sku: string | null, other: string): boolean =>
  sku !== null && lowered(sku) === lowered(other)

const SHOP_ID = /^[1-9]\d{0,8}$/

/** Looks up all these texts at once. A product without a key has its slug for one. */
export async function findNamedProducts(
  reader: Reader,
  wanted: readonly { text: string; by: readonly FoundBy[] }[],
): Promise<FindNamed> {
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
    ...[...owners.values()].map(({ product_id }) => product_id),
  ]
  const byId = new Map((await findBy(id, [...new Set(ids)])).map((row) => [row.id, row]))
  const byKey = new Map((await findBy(external_key, textsOf('key'))).map((row) => [row.external_key, row]))
  const bySlug = new Map((await findBy(slug, textsOf('slug', 'key'))).map((row) => [row.slug, row]))
  const names = textsOf('name').map(lowered)
  const byName = Map.groupBy(await findBy(sql`lower(${name})`, names), (row) => lowered(row.name))
  const found: Record<FoundBy, (text: string) => (ProductRow | undefined)[]> = {
    id: (text) => [byId.get(Number(text))],
    key: (text) => {
      const ofSlug = bySlug.get(text)
      return [byKey.get(text) ?? (ofSlug?.external_key === null ? ofSlug : undefined)]
    },
    sku: (text) => [byId.get(owners.get(lowered(text))?.product_id ?? 0)],
    slug: (text) => [bySlug.get(text)],
    name: (text) => byName.get(lowered(text)) ?? [],
  }
  return (text, by) => {
    const rows = by.flatMap((each) => found[each](text)).filter((row) => row !== undefined)
    return [...new Map(rows.map((row) => [row.id, row])).values()]
  }
}

/** The variants with these SKUs in any case, by their lowered SKU. */
export async function findSkuOwners(reader: Reader, skus: string[]) {
  const { id, sku, product_id } = reader.tables.variants
  const rows = await reader
    .select({ id, sku, product_id })
    .from(reader.tables.variants)
    .where(isOneOf(reader, sql`lower(${sku})`, skus.map(lowered)))
  return new Map(rows.map((row) => [lowered(row.sku ?? ''), row]))
}
