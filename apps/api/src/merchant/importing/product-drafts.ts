/** Turns the rows of one product into a draft of it: parsed values, pictures, and what is wrong with each row. */
import { toRupees } from '@haat/contract/money'
import {
  type Cell,
  type Field,
  type FieldRow,
  isErased,
  type Layout,
  leavesUnchanged,
  PRODUCT_FIELDS,
  readCell,
  type RejectedRow,
  VARIANT_FIELDS,
} from './layouts/fields.ts'
import { parsers, type Values } from './layouts/parse-fields.ts'

const ALT_MAX_LENGTH = 300

/** A picture or video that the file refers to by address or file name. */
export interface MediaRef {
  ref: string
  alt: string
  line: number
  column: string
}

export type ProductValues = Pick<Values, (typeof PRODUCT_FIELDS)[number]>

export interface VariantDraft {
  line: number
  values: Pick<Values, (typeof VARIANT_FIELDS)[number]>
  pictures: MediaRef[]
  /** The cell to report if the variant is rejected. */
  cell: Cell
  /** Whether its row shows or hides the product; undefined if it says neither. */
  is_published: boolean | undefined
  /** What the variant's own row says of the product; null unless the product is known by its name only. */
  product: ProductValues | null
}

export interface ProductDraft {
  key: string
  line: number
  findBy: NonNullable<FieldRow['findBy']>
  /** Keys that older versions gave the product. */
  formerKeys: string[]
  /** Whether the key is only brand and name. */
  byName: boolean
  /** Whether the rows may change what the shop has without naming it or giving a price. */
  mayBePartial: boolean
  /** Whether its first row is a variation that names the product. */
  isVariation: boolean
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
  layout: Layout['name']
  parse: ReturnType<typeof parsers>
  defaults: FieldDefaults
  /** The fields that an empty cell of a plain table clears. */
  erase: ReadonlySet<Field>
}

/** @param rows the rows of one key, in the order of the file */
export function draftProduct(
  rows: FieldRow[],
  settings: DraftSettings,
): { draft: ProductDraft | null; rejected: RejectedRow[] } {
  const hiding = hidingRows(rows, settings)
  const rejected = [...hiding].map((row) =>
    rejectVisibility(row.line, row.fields.is_published ?? identityCell(row)),
  )
  const kept = rows.filter((row) => !hiding.has(row))
  const [first] = kept
  if (!first) return { draft: null, rejected: [] }
  const invalidKey = checkKey(first, settings)
  if (invalidKey) return { draft: null, rejected: rows.map(({ line }) => ({ ...invalidKey, line })) }
  const draft: ProductDraft = {
    key: first.key,
    line: first.line,
    findBy: first.findBy ?? 'key',
    formerKeys: first.formerKeys ?? [],
    byName: first.findBy === 'name',
    mayBePartial: settings.layout === 'plain',
    isVariation: first.isVariation ?? false,
    product: null,
    variants: [],
    pictures: [],
    videos: [],
    cell: identityCell(first),
  }
  let rejectedLine: number | null = null
  for (const row of kept) {
    const rejections: RejectedRow[] =
      rejectedLine === null ? addRow(draft, row, settings) : [rejectWithProduct(row, rejectedLine)]
    rejected.push(...rejections)
    if (rejections.length > 0 && !draft.byName && hasName(row) && draft.product === null)
      rejectedLine ??= row.line
  }
  const { product, variants, pictures } = draft
  const isEmpty = product === null && variants.length === 0 && pictures.length === 0
  return { draft: rejectedLine !== null || isEmpty ? null : draft, rejected }
}

/** Rejects a row that disagrees with others whether their product is in the shop. */
export const rejectVisibility = (line: number, { column, text: value }: Cell): RejectedRow => ({
  line,
  column,
  value,
  reason:
    'Visibility is of the whole product, and its other rows or variants say otherwise. To stop one variant, set its stock to 0',
})

function publishedBy({ fields }: FieldRow, { parse }: DraftSettings): boolean | undefined {
  if (!fields.is_published) return undefined
  const parsed = parse.is_published(readCell('is_published', fields.is_published.text))
  return 'value' in parsed ? parsed.value : undefined
}

/** The rows of a plain table that hide a product which its other rows show. An empty cell says what the first row says. */
function hidingRows(rows: FieldRow[], settings: DraftSettings): Set<FieldRow> {
  const [first] = rows
  if (!first || rows.length === 1 || settings.layout !== 'plain') return new Set()
  const usual = publishedBy(first, settings)
  const hiding = rows.filter((row) => (publishedBy(row, settings) ?? usual) === false)
  return new Set(hiding.length < rows.length ? hiding : [])
}

/** The cell that identifies the product; without a column if the key is not a cell of the file. */
const identityCell = ({ key, fields }: FieldRow): Cell =>
  fields.name ??
  [fields.key, fields.slug, fields.sku].find((cell) => cell?.text.trim() === key) ?? { column: '', text: key }

const hasName = (row: FieldRow): boolean => (row.fields.name?.text ?? '').trim() !== ''

function checkKey(row: FieldRow, { parse }: DraftSettings): RejectedRow | null {
  const { line, key } = row
  if (key === '') {
    const reason = hasName(row) || !row.fields.name ? 'Nothing identifies the product' : 'There is no name'
    return { line, column: row.fields.name?.column ?? '', value: '', reason }
  }
  const parsed = parse.key(key)
  return 'reason' in parsed
    ? { line, column: identityCell(row).column, value: key, reason: parsed.reason }
    : null
}

const rejectWithProduct = (row: FieldRow, line: number): RejectedRow => ({
  line: row.line,
  column: '',
  value: row.key,
  reason: `Its product was refused on line ${line}`,
  kind: 'Its product was refused',
})

/** The fields of a product's own values, and those of its pictures. */
const DESCRIBING = PRODUCT_FIELDS.filter(
  (field) => !['key', 'images', 'image_alts', 'videos'].includes(field),
)
const MEDIA = ['images', 'image_alts', 'videos'] as const satisfies Field[]
const PICTURES = ['images', 'image_alts'] as const satisfies Field[]

/** Adds a row to the draft. Adds nothing of it if one of its cells is invalid; returns each that is. */
function addRow(draft: ProductDraft, row: FieldRow, settings: DraftSettings): RejectedRow[] {
  const isFirst = draft.product === null && (hasName(row) || draft.mayBePartial)
  const describesProduct = isFirst || draft.byName
  const rejected: RejectedRow[] = []
  const described = describesProduct ? parseCells(row, DESCRIBING, settings, rejected) : {}
  const media = parseCells(row, describesProduct ? MEDIA : PICTURES, settings, rejected)
  const variant = row.hasVariant ? parseCells(row, VARIANT_FIELDS, settings, rejected) : null
  if (variant) {
    if (variant.price === undefined && !draft.mayBePartial && !rejected.some(isAbout(row, 'price')))
      rejected.push({
        line: row.line,
        column: row.fields.price?.column ?? '',
        value: '',
        reason: 'There is no price',
      })
    const rejection = checkMrp(row, variant)
    if (rejection) rejected.push(rejection)
  }
  if (rejected.length > 0) return rejected
  const product = Object.keys(described).length > 0 ? described : null
  if (variant)
    draft.variants.push(toVariant(row, variant, draft.byName ? product : null, publishedBy(row, settings)))
  if (isFirst && product) {
    draft.product = product
    draft.cell = row.fields.name ?? draft.cell
  }
  draft.pictures.push(...toMediaRefs(row, 'images', media.images, media.image_alts))
  draft.videos.push(...toMediaRefs(row, 'videos', media.videos))
  return []
}

const isAbout = (row: FieldRow, field: Field) => (rejection: RejectedRow) =>
  rejection.column === row.fields[field]?.column

/** The values that the row gives. @param rejected gets the cells that cannot be read */
function parseCells(
  row: FieldRow,
  fields: readonly Field[],
  { layout, parse, defaults, erase }: DraftSettings,
  rejected: RejectedRow[],
): Values {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const cell = cellOrDefault(row, field, defaults)
    if (cell === undefined) continue
    const text = readCell(field, cell.text)
    if (text === '' && leavesUnchanged(field, layout, erase)) continue
    const parsed = parse[field](layout === 'plain' && isErased(field, text) ? '' : text)
    if ('value' in parsed) values[field] = parsed.value
    else rejected.push({ line: row.line, column: cell.column, value: cell.text, ...parsed })
  }
  return values
}

function cellOrDefault(row: FieldRow, field: Field, defaults: FieldDefaults): Cell | undefined {
  const cell = row.fields[field]
  const text = defaults[field]
  if (text === undefined || (cell && readCell(field, cell.text) !== '')) return cell
  return { column: `--set ${field}`, text }
}

function checkMrp(row: FieldRow, { price, mrp }: Values): RejectedRow | null {
  if (price === undefined || mrp === undefined || mrp === null || mrp >= price) return null
  const { column = '', text = '' } = row.fields.mrp ?? {}
  const kind = 'The MRP is below the price'
  return { line: row.line, column, value: text, reason: `${kind} of ${toRupees(price)}`, kind }
}

function toVariant(
  row: FieldRow,
  values: Values,
  product: ProductValues | null,
  is_published: boolean | undefined,
): VariantDraft {
  return {
    line: row.line,
    values,
    pictures: toMediaRefs(row, 'variant_images', values.variant_images, values.variant_image_alts),
    cell: row.fields.sku ?? row.fields.price ?? { column: '', text: row.key },
    product,
    is_published,
  }
}

function toMediaRefs(row: FieldRow, field: Field, refs: string[] = [], alts: string[] = []): MediaRef[] {
  const column = row.fields[field]?.column ?? `--set ${field}`
  return refs.map((ref, at) => ({
    ref,
    alt: (alts[at] ?? '').slice(0, ALT_MAX_LENGTH),
    line: row.line,
    column,
  }))
}

export const optionsKey = (row: {
  color?: string | null
  size?: string | null
  variant_name?: string | null
}): string => `${row.color ?? ''}\n${row.size ?? ''}\n${row.variant_name ?? ''}`.toLowerCase()
