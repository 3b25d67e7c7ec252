/** What an import changed in one product, so that it can be undone. */

/** The old and the new value of each changed column. */
export type ValueChanges = Record<string, [unknown, unknown]>

/** One product's changes by one batch; all properties are left out where nothing changed. */
export interface ImportChange {
  product?: ValueChanges
  variants?: { id: number; set: ValueChanges }[]
  new_variants?: number[]
  /** New pictures and videos. */
  media?: { variant_id: number | null; media_url: string }[]
  /** Alternative texts. */
  alts?: { id: number; set: ValueChanges }[]
  /** New categories, parents first. */
  categories?: number[]
}
