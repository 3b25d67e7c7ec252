/** Published products as lists and their own pages show them: one query for products, one for variants. */
import type { ListedProduct, ListedVariant, ProductDetail } from '@haat/contract/catalog'
import { discountPercent } from '@haat/contract/rules'
import { swatchOf } from '@haat/contract/swatch'
import { productPath } from '@haat/contract/storefront-paths'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  hasRow,
  isOneOf,
  pick,
  pipelined,
  prepared,
  preparedForList,
  type Reader,
} from '../../db/database.ts'
import { toMediaList } from '../media/media-urls.ts'
import { findPictures } from './purchasable-variants.store.ts'

/** Condition for published products, as the listing indexes have it. */
export const isShown = ({ tables: { products } }: Reader): SQL => sql`${products.is_published}`

const shownColumns = ({ tables: { products, categories } }: Reader) => ({
  ...pick(products, 'id', 'name', 'brand', 'category_id', 'media_url', 'rating', 'variant_id', 'in_stock'),
  ...pick(products, 'price', 'mrp', 'discount_percentage', 'is_new_arrival', 'is_featured', 'is_on_sale'),
  net_quantity: products.net_quantity,
  category_name: categories.name,
})

const productsOf = preparedForList((reader, ids) => {
  const { products, categories } = reader.tables
  // A full description may have 50,000 characters; a card shows two lines.
  return reader
    .select({ ...shownColumns(reader), description: products.short_description })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .where(and(isOneOf(reader, products.id, ids), isShown(reader)))
    .prepare('listed_products')
})

const variantsOf = preparedForList((reader, ids) => {
  const { variants } = reader.tables
  return reader
    .select(pick(variants, 'id', 'product_id', 'price', 'mrp', 'stock', 'color', 'size', 'variant_name'))
    .from(variants)
    .where(isOneOf(reader, variants.product_id, ids))
    .orderBy(asc(variants.product_id), desc(variants.is_default), asc(variants.position), asc(variants.id))
    .prepare('listed_variants')
})

export type Wanted = Record<'colors' | 'sizes', readonly string[]>

/**
 * The published products among `ids`, in the order of `ids`. Prices are current when applyDeals() ran before.
 *
 * @param wanted colours and sizes that are looked for
 */
export async function listedProducts(
  reader: Reader,
  ids: readonly number[],
  wanted: Wanted = { colors: [], sizes: [] },
): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  const [products, values] = productsOf(reader, ids)
  const [variants] = variantsOf(reader, ids)
  const [rows, variantRows] = await pipelined(reader, [
    () => products.execute(values),
    () => variants.execute(values),
  ])
  const byProduct = Map.groupBy(variantRows, (row) => row.product_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const listed = ids.flatMap((id) => {
    const product = withDefault(byId.get(id))
    if (product === undefined) return []
    return { ...product, variants: (byProduct.get(id) ?? []).map((row) => toVariant(row, product)) }
  })
  return wanted.colors.length + wanted.sizes.length === 0 ? listed : withWanted(reader, listed, wanted)
}

/** Adds the variant that fits best, by size, colour, stock and the default's colour, unless it is the default one. */
async function withWanted(reader: Reader, products: ListedProduct[], { colors, sizes }: Wanted) {
  const pictures = await findPictures(
    reader,
    products.map(({ id }) => id),
  )
  const fit = ({ color, size }: ListedVariant) =>
    (sizes.includes(size ?? '') ? 4 : 0) + (colors.includes(color ?? '') ? 2 : 0)
  return products.map((product) => {
    const [usual] = product.variants
    const rank = (variant: ListedVariant) =>
      fit(variant) + (variant.stock > 0 ? 1 : 0) + (variant.color === usual?.color ? 0.5 : 0)
    const [found] = product.variants.toSorted((a, b) => rank(b) - rank(a))
    if (!found || found === usual || fit(found) === 0) return product
    const alike = product.variants.filter(({ color }) => color === found.color)
    const picture = [found, ...alike]
      .map(({ id }) => pictures.find(({ variant_id }) => variant_id === id))
      .find((one) => one !== undefined)
    const { media_url } = picture ?? product
    return { ...product, wanted_variant: { id: found.id, media_url } }
  })
}

/** A product's row in the wire's words; undefined without a variant. */
function withDefault<Row extends { variant_id: number | null }>(row: Row | undefined) {
  const variant_id = row?.variant_id ?? null
  if (!row || variant_id === null) return undefined
  return { ...row, variant_id }
}

/** A variant at its current price: the product's row has the one of the default variant, deal price included. */
function toVariant(
  {
    product_id: _,
    ...row
  }: Omit<ListedVariant, 'is_default' | 'discount_percentage' | 'swatch'> & { product_id: number },
  product: { variant_id: number; price: number },
): ListedVariant {
  const is_default = row.id === product.variant_id
  const price = is_default ? product.price : row.price
  const [swatch, discount_percentage] = [swatchOf(row.color), discountPercent(row.mrp, price)]
  return { ...row, swatch, is_default, price, discount_percentage }
}

const suggested = preparedForList((reader, ids) => {
  const { products } = reader.tables
  return reader
    .select(pick(products, 'id', 'name', 'brand', 'category_id', 'media_url', 'price'))
    .from(products)
    .where(isOneOf(reader, products.id, ids))
    .prepare('suggested_products')
})

/** What a suggestion shows of these products, in any order. */
export async function findSuggested(reader: Reader, ids: number[]) {
  const [query, values] = suggested(reader, ids)
  return query.execute(values)
}

const productById = prepared((reader) => {
  const { products, categories } = reader.tables
  return reader
    .select({
      ...shownColumns(reader),
      ...pick(products, 'short_description', 'description', 'country_of_origin', 'manufacturer'),
      ...pick(products, 'consumer_care', 'review_count'),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .where(and(eq(products.id, sql.placeholder('id')), isShown(reader)))
    .prepare('product_by_id')
})

/** The columns of the media table that pages show. */
export const SHOWN_MEDIA = ['id', 'media_type', 'media_url', 'video_source', 'alt'] as const

const mediaOfProduct = prepared((reader) => {
  const { media } = reader.tables
  return reader
    .select(pick(media, ...SHOWN_MEDIA, 'variant_id'))
    .from(media)
    .where(eq(media.product_id, sql.placeholder('id')))
    .orderBy(asc(media.position), asc(media.id))
    .prepare('media_of_product')
})

export const findMedia = (reader: Reader, id: number) => mediaOfProduct(reader).execute({ id })

/** A published product with its variants and media; undefined if it is not there. */
export async function findProduct(reader: Reader, id: number): Promise<ProductDetail | undefined> {
  const [variants, values] = variantsOf(reader, [id])
  const [[row], variantRows, media] = await pipelined(reader, [
    () => productById(reader).execute({ id }),
    () => variants.execute(values),
    () => findMedia(reader, id),
  ])
  const product = withDefault(row)
  if (product === undefined) return undefined
  const mediaOf = (owner: number | null) => toMediaList(media.filter((one) => one.variant_id === owner))
  const shared = mediaOf(null)
  return {
    ...product,
    path: productPath(id, product.name),
    media: shared.length > 0 ? shared : mediaOf(product.variant_id),
    variants: variantRows.map((one) => ({ ...toVariant(one, product), media: mediaOf(one.id) })),
  }
}

export const isPublished = (reader: Reader, id: number): Promise<boolean> =>
  hasRow(reader, reader.tables.products, and(eq(reader.tables.products.id, id), isShown(reader)))
