/** A product the shop has: what the file says differently is changed, what it does not mention stays. */
import type { Outcome, Work } from './batch.ts'
import type { VariantDraft } from './draft.ts'
import * as store from './importing.store.ts'
import {
  differences,
  isEmpty,
  matchVariant,
  newVariant,
  refuseChange,
  sameMedium,
  variantColumns,
} from './merge.ts'
import { sellable } from './sellable.ts'

/** Writes what differs; new variants and pictures go on the sheets. */
export async function changeProduct(work: Work, row: store.ProductRow): Promise<Outcome> {
  const { tx, known, sheets, context, prepared } = work
  const before = known.variants.get(row.id) ?? []
  const refusedBefore = work.refusals.length
  const added = await changeVariants(work, row, before)
  const set = await productChanges(work, row, before.length + added.rows.length > 0)
  if (before.length === 0 && added.rows.length > 0 && context.awaitsVariants(prepared.draft.key))
    set.is_published = true
  if (!isEmpty(set)) await store.updateProduct(tx, row.id, set)
  const media = await changeMedia(work, row, added.ids)
  if (isEmpty(set) && !added.changed && !media) {
    const allRefused = prepared.draft.variants.length > 0 && added.accepted === 0
    return allRefused && work.refusals.length > refusedBefore ? 'refused' : 'unchanged'
  }
  sheets.changed.push(row.id)
  return 'changed'
}

/** The product's own fields that the file gives and that differ. */
async function productChanges(
  { tx, prepared, context }: Work,
  row: store.ProductRow,
  sells: boolean,
): Promise<Partial<store.NewProduct>> {
  const { product } = prepared.draft
  if (product === null) return {}
  const { name, brand, category, short_description, description, hsn, gst_rate, country_of_origin } = product
  const { rating, is_new_arrival, is_featured, is_on_sale, is_published } = product
  return differences<store.ProductRow>(row, {
    ...{ name, brand, short_description, description, hsn, gst_rate, country_of_origin },
    ...{ rating, is_new_arrival, is_featured, is_on_sale },
    is_published: is_published && sells,
    category_id: category && (await context.categories.idOf(tx, category)),
  })
}

interface VariantWork {
  changed: boolean
  accepted: number
  rows: store.NewVariant[]
  /** Ids of the draft's variants; null for those refused. */
  ids: (number | null)[]
}

async function changeVariants(
  work: Work,
  row: store.ProductRow,
  before: store.VariantRow[],
): Promise<VariantWork> {
  const { prepared, sheets, ids, context } = work
  const done: VariantWork = {
    changed: false,
    accepted: 0,
    rows: [],
    ids: prepared.draft.variants.map(() => null),
  }
  for (const { variant, at } of sellable(work, row.id)) {
    const same = matchVariant(before, variant)
    if (same) {
      const changed = await changeVariant(work, variant, same)
      if (changed === null) continue
      done.changed ||= changed
      done.ids[at] = same.id
    } else {
      const position = before.length + done.rows.length
      const place = { id: ids.variants.pop() ?? 0, product_id: row.id, position, is_default: position === 0 }
      const made = newVariant(variant, { ...place, stock: context.stock })
      done.rows.push(made)
      done.ids[at] = place.id
      done.changed = true
    }
    done.accepted += 1
  }
  sheets.variants.push(...done.rows)
  return done
}

/** @returns whether it changed, or null when the change was refused */
async function changeVariant({ tx, refusals }: Work, draft: VariantDraft, row: store.VariantRow) {
  const refusal = refuseChange(draft, row)
  if (refusal) {
    refusals.push(refusal)
    return null
  }
  const { sku, ...columns } = variantColumns(draft)
  const set = differences<store.VariantRow>(row, sku ? { ...columns, sku } : columns)
  if (isEmpty(set)) return false
  await store.updateVariant(tx, row.id, set)
  return true
}

/** Adds what is missing and puts alternative texts right. Pictures of the shop that the file lacks stay. */
async function changeMedia(
  work: Work,
  row: store.ProductRow,
  variantIds: (number | null)[],
): Promise<boolean> {
  const { tx, prepared, known, sheets } = work
  const before = known.media.get(row.id) ?? []
  const wanted = [
    ...prepared.media.map((medium) => ({ medium, variant_id: null })),
    ...variantIds.flatMap((variant_id, at) =>
      variant_id === null ? [] : (prepared.variantMedia[at] ?? []).map((medium) => ({ medium, variant_id })),
    ),
  ]
  let position = before.length
  let changed = false
  for (const { medium, variant_id } of wanted) {
    const same = before.find((one) => sameMedium(one, medium.media_url, variant_id))
    if (!same) sheets.media.push({ ...medium, product_id: row.id, variant_id, position: position++ })
    else if (medium.alt !== '' && medium.alt !== same.alt) await store.updateAlt(tx, same.id, medium.alt)
    else continue
    changed = true
  }
  return changed
}
