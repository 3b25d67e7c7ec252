/** The words of a catalogue file: what a row can say about a product and about one variant of it. */

export const PRODUCT_FIELDS = [
  'key',
  'slug',
  'name',
  'brand',
  'category',
  'short_description',
  'description',
  'hsn',
  'gst_rate',
  'country_of_origin',
  'rating',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
  'is_published',
  'created_at',
  'images',
  'image_alts',
  'videos',
] as const

export const VARIANT_FIELDS = [
  'sku',
  'price',
  'mrp',
  'stock',
  'color',
  'size',
  'variant_name',
  'weight',
  'length',
  'breadth',
  'height',
  'variant_images',
  'variant_image_alts',
] as const

export const FIELDS = [...PRODUCT_FIELDS, ...VARIANT_FIELDS] as const
export type Field = (typeof FIELDS)[number]

/** A record of the file, in the order of its columns. */
export interface SourceRow {
  /** Line on which it begins; the header is on line 1. */
  line: number
  cells: string[]
}

/** What the file says, and the column that says it. */
export interface Cell {
  column: string
  text: string
}

/** A row in the shop's words. */
export interface FieldRow {
  line: number
  /** Names the product; rows with one key are one product. */
  key: string
  /** Whether it describes a variant, or only the product or its pictures. */
  hasVariant: boolean
  fields: Partial<Record<Field, Cell>>
}

/** A row, or a picture, that does not go in. */
export interface Refusal {
  line: number
  column: string
  value: string
  reason: string
}

/** A kind of file, able to put its rows into the shop's words. */
export interface Layout {
  name: 'shopify' | 'woocommerce' | 'google' | 'plain'
  /** Which column gives which field, for people to check. */
  columns: Partial<Record<Field, string>>
  read(row: SourceRow): FieldRow | Refusal
}

/** What is wrong with the file or the request as a whole; nothing more of it can go in. */
export class ImportError extends Error {}

export const isRefusal = (row: FieldRow | Refusal): row is Refusal => 'reason' in row
