/** Turns the rows of one product into a draft of it: parsed values, pictures, and what is wrong with each row. */
import { toRupees } from '@haat/contract/money'
import {
  type Cell,
  type Field,
  FIELD_RULES,
  type FoundBy,
  isErased,
  leavesUnchanged,
  PRODUCT_FIELDS,
  type ProductField,
  readCell,
  type RejectedRow,
  rejectRow,
  type Row,
  type Values,
  VARIANT_FIELDS,
  type VariantField,
} from './layouts/fields.ts'

const ALT_MAX_LENGTH = 300

/** A picture or video that the file refers to by address or file name. */
export interface MediaRef {
  ref: string
  alt: string
  line: number
  column: string
}

export type ProductValues = Pick<Values, ProductField>

export interface VariantDraft {
  line: number
  values: Pick<Values, VariantField>
  pictures: MediaRef[]
  /** The cell to report if the variant is rejected. */
  cell: Cell
  /** Whether its row, else the first one of the product, shows or hides the product; undefined if they say neither. */
  is_published: boolean | undefined
}

export interface ProductDraft {
  key: string
  line: number
  findBy: FoundBy[]
  /** Of the first row; empty if it gives none. */
  name: string
  brand: string
  /** Whether the rows may change what the shop has without naming it or giving a price. */
  mayBePartial: boolean
  /** The product's own values; null when its rows only add to an existing product. */
  product: ProductValues | null
  variants: VariantDraft[]
  pictures: MediaRef[]
  videos: MediaRef[]
  /** The cell to report if the product is rejected. */
  cell: Cell
}

/** Values for rows whose own cell is empty or missing. */
export type FieldDefaults = Partial<Record<Field, string>>

export interface DraftSettings {
  /** See Layout. */
  isComplete: boolean
  defaults: FieldDefaults
  /** The fields that an empty cell of a plain table clears. */
  erase: ReadonlySet<Field>
}

/** The result of the rows of one product. `draft` is null when none of them can be imported. */
export interface DraftedRows {
  rows: number
  draft: ProductDraft | null
  rejected: RejectedRow[]
}

/** @param rows the rows of one key, in the order of the file */
export function draftProduct(rows: Row[], settings: DraftSettings): Omit<DraftedRows, 'rows'> {
  const rejected: RejectedRow[] = []
  const [first] = rows
  if (!first) return { draft: null, rejected }
  const invalidKey = checkKey(first)
  if (invalidKey) return { draft: null, rejected: rows.map(({ line }) => ({ ...invalidKey, line })) }
  const draft: ProductDraft = {
    key: first.key,
    line: first.line,
    findBy: first.findBy,
    name: first.fields.name?.text ?? '',
    brand: first.fields.brand?.text ?? '',
    mayBePartial: !settings.isComplete,
    product: null,
    variants: [],
    pictures: [],
    videos: [],
    cell: identityCell(first),
  }
  let refusedOn: number | null = null
  for (const row of rows) {
    const rejections: RejectedRow[] =
      refusedOn === null ? addRow(draft, row, settings) : [rejectWithProduct(row, refusedOn)]
    rejected.push(...rejections)
    if (rejections.length > 0 && !isKnownByName(draft) && hasName(row) && draft.product === null)
      refusedOn ??= row.line
  }
  const isEmpty = draft.product === null && draft.variants.length === 0 && draft.pictures.length === 0
  return { draft: refusedOn !== null || isEmpty ? null : draft, rejected }
}

/** Whether its key is only brand and name: a row of it may be another product. */
export const isKnownByName = ({ findBy }: ProductDraft): boolean => findBy.includes('name')

function publishedBy({ fields }: Row): boolean | undefined {
  const parsed = FIELD_RULES.is_published.parse(fields.is_published?.text ?? '')
  return 'value' in parsed ? parsed.value : undefined
}

/** The cell that identifies the product; without a column if the key is not a cell of the file. */
const identityCell = ({ key, fields }: Row): Cell =>
  fields.name ??
  [fields.key, fields.slug, fields.sku].find((cell) => cell?.text === key) ?? { column: '', text: key }

const hasName = ({ fields }: Row): boolean => Boolean(fields.name?.text)

function checkKey(row: Row): RejectedRow | null {
  const { line, key } = row
  const cell = { column: identityCell(row).column, text: key }
  if (key === '') return rejectRow(line, cell, 'Nothing identifies the product')
  const parsed = FIELD_RULES.key.parse(key)
  return 'reason' in parsed ? rejectRow(line, cell, parsed.reason) : null
}

const rejectWithProduct = ({ line, key }: Row, refusedOn: number): RejectedRow =>
  rejectRow(line, { column: '', text: key }, 'Its product was refused', `line ${refusedOn}`)

const MEDIA = ['images', 'image_alts', 'videos'] as const satisfies Field[]
const PICTURES = ['images', 'image_alts'] as const satisfies Field[]
/** The fields of a product's own values. */
const DESCRIBING = PRODUCT_FIELDS.filter(
  (field) => field !== 'key' && !MEDIA.some((media) => media === field),
)

/** Adds a row to the draft. Adds nothing of it if one of its cells is invalid; returns each that is. */
function addRow(draft: ProductDraft, row: Row, settings: DraftSettings): RejectedRow[] {
  const isFirst = draft.product === null && (hasName(row) || draft.mayBePartial)
  const describesProduct = isFirst || isKnownByName(draft)
  const rejected: RejectedRow[] = []
  const described = describesProduct ? parseCells(row, DESCRIBING, settings, rejected) : {}
  const media = parseCells(row, describesProduct ? MEDIA : PICTURES, settings, rejected)
  const values = row.hasVariant ? parseCells(row, VARIANT_FIELDS, settings, rejected) : null
  if (values) rejected.push(...checkMrp(row, values))
  if (rejected.length > 0) return rejected
  const product = Object.keys(described).length > 0 ? described : null
  if (isFirst && product) {
    draft.product = product
    draft.cell = row.fields.name ?? draft.cell
  }
  if (values)
    draft.variants.push({
      line: row.line,
      values,
      pictures: toMediaRefs(row, 'variant_images', values.variant_images, values.variant_image_alts),
      cell: row.fields.sku ?? row.fields.price ?? { column: '', text: row.key },
      is_published: publishedBy(row) ?? draft.product?.is_published,
    })
  draft.pictures.push(...toMediaRefs(row, 'images', media.images, media.image_alts))
  draft.videos.push(...toMediaRefs(row, 'videos', media.videos))
  return []
}

/** The values that the row gives. @param rejected gets the cells that cannot be read */
function parseCells(
  { line, fields: cells }: Row,
  fields: readonly Field[],
  { isComplete, defaults, erase }: DraftSettings,
  rejected: RejectedRow[],
): Values {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const cell = cells[field]?.text ? cells[field] : (defaultCell(field, defaults[field]) ?? cells[field])
    if (cell === undefined || (cell.text === '' && leavesUnchanged(field, isComplete, erase))) continue
    const parsed = FIELD_RULES[field].parse(!isComplete && isErased(field, cell.text) ? '' : cell.text)
    if ('value' in parsed) values[field] = parsed.value
    else rejected.push(rejectRow(line, cell, parsed.reason))
  }
  return values
}

const defaultCell = (field: Field, text: string | undefined): Cell | undefined =>
  text === undefined ? undefined : { column: `--set ${field}`, text: readCell(field, text) }

function checkMrp({ line, fields }: Row, { price, mrp }: Values): RejectedRow[] {
  if (price === undefined || mrp === undefined || mrp === null || mrp >= price) return []
  return [rejectRow(line, fields.mrp, 'The MRP is below the price', String(toRupees(price)))]
}

function toMediaRefs(
  { line, fields }: Row,
  field: Field,
  refs: string[] = [],
  alts: string[] = [],
): MediaRef[] {
  const column = fields[field]?.column ?? `--set ${field}`
  return refs.map((ref, at) => ({ ref, alt: (alts[at] ?? '').slice(0, ALT_MAX_LENGTH), line, column }))
}

export const optionsKey = (row: {
  color?: string | null
  size?: string | null
  variant_name?: string | null
}): string => `${row.color ?? ''}\n${row.size ?? ''}\n${row.variant_name ?? ''}`.toLowerCase()
