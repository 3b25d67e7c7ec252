/** Turns rows into drafts of products: parsed values, pictures, and what is wrong with each row. */
import { toRupees } from '@haat/contract/money'
import { type FoundBy, lowered } from '../../acts/catalogue/find-products.store.ts'
import { optionsKey } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type Cell, type RejectedRow, rejectRow, type Row } from './layouts/rows.ts'
import {
  type Field,
  FIELD_RULES,
  isErased,
  leavesUnchanged,
  PRODUCT_FIELDS,
  type ProductField,
  readCell,
  type Values,
  VARIANT_FIELDS,
  type VariantField,
} from '../../acts/cells/fields.ts'

const ALT_MAX_LENGTH = 300
const PRODUCTS_MAX = 2000
const VARIANTS_MAX = 8000
/** Of one product. */
const PRODUCT_VARIANTS_MAX = 2500

/** A picture or video that the file refers to by address or file name. */
export interface MediaRef {
  ref: string
  alt: string
  line: number
  column: string
}

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
  product: Pick<Values, ProductField> | null
  variants: VariantDraft[]
  pictures: MediaRef[]
  videos: MediaRef[]
  /** The cell to report if the product is rejected. */
  cell: Cell
}

/** Values for rows whose own cell is empty or missing. */
export type FieldDefaults = Partial<Record<Field, string>>

const SAME_KEY = 'Has the key of an earlier row, and nothing that makes it a variant (SKU, colour, size)'
const SAME_NAME =
  'Has the name and brand of an earlier row, and nothing that makes it a variant (SKU, colour, size). Name the column that numbers the products (--map "key=…"), or the one that makes them variants (--map "size=…")'

/** Whether its key is only brand and name: a row of it may be another product. */
export const isKnownByName = ({ findBy }: Pick<ProductDraft, 'findBy'>): boolean => findBy.includes('name')

/** Drafts of a file, from its rows in any order. A row that repeats an earlier one is rejected. */
export class Drafts {
  readonly #isComplete: boolean
  readonly #defaults: FieldDefaults
  readonly #drafts = new Map<string, ProductDraft>()
  /** New ones since the last batch. */
  #products = 0
  #variants = 0
  /** The keys of products that a row has described, and the first line on which each of others was refused. */
  readonly #described = new Set<string>()
  readonly #refused = new Map<string, number>()
  /** The first line of each SKU, and the first row of each key with its options. */
  readonly #skus = new Map<string, number>()
  readonly #options = new Map<string, { line: number; hasSku: boolean }>()

  /** @param isComplete see Layout */
  constructor(isComplete: boolean, defaults: FieldDefaults) {
    this.#isComplete = isComplete
    this.#defaults = defaults
  }

  get isFull(): boolean {
    return this.#products > PRODUCTS_MAX || this.#variants > VARIANTS_MAX
  }

  /** The drafts that can be written, without the last, to which the next row may belong; at the end all. */
  take(isEnd: boolean): ProductDraft[] {
    const all = [...this.#drafts.values()]
    const isReady = ({ mayBePartial, product, variants }: ProductDraft): boolean =>
      mayBePartial || (product !== null && variants.length > 0)
    const ready = isEnd ? all : all.slice(0, -1).filter(isReady)
    for (const { key } of ready) this.#drafts.delete(key)
    this.#products = 0
    this.#variants = 0
    return ready
  }

  /** @returns each cell for which the row is rejected; nothing of it is then added */
  add(row: Row): RejectedRow[] {
    const cell = { column: identityCell(row).column, text: row.key }
    const key = FIELD_RULES.key.parse(row.key)
    if ('reason' in key) return [rejectRow(row.line, cell, key.reason)]
    if (row.key === '') return [rejectRow(row.line, cell, 'Nothing identifies the product')]
    const refusedOn = this.#refused.get(row.key)
    if (refusedOn !== undefined)
      return [rejectRow(row.line, keyCell(row), 'Its product was refused', `line ${refusedOn}`)]
    const rejected = this.#addRow(row)
    if (rejected.length > 0 && !isKnownByName(row) && hasName(row) && !this.#described.has(row.key))
      this.#refused.set(row.key, row.line)
    return rejected
  }

  #addRow(row: Row): RejectedRow[] {
    const isNamed = isKnownByName(row)
    const isFirst = !this.#described.has(row.key) && (hasName(row) || !this.#isComplete)
    const rejected: RejectedRow[] = []
    const described = isFirst || isNamed ? this.#parse(row, DESCRIBING, rejected) : {}
    const media = this.#parse(row, isFirst || isNamed ? MEDIA : PICTURES, rejected)
    const values = row.hasVariant ? this.#parse(row, VARIANT_FIELDS, rejected) : null
    if (values && rejected.length === 0) rejected.push(...this.#checkVariant(row, values))
    if (rejected.length > 0) return rejected
    const draft = this.#drafts.get(row.key) ?? this.#begin(row)
    if (isFirst && Object.keys(described).length > 0) {
      this.#described.add(row.key)
      draft.product = described
      draft.cell = row.fields.name ?? draft.cell
    }
    if (values) this.#addVariant(draft, row, values)
    draft.pictures.push(...toMediaRefs(row, 'images', media.images, media.image_alts))
    draft.videos.push(...toMediaRefs(row, 'videos', media.videos))
    return []
  }

  #begin(row: Row): ProductDraft {
    const { key, line, findBy, fields } = row
    const draft: ProductDraft = {
      ...{ key, line, findBy, product: null, variants: [], pictures: [], videos: [] },
      name: fields.name?.text ?? '',
      brand: fields.brand?.text ?? '',
      mayBePartial: !this.#isComplete,
      cell: identityCell(row),
    }
    this.#products += 1
    this.#drafts.set(key, draft)
    return draft
  }

  #addVariant(draft: ProductDraft, row: Row, values: Values): void {
    this.#variants += 1
    if (draft.variants.length >= PRODUCT_VARIANTS_MAX)
      throw new UserError(
        `More than ${PRODUCT_VARIANTS_MAX} rows have the key "${row.key}" (line ${row.line}).`,
      )
    draft.variants.push({
      line: row.line,
      values,
      pictures: toMediaRefs(row, 'variant_images', values.variant_images, values.variant_image_alts),
      cell: variantCell(row),
      is_published: publishedBy(row) ?? draft.product?.is_published,
    })
  }

  /** The values that the row gives. @param rejected gets the cells that cannot be read */
  #parse({ line, fields: cells }: Row, fields: readonly Field[], rejected: RejectedRow[]): Values {
    const values: Record<string, unknown> = {}
    for (const field of fields) {
      const given = this.#defaults[field]
      const cell =
        cells[field]?.text || given === undefined
          ? cells[field]
          : { column: `--set ${field}`, text: readCell(field, given) }
      if (cell === undefined || (cell.text === '' && leavesUnchanged(field, this.#isComplete))) continue
      const isNone = !this.#isComplete && isErased(field, cell.text)
      const parsed = FIELD_RULES[field].parse(isNone ? '' : cell.text)
      if ('value' in parsed) values[field] = parsed.value
      else rejected.push(rejectRow(line, cell, parsed.reason))
    }
    return values
  }

  #checkVariant(row: Row, values: Values): RejectedRow[] {
    const { line, fields, key } = row
    const { price, mrp, sku = null } = values
    if (price !== undefined && mrp !== undefined && mrp !== null && mrp < price)
      return [rejectRow(line, fields.mrp, 'The MRP is below the price', String(toRupees(price)))]
    const cell = variantCell(row)
    const sameSku = sku === null ? undefined : this.#skus.get(lowered(sku))
    if (sameSku !== undefined)
      return [rejectRow(line, cell, 'Has the SKU of an earlier row', `line ${sameSku}`)]
    const options = `${key}\n${optionsKey(values)}`
    const first = this.#options.get(options)
    if (first && (sku === null || !first.hasSku))
      return [rejectRow(line, cell, isKnownByName(row) ? SAME_NAME : SAME_KEY, `line ${first.line}`)]
    if (!first) this.#options.set(options, { line, hasSku: sku !== null })
    if (sku !== null) this.#skus.set(lowered(sku), line)
    return []
  }
}

function publishedBy({ fields }: Row): boolean | undefined {
  const parsed = FIELD_RULES.is_published.parse(fields.is_published?.text ?? '')
  return 'value' in parsed ? parsed.value : undefined
}

const keyCell = ({ key }: Row): Cell => ({ column: '', text: key })
const variantCell = (row: Row): Cell => row.fields.sku ?? row.fields.price ?? keyCell(row)

/** The cell that identifies the product; without a column if the key is not a cell of the file. */
const identityCell = (row: Row): Cell => {
  const { name, key, slug, sku } = row.fields
  return name ?? [key, slug, sku].find((cell) => cell?.text === row.key) ?? keyCell(row)
}

const hasName = ({ fields }: Row): boolean => Boolean(fields.name?.text)

const PICTURES: Field[] = ['images', 'image_alts']
const MEDIA: Field[] = [...PICTURES, 'videos']
/** The fields of a product's own values. */
const DESCRIBING = PRODUCT_FIELDS.filter((field) => !['key', ...MEDIA].includes(field))

function toMediaRefs(
  { line, fields }: Row,
  field: Field,
  refs: string[] = [],
  alts: string[] = [],
): MediaRef[] {
  const column = fields[field]?.column ?? `--set ${field}`
  return refs.map((ref, at) => ({ ref, alt: (alts[at] ?? '').slice(0, ALT_MAX_LENGTH), line, column }))
}
