import { createHash } from 'node:crypto'
import type { Contract } from '@haat/contract'
import type { Parts, Reply } from '@haat/contract/endpoint'
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import { pipelined, type Tx } from '../../db/database.ts'
import { keyReused } from '../../http/failure.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import type { PurchasableVariant } from '../catalog/purchasable-variants.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type CartLine, findLines, findMerge, recordMerge, upsertLines } from './cart.store.ts'
import { findOrderableVariants } from './unpaid-orders.store.ts'

type Merge = Contract['cart']['merge']

/**
 * Adds as much of a guest's cart to the customer's as the rules of adding allow. What the cart has none of then is saved
 * for later, so that it is not lost. A key is remembered only if its merge has changed something.
 *
 * @throws Failure 422 for a remembered key with other lines: silence would lose them
 */
export async function mergeGuestCart(
  tx: Tx,
  customerId: number,
  { key, lines }: Parts<Merge>['body'],
  now: Date,
): Promise<Reply<Merge>> {
  const ids = [...new Set(lines.map(({ variant_id }) => variant_id))]
  const [, before, { limits }, inCart, inSaved, variants] = await pipelined(tx, [
    // First: the others read what is there once the customer is locked.
    () => lockCustomer(tx, customerId),
    () => findMerge(tx, customerId, key),
    () => readSettings(tx),
    () => findLines(tx, customerId, 'cart_items'),
    () => findLines(tx, customerId, 'saved_items'),
    () => findOrderableVariants(tx, customerId, ids, now),
  ])
  const mergeKey = withFingerprint(key, lines)
  if (before === mergeKey) return { message: t`This cart is merged already`, added: 0, left_out: [] }
  if (before) throw keyReused('key')
  const cart = quantitiesOf(inCart)
  const saved = quantitiesOf(inSaved)
  const merged = lines.map((line) => {
    const variant = variants.find(({ variant_id }) => variant_id === line.variant_id)
    return { ...line, ...mergeLine(cart, saved, line, variant, limits.pieces_per_line) }
  })
  const changes = changesOf(cart, inCart)
  const savedChanges = changesOf(saved, inSaved)
  await upsertLines(tx, 'cart_items', customerId, changes, now)
  await upsertLines(tx, 'saved_items', customerId, savedChanges, now)
  if (changes.length + savedChanges.length > 0) await recordMerge(tx, customerId, mergeKey, now)
  const left_out = merged.flatMap(({ variant_id, problem }) =>
    problem === null ? [] : [{ variant_id, message: problem }],
  )
  return { message: t`Cart merged`, added: merged.filter(({ added }) => added > 0).length, left_out }
}

/** The key with a fingerprint of its lines, so that other lines under the same key are noticed. Keys have no dot. */
function withFingerprint(key: string, lines: Parts<Merge>['body']['lines']): string {
  const sorted = lines.map(({ variant_id, quantity }) => `${variant_id}x${quantity}`).toSorted()
  return `${key}.${createHash('sha256').update(sorted.join()).digest('base64url')}`
}

/** Quantities by variant. */
type Quantities = Map<number, number>

const quantitiesOf = (lines: readonly CartLine[]): Quantities =>
  new Map(lines.map(({ variant_id, quantity }) => [variant_id, quantity]))

/** The lines to write so that a list has these quantities. */
function changesOf(quantities: Quantities, lines: readonly CartLine[]) {
  const before = quantitiesOf(lines)
  return [...quantities]
    .filter(([variant_id, quantity]) => before.get(variant_id) !== quantity)
    .map(([variant_id, quantity]) => ({ variant_id, quantity }))
}

/**
 * Adds a line to `cart`, or to `saved`.
 *
 * @returns how many pieces were added to the cart, and why not all, for the customer
 */
function mergeLine(
  cart: Quantities,
  saved: Quantities,
  { variant_id, quantity }: { variant_id: number; quantity: number },
  variant: PurchasableVariant | undefined,
  max: number,
): { added: number; problem: string | null } {
  if (!variant?.is_published) {
    const name = variant?.product_name
    const problem = name
      ? t`${name} is no longer available.`
      : t`An item of your cart is no longer available.`
    return { added: 0, problem }
  }
  const { product_name: name, stock } = variant
  const before = cart.get(variant_id) ?? 0
  const isFull = before === 0 && cart.size >= LIMITS.cart_lines
  const added = isFull ? 0 : Math.max(0, Math.min(quantity, Math.min(stock, max) - before))
  if (added > 0) cart.set(variant_id, before + added)
  if (added === quantity) return { added, problem: null }
  const isSaved = !cart.has(variant_id) && saved.size < LIMITS.saved_lines
  if (isSaved) {
    const kept = saved.get(variant_id)
    const sum = (kept ?? 0) + quantity
    saved.set(variant_id, kept === undefined ? quantity : Math.max(kept, Math.min(sum, max)))
  }
  const limit = LIMITS.cart_lines
  const reason = isFull
    ? t`Your cart is full (${limit} items).`
    : stock === 0
      ? t`${name} is out of stock.`
      : stock < max
        ? t`Only ${stock} of ${name} left in stock.`
        : t`You can buy at most ${max} of ${name}.`
  if (!isSaved) return { added, problem: reason }
  const place = isFull ? t`${name} is saved for later.` : t`It is saved for later.`
  return { added, problem: `${reason} ${place}` }
}
