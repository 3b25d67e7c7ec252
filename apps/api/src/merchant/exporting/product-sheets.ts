/** Products as rows: in our own words, which import takes back exactly, and in Shopify's. */
import { textToHtml } from '../importing/clean-text.ts'
import type { WholeProduct } from './exporting.store.ts'
import { type CellValue, rupees, type Sheet } from './sheet.ts'

type Variant = WholeProduct['variants'][number]
type Media = WholeProduct['media'][number]

const keyOf = ({ product }: WholeProduct): string => product.external_key ?? product.slug

const addressOf = (row: Media): string =>
  row.video_source === 'youtube' ? `https://www.youtube.com/watch?v=${row.media_url}` : row.media_url

const addresses = (rows: Media[]): string => rows.map(addressOf).join('\n')
/** One a line, so that each stands beside its picture; a dash where there is none. */
const alts = (rows: Media[]): string =>
  rows.some((row) => row.alt !== '') ? rows.map((row) => row.alt || '-').join('\n') : ''
const shared = ({ media }: WholeProduct): Media[] => media.filter((row) => row.variant_id === null)
const ownOf = ({ media }: WholeProduct, { id }: Variant): Media[] =>
  media.filter((row) => row.variant_id === id)

type ProductColumns = Record<string, (whole: WholeProduct) => CellValue>
type VariantColumns = Record<string, (variant: Variant, whole: WholeProduct) => CellValue>

/** What a product has and Shopify's file has no column for. */
const productExtras: ProductColumns = {
  slug: ({ product }) => product.slug,
  short_description: ({ product }) => product.short_description,
  hsn: ({ product }) => product.hsn,
  gst_rate: ({ product }) => product.gst_rate,
  country_of_origin: ({ product }) => product.country_of_origin,
  rating: ({ product }) => product.rating,
  is_new_arrival: ({ product }) => product.is_new_arrival,
  is_featured: ({ product }) => product.is_featured,
  is_on_sale: ({ product }) => product.is_on_sale,
  created_at: ({ product }) => product.created_at,
}

const variantExtras: VariantColumns = {
  color: (variant) => variant.color,
  size: (variant) => variant.size,
  variant_name: (variant) => variant.variant_name,
  weight: (variant) => variant.weight,
  length: (variant) => variant.length,
  breadth: (variant) => variant.breadth,
  height: (variant) => variant.height,
  variant_images: (variant, whole) => addresses(ownOf(whole, variant)),
  variant_image_alts: (variant, whole) => alts(ownOf(whole, variant)),
}

const ownProduct: ProductColumns = {
  name: ({ product }) => product.name,
  brand: ({ product }) => product.brand,
  category: ({ category }) => category.join(' > '),
  description: ({ product }) => product.description,
  is_published: ({ product }) => product.is_published,
  ...productExtras,
  images: (whole) => addresses(shared(whole)),
  image_alts: (whole) => alts(shared(whole)),
}

const ownVariant: VariantColumns = {
  sku: (variant) => variant.sku,
  price: (variant) => rupees(variant.price),
  mrp: (variant) => rupees(variant.mrp),
  stock: (variant) => variant.stock,
  ...variantExtras,
}

/** A row for each variant; the product's own cells stand on its first row. */
export const productSheet: Sheet<WholeProduct> = {
  headings: ['key', ...Object.keys(ownProduct), ...Object.keys(ownVariant)],
  rowsOf: (whole) =>
    whole.variants.map((variant, at) => [
      keyOf(whole),
      ...Object.values(ownProduct).map((column) => (at === 0 ? column(whole) : null)),
      ...Object.values(ownVariant).map((column) => column(variant, whole)),
    ]),
}

const metafield = (owner: 'product' | 'variant', field: string): string =>
  `${field} (${owner}.metafields.haat.${field})`

/** What a shopper chooses by, as Shopify's options. */
function optionsOf({ variants }: WholeProduct): { name: string; value: (variant: Variant) => CellValue }[] {
  const options = [
    { name: 'Color', value: (variant: Variant) => variant.color },
    { name: 'Size', value: (variant: Variant) => variant.size },
    { name: 'Variant', value: (variant: Variant) => variant.variant_name },
  ].filter(({ value }) => variants.some((variant) => value(variant) !== null))
  return options.length > 0 ? options : [{ name: 'Title', value: () => 'Default Title' }]
}

const option = (whole: WholeProduct, at: number) => optionsOf(whole)[at]

const isFilm = (row: Media): boolean => row.media_type === 'video'

const shopifyProduct: ProductColumns = {
  Title: ({ product }) => product.name,
  'Body (HTML)': ({ product }) => textToHtml(product.description),
  Vendor: ({ product }) => product.brand,
  Type: ({ category }) => category.join(' > '),
  Tags: () => '',
  Published: ({ product }) => String(product.is_published),
  ...Object.fromEntries([0, 1, 2].map((at) => [`Option${at + 1} Name`, (whole) => option(whole, at)?.name])),
  Status: ({ product }) => (product.is_published ? 'active' : 'draft'),
  ...Object.fromEntries(
    Object.entries({
      ...productExtras,
      videos: (whole: WholeProduct) => addresses(shared(whole).filter(isFilm)),
    }).map(([field, value]) => [metafield('product', field), value]),
  ),
}

const shopifyVariant = (publicUrl: string): VariantColumns => ({
  ...Object.fromEntries(
    [0, 1, 2].map((at) => [
      `Option${at + 1} Value`,
      (variant: Variant, whole: WholeProduct) => option(whole, at)?.value(variant),
    ]),
  ),
  'Variant SKU': (variant) => variant.sku,
  'Variant Grams': (variant) => Math.round(variant.weight * 1000),
  'Variant Inventory Tracker': () => 'shopify',
  'Variant Inventory Qty': (variant) => variant.stock,
  'Variant Inventory Policy': () => 'deny',
  'Variant Fulfillment Service': () => 'manual',
  'Variant Price': (variant) => rupees(variant.price),
  'Variant Compare At Price': (variant) => rupees(variant.mrp),
  'Variant Requires Shipping': () => 'true',
  'Variant Taxable': () => 'true',
  'Variant Image': (variant, whole) =>
    whole.media.filter((row) => row.variant_id === variant.id).map((row) => absolute(row, publicUrl))[0],
  ...Object.fromEntries(
    Object.entries(variantExtras).map(([field, value]) => [metafield('variant', field), value]),
  ),
})

const absolute = (row: Media, publicUrl: string): string =>
  row.media_url.startsWith('/') ? publicUrl + row.media_url : addressOf(row)

/**
 * Shopify's product file, with what it has no room for in metafield columns.
 *
 * @param publicUrl where Shopify can fetch the pictures
 */
export function shopifySheet(publicUrl: string): Sheet<WholeProduct> {
  const variantColumns = shopifyVariant(publicUrl)
  const [products, variants] = [Object.values(shopifyProduct), Object.values(variantColumns)]
  return {
    headings: [
      'Handle',
      ...Object.keys(shopifyProduct),
      ...Object.keys(variantColumns),
      ...['Image Src', 'Image Position', 'Image Alt Text'],
    ],
    rowsOf(whole) {
      const pictures = shared(whole).filter((row) => !isFilm(row))
      const length = Math.max(whole.variants.length, pictures.length)
      return Array.from({ length }, (_, at) => {
        const [variant, picture] = [whole.variants[at], pictures[at]]
        return [
          keyOf(whole),
          ...products.map((column) => (at === 0 ? column(whole) : null)),
          ...variants.map((column) => variant && column(variant, whole)),
          ...(picture ? [absolute(picture, publicUrl), at + 1, picture.alt] : [null, null, null]),
        ]
      })
    },
  }
}

/** A product as JSON, amounts in rupees. */
export const productJson = (whole: WholeProduct): Record<string, unknown> => ({
  key: keyOf(whole),
  ...Object.fromEntries(Object.entries(ownProductJson).map(([field, value]) => [field, value(whole)])),
  media: shared(whole).map(mediaJson),
  variants: whole.variants.map((variant) => ({
    is_default: variant.is_default,
    ...Object.fromEntries(
      Object.entries(ownVariantJson).map(([field, value]) => [field, value(variant, whole)]),
    ),
    media: ownOf(whole, variant).map(mediaJson),
  })),
})

const { images: _images, image_alts: _imageAlts, ...ownProductJson } = ownProduct
const { variant_images: _pictures, variant_image_alts: _alts, ...ownVariantJson } = ownVariant

const mediaJson = (row: Media) => ({ media_type: row.media_type, url: addressOf(row), alt: row.alt })
