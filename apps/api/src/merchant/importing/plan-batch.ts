/** Decides what a batch of drafts changes: new rows, changed columns, rejected rows. It writes nothing but categories. */
import type { Reader, Tx } from '../../db/database.ts'
import { GST_RATES } from '../../features/invoices/gst.ts'
import { type Existing, readExisting } from './existing-products.ts'
import {
  type BatchContext,
  type BatchItem,
  type BatchPlan,
  matchVariant,
  type ProductPlan,
} from './import-batch.ts'
import * as store from './importing.store.ts'
import { changeProduct, createProduct, refuse } from './plan-product.ts'
import type { Planning } from './plan-variants.ts'
import type { ProductDraft } from './product-drafts.ts'

/** A draft, or the part of it that belongs to one product of the shop. */
interface Assignment {
  item: BatchItem
  row: store.ProductRow | undefined
  /** Set if the key fits two products. */
  ambiguous?: string
}

/**
 * @param source a transaction, or in a dry run any reader
 * @param items products with distinct keys
 */
export async function planBatch(
  source: Tx | Reader,
  items: BatchItem[],
  context: BatchContext,
): Promise<BatchPlan> {
  const tx = context.planned === null ? (source as Tx) : null
  const drafts = items.map(({ draft }) => draft)
  const existing = await readExisting(source, drafts, context.planned)
  const assignments = joinByProduct(items.flatMap((item) => assign(item, existing)))
  const plan: BatchPlan = {
    products: [],
    newRows: { products: [], variants: [], media: [] },
    changedProducts: [],
    changedVariants: [],
    changedMedia: [],
    listed: [],
    indexed: [],
    rejected: [],
    withoutVariants: [],
    defaultStock: 0,
    sample: null,
  }
  const newProducts = assignments.filter(({ row }) => row === undefined).length
  const newVariants = assignments.flatMap(({ item: { draft }, row }) => {
    const rows = existing.variants.get(row?.id ?? 0) ?? []
    return draft.variants.filter((variant) => !matchVariant(rows, variant, draft.mayBePartial))
  }).length
  const allocate = async (table: 'products' | 'variants', count: number): Promise<number[]> =>
    (tx ? await store.allocateIds(tx, table, count) : context.planned!.allocateIds(count)).toReversed()
  const planning: Planning = {
    context,
    existing,
    plan,
    tx,
    productIds: await allocate('products', newProducts),
    variantIds: await allocate('variants', newVariants),
  }
  for (const { item, row, ambiguous } of assignments) {
    if (ambiguous !== undefined) {
      plan.products.push(refuse(planning, item, ambiguous))
      continue
    }
    const product = row ? await changeProduct(planning, item, row) : await createProduct(planning, item)
    plan.products.push({ ...product, ...oddRate(item.draft) })
    if (product.id !== null && lacksVariants(item.draft, product, existing))
      plan.withoutVariants.push(item.draft)
  }
  return plan
}

function oddRate({ product }: ProductDraft): Pick<ProductPlan, 'odd_rate'> {
  const rate = product?.gst_rate
  return typeof rate === 'number' && !GST_RATES.includes(rate) ? { odd_rate: rate } : {}
}

/** Whether the product would be visible if it had a variant. */
const lacksVariants = (
  { product, variants }: ProductDraft,
  { id }: ProductPlan,
  existing: Existing,
): boolean =>
  product !== null &&
  (product.is_published ?? true) &&
  variants.length === 0 &&
  (existing.variants.get(id ?? 0) ?? []).length === 0

/**
 * The product of each row: that of its key, but if the key is only a name, that of its SKU. Rows of one name whose SKUs
 * are in several products of the shop stay apart.
 */
function assign(item: BatchItem, existing: Existing): Assignment[] {
  const { draft } = item
  const row = existing.products.get(draft.key)
  if (draft.findBy === 'id') return [assignById(item, row, existing)]
  if (!draft.byName) return [{ item, row: findRow(draft, existing) }]
  const owners = draft.variants.map(({ values }) => (values.sku ? existing.skus.get(values.sku) : undefined))
  const distinct = new Set(owners.filter((id) => id !== undefined))
  const [onlyOwner] = distinct.size === 1 ? distinct : []
  const parts = Map.groupBy(owners.keys(), (at) => owners[at] ?? row?.id ?? onlyOwner)
  if (parts.size === 0) return [{ item, row }]
  if (parts.size === 1) return [...parts.keys()].map((id) => ({ item, row: existing.byId.get(id ?? 0) }))
  return [...parts].map(([id, positions]) => ({
    item: partOf(item, positions),
    row: existing.byId.get(id ?? 0),
  }))
}

function findRow({ key, findBy }: ProductDraft, existing: Existing): store.ProductRow | undefined {
  const id = { sku: existing.skus.get(key), slug: existing.bySlug.get(key)?.id }[findBy as 'sku' | 'slug']
  return (id === undefined ? undefined : existing.byId.get(id)) ?? existing.products.get(key)
}

/** A number is the key of a product, else the id that the shop shows. */
function assignById(item: BatchItem, row: store.ProductRow | undefined, existing: Existing): Assignment {
  const { key } = item.draft
  const byId = existing.byId.get(Number(key))
  if (!row || !byId || row.id === byId.id) return { item, row: row ?? byId }
  const ambiguous = `${key} is the key of "${row.name}" and the id of "${byId.name}": for keys, add --map "key=${item.draft.cell.column}"`
  return { item, row: undefined, ambiguous }
}

/** Joins the rows that SKUs assign to one product, so that it is planned once. */
function joinByProduct(assignments: Assignment[]): Assignment[] {
  const byRow = new Map<number, Assignment>()
  return assignments.flatMap((assignment) => {
    const { item, row } = assignment
    const first = row && byRow.get(row.id)
    if (row && !first) byRow.set(row.id, assignment)
    if (!first) return [assignment]
    const { draft, media, variantMedia } = first.item
    first.item = {
      draft: {
        ...draft,
        product: draft.product ?? item.draft.product,
        variants: [...draft.variants, ...item.draft.variants],
      },
      media: [...media, ...item.media],
      variantMedia: [...variantMedia, ...item.variantMedia],
    }
    return []
  })
}

function partOf({ draft, media, variantMedia }: BatchItem, positions: number[]): BatchItem {
  const variants = positions.flatMap((at) => draft.variants[at] ?? [])
  const [first] = variants
  return {
    draft: { ...draft, variants, product: first?.product ?? null, line: first?.line ?? draft.line },
    media: positions.includes(0) ? media : [],
    variantMedia: positions.map((at) => variantMedia[at] ?? []),
  }
}
