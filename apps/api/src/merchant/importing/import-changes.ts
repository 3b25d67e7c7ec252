/** What an import changed in one product, so that it can be undone. */
import { hash } from 'node:crypto'
import type { NewProduct, NewVariant } from './importing.store.ts'

/** The old and the new value of each changed column. */
export type ValueChanges = Record<string, [unknown, unknown]>

/** Digests of rows as an import wrote them. */
export interface Digests {
  /** Of a product that the import created, or changed. */
  product?: string
  /** Of variants, by id. */
  variants?: Record<number, string>
}

const digest = (values: unknown[]): string => hash('sha256', JSON.stringify(values), 'base64').slice(0, 12)

/** @param pictures how many pictures and videos the product has */
export const digestOfProduct = (row: NewProduct, pictures: number): string =>
  digest([
    row.name,
    row.brand,
    row.category_id,
    row.short_description,
    row.description,
    row.hsn,
    row.gst_rate,
    row.country_of_origin,
    row.is_new_arrival,
    row.is_featured,
    row.is_on_sale,
    row.is_published,
    pictures,
  ])

export const digestOfVariant = (row: NewVariant): string =>
  digest([row.sku, row.price, row.mrp, row.stock, row.color, row.size, row.variant_name])

export const digestsOfVariants = (rows: NewVariant[]): Record<number, string> =>
  Object.fromEntries(rows.map((row) => [row.id ?? 0, digestOfVariant(row)]))

/** One product's changes by one batch; all properties are left out where nothing changed. */
export interface ImportChange {
  product?: ValueChanges
  variants?: { id: number; set: ValueChanges }[]
  new_variants?: number[]
  /** What the import wrote, to tell later whether it was changed since. */
  digests?: Digests
  /** New pictures and videos. */
  media?: { variant_id: number | null; media_url: string }[]
  /** Alternative texts. */
  alts?: { id: number; set: ValueChanges }[]
  /** New categories, parents first. */
  categories?: number[]
}
