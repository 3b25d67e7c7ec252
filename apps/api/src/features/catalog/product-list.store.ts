/** Products as lists show them: two queries per page, whatever its length. And whether their stock or prices have changed. */
import type { ListedProduct, ListedVariant } from '@haat/contract/catalog'
import { discountPercent } from '@haat/contract/rules'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { pipelined, prepared, preparedForIds, type Reader, withoutIndex } from '../../db/database.ts'

/** Condition for products found through another key: published, without choosing the index of that flag. */
export function wherePublished(reader: Reader): SQL {
  const { is_published } = reader.tables.products
  return sql`${withoutIndex(reader, is_published)} = ${sql.param(true, is_published)}`
}

/** Pages are padded to one of these lengths, so that a few prepared statements serve all. */
const LENGTHS = [1, 12, 32, 100, 500] as const

const placeholders = (length: number) => Array.from({ length }, (_, index) => sql.placeholder(`id${index}`))

const productQuery = (reader: Reader, length: number) => {
  const { products, categories } = reader.tables
  const { id, name, brand, category_id, price, mrp, discount_percentage, media_url } = products
  const { short_description, rating, is_new_arrival, is_featured, is_on_sale, in_stock, variant_id } =
    products
  return reader
    .select({
      id,
      name,
      brand,
      category_id,
      category_name: categories.name,
      // A full description may have 50,000 characters; a card shows two lines.
      description: short_description,
      price,
      mrp,
      discount_percentage,
      media_url,
      rating,
      is_new_arrival,
      is_featured,
      is_on_sale,
      in_stock,
      variant_id,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .where(and(inArray(id, placeholders(length)), wherePublished(reader)))
    .prepare(`listed_products_${length}`)
}

const variantQuery = (reader: Reader, length: number) => {
  const { variants } = reader.tables
  const { id, product_id, price, mrp, stock, color, size, variant_name } = variants
  return reader
    .select({ id, product_id, price, mrp, stock, color, size, variant_name })
    .from(variants)
    .where(inArray(product_id, placeholders(length)))
    .orderBy(asc(product_id), desc(variants.is_default), asc(variants.position), asc(id))
    .prepare(`listed_variants_${length}`)
}

const statements = prepared(
  (reader) =>
    new Map(
      LENGTHS.map((length) => [
        length as number,
        { products: productQuery(reader, length), variants: variantQuery(reader, length) },
      ]),
    ),
)

/**
 * The published products among `ids`, in the order of `ids`. Prices are current when applyDeals() ran before.
 *
 * @param ids at most 500
 */
export async function listedProducts(reader: Reader, ids: number[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  const length = LENGTHS.find((max) => max >= ids.length)
  const queries = length === undefined ? undefined : statements(reader).get(length)
  if (length === undefined || !queries) throw new RangeError(`A list of ${ids.length} products is too long`)
  const padded = Object.fromEntries(Array.from({ length }, (_, index) => [`id${index}`, ids[index] ?? 0]))
  const [products, variantRows] = await pipelined(reader, [
    () => queries.products.execute(padded),
    () => queries.variants.execute(padded),
  ])
  const variants = Map.groupBy(variantRows, (row) => row.product_id)
  const byId = new Map(products.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const productVariants = variants.get(id)
    if (!row || !productVariants || row.variant_id === null) return []
    const product = { ...row, variant_id: row.variant_id }
    return [{ ...product, variants: productVariants.map((variant) => toListedVariant(variant, product)) }]
  })
}

/** The default variant as the product's listing columns have it, deal price included. Paise. */
interface DefaultVariant {
  variant_id: number
  price: number
}

type VariantRow = Omit<ListedVariant, 'is_default' | 'discount_percentage'>

/** A variant at its current price: the product's row has the one of the default variant. */
export function toListedVariant(row: VariantRow, defaultVariant: DefaultVariant): ListedVariant {
  const is_default = row.id === defaultVariant.variant_id
  const price = is_default ? defaultVariant.price : row.price
  return { ...row, is_default, price, discount_percentage: discountPercent(row.mrp, price) }
}

/** What a reply shows of a product and what changes without the catalogue's content: stock and prices. */
interface PricedVariant {
  id: number
  stock: number
  /** The current price, that of a running deal included. */
  price: number
  mrp: number | null
}

/** A text that is the same as long as the stock, prices and MRPs of a product's variants are. */
export const stateOf = (variants: readonly PricedVariant[]): string =>
  variants
    .toSorted((a, b) => a.id - b.id)
    .map(({ stock, price, mrp }) => `${stock}/${price}/${mrp ?? ''}`)
    .join()

const variantStates = preparedForIds('variant_states', (reader, ids, name) => {
  const { products, variants } = reader.tables
  const { id, product_id, price, mrp, stock } = variants
  return reader
    .select({ id, product_id, price, mrp, stock, variant_id: products.variant_id, listed: products.price })
    .from(variants)
    .innerJoin(products, eq(products.id, product_id))
    .where(inArray(product_id, ids))
    .prepare(name)
})

/** The state of each product that has variants, by product id, as stateOf() has it. */
export async function findStates(reader: Reader, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const [query, values] = variantStates(reader, ids)
  const rows = await query.execute(values)
  const states = new Map<number, string>()
  for (const [id, variants] of Map.groupBy(rows, (row) => row.product_id)) {
    const priced = variants.map((row) => (row.id === row.variant_id ? { ...row, price: row.listed } : row))
    states.set(id, stateOf(priced))
  }
  return states
}
