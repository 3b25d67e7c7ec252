/** Products as lists show them: two queries per page, whatever its length. And whether their stock or prices have changed. */
import type { ListedProduct, ListedVariant } from '@haat/contract/catalog'
import { discountPercent } from '@haat/contract/rules'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, pipelined, prepared, type Reader, withoutIndex } from '../../db/database.ts'

/** Condition for products found through another key: published, without choosing the index of that flag. */
export function wherePublished(reader: Reader): SQL {
  const { is_published } = reader.tables.products
  return sql`${withoutIndex(reader, is_published)} = ${sql.param(true, is_published)}`
}

/** Pages are padded to one of these lengths, so that a few prepared statements serve all. */
const LENGTHS = [1, 12, 32, 100, 500] as const
const LONGEST = 500

const placeholders = (length: number) => Array.from({ length }, (_, index) => sql.placeholder(`id${index}`))

/** A product's row. Flags are numbers on SQLite. */
type ProductRow = Omit<ListedProduct, 'variant_id' | 'variants' | 'media_color' | Flag> & {
  variant_id: number | null
  media_color: string | null
} & Record<Flag, boolean | number>
type Flag = 'is_new_arrival' | 'is_featured' | 'is_on_sale' | 'in_stock'

const productQuery = (db: Database, length: number) => {
  const { products, categories, picture_colors } = db.tables
  const { id, name, brand, category_id, price, mrp, discount_percentage, media_url } = products
  const { short_description, rating, is_new_arrival, is_featured, is_on_sale, in_stock, variant_id } =
    products
  const query = db
    .select({
      id,
      name,
      brand,
      category_id,
      category_name: sql`${categories.name}`.as('category_name'),
      // A full description may have 50,000 characters; a card shows two lines.
      description: sql`${short_description}`.as('description'),
      price,
      mrp,
      discount_percentage,
      media_url,
      media_color: sql`${picture_colors.color}`.as('media_color'),
      rating,
      is_new_arrival,
      is_featured,
      is_on_sale,
      in_stock,
      variant_id,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(picture_colors, eq(picture_colors.media_url, media_url))
    .where(and(inArray(id, placeholders(length)), wherePublished(db)))
  return db.compile<ProductRow>(query, `listed_products_${length}`)
}

const variantQuery = (db: Database, length: number) => {
  const { variants } = db.tables
  const { id, product_id, price, mrp, stock, color, size, variant_name } = variants
  const query = db
    .select({ id, product_id, price, mrp, stock, color, size, variant_name })
    .from(variants)
    .where(inArray(product_id, placeholders(length)))
    .orderBy(asc(product_id), desc(variants.is_default), asc(variants.position), asc(id))
  return db.compile<VariantRow & { product_id: number }>(query, `listed_variants_${length}`)
}

const stateQuery = (db: Database, length: number) => {
  const { products, variants } = db.tables
  const { id, product_id, price, mrp, stock } = variants
  const listed = sql`${products.price}`.as('listed')
  const query = db
    .select({ id, product_id, price, mrp, stock, variant_id: products.variant_id, listed })
    .from(variants)
    .innerJoin(products, eq(products.id, product_id))
    .where(inArray(product_id, placeholders(length)))
  return db.compile<PricedVariant & { product_id: number; variant_id: number | null; listed: number }>(
    query,
    `variant_states_${length}`,
  )
}

const statements = prepared(
  (db: Database) =>
    new Map(
      LENGTHS.map((length) => [
        length as number,
        {
          products: productQuery(db, length),
          variants: variantQuery(db, length),
          states: stateQuery(db, length),
        },
      ]),
    ),
)

/** The statements for so many ids, and the ids as their values. */
function statementsFor(db: Database, ids: readonly number[]) {
  const length = LENGTHS.find((max) => max >= ids.length)
  const queries = length === undefined ? undefined : statements(db).get(length)
  if (length === undefined || !queries) throw new RangeError(`A list of ${ids.length} products is too long`)
  const values: Record<string, number> = {}
  for (let at = 0; at < length; at += 1) values[`id${at}`] = ids[at] ?? 0
  return { queries, values }
}

/**
 * The published products among `ids`, in the order of `ids`. Prices are current when applyDeals() ran before.
 *
 * @param ids at most 500
 */
export async function listedProducts(db: Database, ids: number[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  const { queries, values } = statementsFor(db, ids)
  const [products, variantRows] = await pipelined(db, [
    () => queries.products(values),
    () => queries.variants(values),
  ])
  const variants = Map.groupBy(variantRows, (row) => row.product_id)
  const byId = new Map(products.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const productVariants = variants.get(id)
    return row && productVariants ? (toListedProduct(row, productVariants) ?? []) : []
  })
}

function toListedProduct(row: ProductRow, variants: VariantRow[]): ListedProduct | null {
  const { variant_id, is_new_arrival, is_featured, is_on_sale, in_stock } = row
  if (variant_id === null) return null
  const product = { variant_id, price: row.price }
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    category_id: row.category_id,
    category_name: row.category_name,
    description: row.description,
    price: row.price,
    mrp: row.mrp,
    discount_percentage: row.discount_percentage,
    media_url: row.media_url,
    media_color: row.media_color ?? undefined,
    rating: row.rating,
    is_new_arrival: Boolean(is_new_arrival),
    is_featured: Boolean(is_featured),
    is_on_sale: Boolean(is_on_sale),
    in_stock: Boolean(in_stock),
    variant_id,
    variants: variants.map((variant) => toListedVariant(variant, product)),
  }
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
export function stateOf(variants: readonly PricedVariant[]): string {
  // Most are in this order already.
  const isSorted = variants.every(({ id }, at) => id > (variants[at - 1]?.id ?? 0))
  let state = ''
  for (const { stock, price, mrp } of isSorted ? variants : variants.toSorted((a, b) => a.id - b.id))
    state += `${stock}/${price}/${mrp ?? ''},`
  return state
}

/** The state of each product that has variants, by product id, as stateOf() has it. */
export async function findStates(db: Database, ids: number[]): Promise<Map<number, string>> {
  const states = new Map<number, string>()
  for (let start = 0; start < ids.length; start += LONGEST) {
    const { queries, values } = statementsFor(db, ids.slice(start, start + LONGEST))
    const rows = await queries.states(values)
    for (const [id, variants] of Map.groupBy(rows, (row) => row.product_id)) {
      for (const row of variants) if (row.id === row.variant_id) row.price = row.listed
      states.set(id, stateOf(variants))
    }
  }
  return states
}
