/** The fields a catalogue file can give, its rows, and how their cells are cleaned. */
import { cleanLine, cleanText, plainLine } from './clean-text.ts'

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

/** A row of the file, its cells in the order of the columns. */
export interface SourceRow {
  /** Line of the file on which the row begins; the header is on line 1. */
  line: number
  cells: string[]
}

/** The text of a cell and the name of its column. */
export interface Cell {
  column: string
  text: string
}

/** A row whose cells are known by field. */
export interface FieldRow {
  line: number
  /** Identifies the product; rows with the same key describe one product. */
  key: string
  /** What finds the product; its key by default. A name is only brand and name: a product with the row's SKU comes first. */
  findBy?: 'key' | 'name' | 'sku' | 'slug' | 'id'
  /** Keys that older versions gave the product of this row. */
  formerKeys?: string[]
  /** False when the row describes only the product or its pictures. */
  hasVariant: boolean
  /** Whether the row is a variation that names its product, which other rows describe. */
  isVariation?: boolean
  fields: Partial<Record<Field, Cell>>
}

/** A row or a picture that is not imported. */
export interface RejectedRow {
  line: number
  column: string
  value: string
  reason: string
  /** The reason without particulars of this row, to count by; the reason itself if left out. */
  kind?: string
}

/** A file format: maps the rows of a file to fields. */
export interface Layout {
  name: 'shopify' | 'woocommerce' | 'google' | 'plain'
  /** The column of each field, to show to the user. */
  columns: Partial<Record<Field, string>>
  /** Headings of the columns that are not read. */
  unused: string[]
  read(row: SourceRow): FieldRow | RejectedRow
}

export type Unit = 'rupees' | 'paise'

const MULTILINE = new Set<Field>(['description', 'short_description', 'image_alts', 'variant_image_alts'])
/** The texts that other shops' exports escape. */
const NAMES = new Set<Field>(['name', 'brand', 'category'])
const VERBATIM = new Set<Field>(['images', 'videos', 'variant_images'])

/** In formats of other shops, an empty cell leaves these fields as they are and clears the other ones. */
const UNCHANGED_WHEN_EMPTY = new Set<Field>([
  'key',
  'slug',
  'brand',
  'category',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
  'is_published',
  'created_at',
  'stock',
  'weight',
  'length',
  'breadth',
  'height',
])

/** The fields that the word none clears in a plain table, and with `--erase` an empty cell. */
export const ERASABLE = [
  'mrp',
  'hsn',
  'gst_rate',
  'short_description',
  'description',
  'country_of_origin',
  'rating',
  'sku',
  'color',
  'size',
  'variant_name',
] as const satisfies Field[]

/**
 * Whether an empty cell leaves the field as it is. Other shops' exports are complete; people leave cells of a plain
 * table empty to say nothing.
 */
export const leavesUnchanged = (field: Field, layout: Layout['name'], erase: ReadonlySet<Field>): boolean =>
  layout === 'plain' ? !erase.has(field) : UNCHANGED_WHEN_EMPTY.has(field)

/** Whether a cell of a plain table, or a value that a user types, erases the field: the word none. */
export const isErased = (field: Field, text: string): boolean =>
  text.length === 4 && text.toLowerCase() === 'none' && ERASABLE.some((erasable) => erasable === field)

/** What stands in cells without a value. Excel's accounting format shows a dash for nothing. */
const BLANK = /^(-+|[–—]|n[/.]?a\.?|nil)$/i

/** The numbers that a cell such as `-` or `n/a` does not give. */
const NUMBERS = new Set<Field>([
  'price',
  'mrp',
  'hsn',
  'gst_rate',
  'rating',
  'weight',
  'length',
  'breadth',
  'height',
])

/** The texts of which the same holds, except in the shop's own exports. Products may be called so. */
export const BLANK_TEXTS = [
  'sku',
  'brand',
  'category',
  'short_description',
  'description',
  'country_of_origin',
  'color',
  'size',
  'variant_name',
] as const satisfies Field[]

export const isBlank = (text: string): boolean => BLANK.test(text.trim())

/** Like cleanCell(); empty if a number is left out by a dash, `n/a` or `nil`. A GST rate of nil is 0. */
export function readCell(field: Field, text: string): string {
  const clean = cleanCell(field, text)
  const isNilRate = field === 'gst_rate' && clean.toLowerCase() === 'nil'
  return NUMBERS.has(field) && isBlank(clean) && !isNilRate ? '' : clean
}

/** The cell's text, cleaned for its field's parser. */
export function cleanCell(field: Field, text: string): string {
  if (VERBATIM.has(field)) return text.trim()
  if (NAMES.has(field)) return plainLine(text)
  return MULTILINE.has(field) ? cleanText(text) : cleanLine(text)
}
