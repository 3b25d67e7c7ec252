/** Tables of products: in haat's own columns, which import reads without loss, and in Shopify's. */
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from '@haat/contract/staff/products'
import { formatSortable } from '../../format.ts'
import { textToHtml } from '../cells/clean-text.ts'
import { amount, blank, code, type Columns, fields, type Table, toCells, toFields } from '../cells/columns.ts'
import type { ExportedProduct } from './exporting.store.ts'

type Variant = ExportedProduct['variants'][number]
type Media = ExportedProduct['media'][number]

const keyOf = ({ product }: ExportedProduct): string => product.external_key ?? product.slug

const addressOf = (row: Media): string =>
  row.video_source === 'youtube' ? `https://www.youtube.com/watch?v=${row.media_url}` : row.media_url

const addresses = (rows: Media[]): string => rows.map(addressOf).join('\n')
/** One per line, in the order of the pictures; a dash means no text. */
const alts = (rows: Media[]): string =>
  rows.some((row) => row.alt !== '') ? rows.map((row) => row.alt || '-').join('\n') : ''
const productMedia = ({ media }: ExportedProduct): Media[] => media.filter((row) => row.variant_id === null)
const variantMedia = ({ media }: ExportedProduct, { id }: Variant): Media[] =>
  media.filter((row) => row.variant_id === id)

/** `2026-03-02T12:00:00.000+05:30`. */
const inIndia = (date: Date): string =>
  `${formatSortable(date).replace(' ', 'T')}.${date.toISOString().slice(-4, -1)}${SHOP_UTC_OFFSET}`

type ProductColumns = Columns<[item: ExportedProduct]>
type VariantColumns = Columns<[variant: Variant, item: ExportedProduct]>

const ofProduct = ({ product }: ExportedProduct) => product
const ofVariant = (variant: Variant, _item: ExportedProduct) => variant

const SHOPIFY_HAS = ['name', 'brand', 'description', 'sku', 'price', 'mrp', 'stock']
const isMetafield = (name: string): boolean => !SHOPIFY_HAS.includes(name)

/** Columns that Shopify lacks; its file has them as metafields. */
const productMetafields: ProductColumns = {
  ...fields(ofProduct, ['slug', ...PRODUCT_COLUMNS.filter(isMetafield)]),
  ...fields(ofProduct, ['hsn'], code),
  // To the millisecond, so that an import finds them unchanged.
  publish_at: ({ product }) => product.publish_at && inIndia(product.publish_at),
  created_at: ({ product }) => inIndia(product.created_at),
}

const variantMetafields: VariantColumns = {
  ...fields(ofVariant, VARIANT_COLUMNS.filter(isMetafield)),
  variant_images: (variant, item) => addresses(variantMedia(item, variant)),
  variant_image_alts: (variant, item) => alts(variantMedia(item, variant)),
}

const productColumns: ProductColumns = {
  ...fields(ofProduct, ['name', 'brand']),
  category: ({ category }) => category.join(' > '),
  ...fields(ofProduct, ['description', 'is_published']),
  ...productMetafields,
  images: (item) => addresses(productMedia(item)),
  image_alts: (item) => alts(productMedia(item)),
}

const variantColumns: VariantColumns = {
  ...fields(ofVariant, ['sku'], code),
  ...fields(ofVariant, ['price', 'mrp'], amount),
  ...fields(ofVariant, ['stock']),
  ...variantMetafields,
}

/** One row per variant; the first one has the product's cells. */
export const productTable: Table<ExportedProduct> = {
  headings: ['key', ...Object.keys(productColumns), ...Object.keys(variantColumns)],
  toRows: (item) =>
    item.variants.map((variant, at) => [
      code(keyOf(item)),
      ...(at === 0 ? toCells(productColumns, item) : blank(productColumns)),
      ...toCells(variantColumns, variant, item),
    ]),
}

const metafield = (owner: 'product' | 'variant', field: string): string =>
  `${field} (${owner}.metafields.haat.${field})`

/** Colour, size and name of the variants as Shopify's options. */
function optionsOf({
  variants,
}: ExportedProduct): { name: string; value: (variant: Variant) => string | null }[] {
  const options = [
    { name: 'Color', value: (variant: Variant) => variant.color },
    { name: 'Size', value: (variant: Variant) => variant.size },
    { name: 'Variant', value: (variant: Variant) => variant.variant_name },
  ].filter(({ value }) => variants.some((variant) => value(variant) !== null))
  return options.length > 0 ? options : [{ name: 'Title', value: () => 'Default Title' }]
}

const option = (item: ExportedProduct, at: number) => optionsOf(item)[at]

const isVideo = (row: Media): boolean => row.media_type === 'video'

const shopifyProduct: ProductColumns = {
  Title: ({ product }) => product.name,
  'Body (HTML)': ({ product }) => textToHtml(product.description),
  Vendor: ({ product }) => product.brand,
  Type: ({ category }) => category.join(' > '),
  Tags: () => '',
  Published: ({ product }) => String(product.is_published),
  ...Object.fromEntries([0, 1, 2].map((at) => [`Option${at + 1} Name`, (item) => option(item, at)?.name])),
  Status: ({ product }) => (product.is_published ? 'active' : 'draft'),
  ...Object.fromEntries(
    Object.entries({
      ...productMetafields,
      videos: (item: ExportedProduct) => addresses(productMedia(item).filter(isVideo)),
    }).map(([field, value]) => [metafield('product', field), value]),
  ),
}

const shopifyVariant = (publicUrl: string): VariantColumns => ({
  ...Object.fromEntries(
    [0, 1, 2].map((at) => [
      `Option${at + 1} Value`,
      (variant: Variant, item: ExportedProduct) => option(item, at)?.value(variant),
    ]),
  ),
  'Variant SKU': (variant) => variant.sku,
  'Variant Grams': ({ weight }) => weight && Math.round(weight * 1000),
  'Variant Inventory Tracker': () => 'shopify',
  'Variant Inventory Qty': (variant) => variant.stock,
  'Variant Inventory Policy': () => 'deny',
  'Variant Fulfillment Service': () => 'manual',
  'Variant Price': ({ price }) => amount(price),
  'Variant Compare At Price': ({ mrp }) => amount(mrp),
  'Variant Requires Shipping': () => 'true',
  'Variant Taxable': () => 'true',
  'Variant Image': (variant, item) => variantMedia(item, variant).map((row) => absolute(row, publicUrl))[0],
  ...Object.fromEntries(
    Object.entries(variantMetafields).map(([field, value]) => [metafield('variant', field), value]),
  ),
})

const absolute = (row: Media, publicUrl: string): string =>
  row.media_url.startsWith('/') ? publicUrl + row.media_url : addressOf(row)

/**
 * Shopify's product file, with metafields for what it has no columns for.
 *
 * @param publicUrl where Shopify can fetch the pictures
 */
export function shopifyProductTable(publicUrl: string): Table<ExportedProduct> {
  const perVariant = shopifyVariant(publicUrl)
  return {
    headings: [
      'Handle',
      ...Object.keys(shopifyProduct),
      ...Object.keys(perVariant),
      'Image Src',
      'Image Position',
      'Image Alt Text',
    ],
    toRows(item) {
      const pictures = productMedia(item).filter((row) => !isVideo(row))
      const length = Math.max(item.variants.length, pictures.length)
      return Array.from({ length }, (_, at) => {
        const variant = item.variants[at]
        const picture = pictures[at]
        return [
          keyOf(item),
          ...(at === 0 ? toCells(shopifyProduct, item) : blank(shopifyProduct)),
          ...(variant ? toCells(perVariant, variant, item) : blank(perVariant)),
          ...(picture ? [absolute(picture, publicUrl), at + 1, picture.alt] : [null, null, null]),
        ]
      })
    },
  }
}

/** A product as JSON, amounts in rupees. */
export const productJson = (item: ExportedProduct): Record<string, unknown> => ({
  key: keyOf(item),
  ...toFields(productFields, item),
  media: productMedia(item).map(mediaJson),
  variants: item.variants.map((variant) => ({
    is_default: variant.is_default,
    ...toFields(variantFields, variant, item),
    media: variantMedia(item, variant).map(mediaJson),
  })),
})

const { images: _images, image_alts: _imageAlts, ...productFields } = productColumns
const { variant_images: _pictures, variant_image_alts: _alts, ...variantFields } = variantColumns

const mediaJson = (row: Media) => ({ media_type: row.media_type, url: addressOf(row), alt: row.alt })
