/** Makes one product of the rows that describe it: pure, row by row, refusing what cannot stand. */
import { toRupees } from '@haat/contract/money'
import type { Cell, Field, FieldRow, Refusal } from './fields.ts'
import { PRODUCT_FIELDS, VARIANT_FIELDS } from './fields.ts'
import { cleanCell, isSilent, type parsers, type Values } from './parse-cell.ts'

/** A picture or video the file names, by address or file name. */
export interface MediaRef {
  ref: string
  alt: string
  line: number
  column: string
}

export interface VariantDraft {
  line: number
  values: Pick<Values, (typeof VARIANT_FIELDS)[number]>
  pictures: MediaRef[]
  /** The cell to name when the variant is refused as a whole. */
  cell: Cell
}

export interface ProductDraft {
  key: string
  line: number
  /** What the file says of the product itself; null when its rows only add to one that is there. */
  product: Pick<Values, (typeof PRODUCT_FIELDS)[number]> | null
  variants: VariantDraft[]
  pictures: MediaRef[]
  videos: MediaRef[]
  /** The cell to name when the product is refused as a whole. */
  cell: Cell
}

type Parsers = ReturnType<typeof parsers>
export type Constants = Partial<Record<Field, string>>

const MOST_ALTS = 300

/**
 * @param rows of one key, in the file's order
 * @param constants what `--set` gives to every row that does not say it
 */
export function draftProduct(
  rows: FieldRow[],
  parse: Parsers,
  constants: Constants,
): { draft: ProductDraft | null; refusals: Refusal[] } {
  const refusals: Refusal[] = []
  const [first] = rows
  if (!first) return { draft: null, refusals }
  const keyless = badKey(first, parse)
  if (keyless) return { draft: null, refusals: rows.map((row) => ({ ...keyless, line: row.line })) }
  const draft: ProductDraft = {
    key: first.key,
    line: first.line,
    product: null,
    variants: [],
    pictures: [],
    videos: [],
    cell: first.fields.name ?? { column: 'key', text: first.key },
  }
  let spoilt: number | null = null
  for (const row of rows) {
    const refusal = spoilt === null ? addRow(draft, row, parse, constants) : afterSpoilt(row, spoilt)
    if (!refusal) continue
    refusals.push(refusal)
    if (describes(row)) spoilt ??= draft.product === null ? row.line : null
  }
  return { draft: spoilt === null && hasContent(draft) ? draft : null, refusals }
}

const hasContent = ({ product, variants, pictures }: ProductDraft): boolean =>
  product !== null || variants.length > 0 || pictures.length > 0

const describes = (row: FieldRow): boolean => (row.fields.name?.text ?? '').trim() !== ''

function badKey(row: FieldRow, parse: Parsers): Refusal | null {
  const { line, key } = row
  if (key === '') {
    const reason = describes(row) || !row.fields.name ? 'Nothing names the product' : 'There is no name'
    return { line, column: row.fields.name?.column ?? '', value: '', reason }
  }
  const parsed = parse.key(key)
  return 'reason' in parsed
    ? { line, column: row.fields.key?.column ?? 'key', value: key, reason: parsed.reason }
    : null
}

const afterSpoilt = (row: FieldRow, line: number): Refusal => ({
  line: row.line,
  column: '',
  value: row.key,
  reason: `Its product was refused on line ${line}`,
})

/** Adds what one row says, or nothing of it. */
function addRow(draft: ProductDraft, row: FieldRow, parse: Parsers, constants: Constants): Refusal | null {
  const wanted: Field[] = []
  const describing = describes(row) && draft.product === null
  if (describing) wanted.push(...PRODUCT_FIELDS)
  else wanted.push('images', 'image_alts')
  if (row.hasVariant) wanted.push(...VARIANT_FIELDS)
  const values = readValues(row, wanted, parse, constants)
  if ('reason' in values) return values
  if (row.hasVariant) {
    const refusal = mrpBelowPrice(row, values)
    if (refusal) return refusal
    draft.variants.push(variantOf(row, values))
  }
  if (describing) {
    draft.product = values
    draft.cell = row.fields.name ?? draft.cell
  }
  draft.pictures.push(...refs(row, 'images', values.images, values.image_alts))
  draft.videos.push(...refs(row, 'videos', values.videos, undefined))
  return null
}

function readValues(row: FieldRow, wanted: Field[], parse: Parsers, constants: Constants): Values | Refusal {
  const values: Record<string, unknown> = {}
  for (const field of wanted) {
    const cell = cellOf(row, field, constants)
    if (cell === undefined) continue
    const text = cleanCell(field, cell.text)
    if (isSilent(field, text)) continue
    const parsed = parse[field](text)
    if ('reason' in parsed)
      return { line: row.line, column: cell.column, value: cell.text, reason: parsed.reason }
    values[field] = parsed.value
  }
  if (row.hasVariant && values['price'] === undefined) {
    return { line: row.line, column: 'price', value: '', reason: 'There is no price' }
  }
  return values
}

function cellOf(row: FieldRow, field: Field, constants: Constants): Cell | undefined {
  const cell = row.fields[field]
  const constant = constants[field]
  if (constant === undefined || (cell && cell.text.trim() !== '')) return cell
  return { column: `--set ${field}`, text: constant }
}

function mrpBelowPrice(row: FieldRow, { price, mrp }: Values): Refusal | null {
  if (price === undefined || mrp === undefined || mrp === null || mrp >= price) return null
  const { column = '', text = '' } = row.fields.mrp ?? {}
  return { line: row.line, column, value: text, reason: `The MRP is below the price of ${toRupees(price)}` }
}

function variantOf(row: FieldRow, values: Values): VariantDraft {
  const own: Record<string, unknown> = {}
  for (const field of VARIANT_FIELDS) if (values[field] !== undefined) own[field] = values[field]
  return {
    line: row.line,
    values: own,
    pictures: refs(row, 'variant_images', values.variant_images, values.variant_image_alts),
    cell: row.fields.sku ?? row.fields.price ?? { column: '', text: row.key },
  }
}

function refs(row: FieldRow, field: Field, names: string[] = [], alts: string[] = []): MediaRef[] {
  const column = row.fields[field]?.column ?? field
  return names.map((ref, at) => ({
    ref,
    alt: (alts[at] ?? '').slice(0, MOST_ALTS),
    line: row.line,
    column,
  }))
}
