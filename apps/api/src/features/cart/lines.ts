/** Lines as the shopper sees them, and how one joins the cart. */
import { LIMITS } from '@haat/contract/rules'
import type { Reader, Tx } from '../../db/database.ts'
import { badRequest, conflict, conflictWith, notFound } from '../../http/failure.ts'
import { findPurchasableVariants, type PurchasableVariant } from '../catalog/purchasable-variants.store.ts'
import {
  countLines,
  findLineOf,
  findLines,
  insertLine,
  type Line,
  type Place,
  setQuantity,
} from './cart.store.ts'

/** A line's wire fields but its id. A product that is no longer sold shows as out of stock. */
const shown = (sellable: PurchasableVariant, line: Line) => ({
  ...sellable,
  stock: sellable.is_published ? sellable.stock : 0,
  quantity: line.quantity,
})

export type Shown = ReturnType<typeof shown> & { id: number }

export async function showLines(reader: Reader, lines: Line[], now: Date): Promise<Shown[]> {
  const ids = lines.map((line) => line.variant_id)
  const sellables = await findPurchasableVariants(reader, ids, now)
  return lines.flatMap((line) => {
    const sellable = sellables.find(({ variant_id }) => variant_id === line.variant_id)
    return sellable ? [{ ...shown(sellable, line), id: line.id }] : []
  })
}

/** One line just written. */
export async function showLine(reader: Reader, line: Line, now: Date): Promise<Shown> {
  const [item] = await showLines(reader, [line], now)
  return item!
}

export const showPlace = async (reader: Reader, customerId: number, place: Place, now: Date) =>
  showLines(reader, await findLines(reader, customerId, place), now)

/** Nothing more can be taken than is there: 409 with how many there are. */
function outOfStock(available: number, inCart: number) {
  const left = available === 0 ? 'This item is out of stock.' : `Only ${available} left in stock.`
  const mine = inCart > 0 && available > 0 ? ` Your cart has ${inCart} already.` : ''
  return conflictWith('OUT_OF_STOCK', `${left}${mine}`, { available })
}

/** @throws Failure 409 when `wanted` is more than there is and more than the line holds already */
export async function refuseBeyondStock(tx: Tx, line: Line, wanted: number, now: Date): Promise<void> {
  const item = await showLine(tx, line, now)
  if (wanted > item.stock && wanted > line.quantity) throw outOfStock(item.stock, 0)
}

/**
 * Puts a quantity of a variant into the cart, joining the line that is there.
 *
 * @throws Failure 404 for what is not sold, 400 above the line's limit, 409 beyond stock or lines
 */
export async function addLine(
  tx: Tx,
  customerId: number,
  wanted: { variant_id: number; quantity: number },
  now: Date,
): Promise<{ line: Line; merged: boolean }> {
  const [sellable] = await findPurchasableVariants(tx, [wanted.variant_id], now)
  if (!sellable?.is_published) throw notFound('Product')
  const line = await findLineOf(tx, customerId, 'cart_items', wanted.variant_id)
  const quantity = (line?.quantity ?? 0) + wanted.quantity
  if (quantity > LIMITS.line_quantity)
    throw badRequest(`You can buy at most ${LIMITS.line_quantity} of one item.`)
  if (quantity > sellable.stock) throw outOfStock(sellable.stock, line?.quantity ?? 0)
  if (line) {
    await setQuantity(tx, customerId, 'cart_items', line.id, quantity)
    return { line: { ...line, quantity }, merged: true }
  }
  await refuseFull(tx, customerId, 'cart_items')
  const { variant_id } = wanted
  const row = { user_id: customerId, variant_id, quantity, created_at: now }
  return { line: await insertLine(tx, 'cart_items', row), merged: false }
}

/** @throws Failure 409 when no further line fits */
export async function refuseFull(tx: Tx, customerId: number, place: Place): Promise<void> {
  const [limit, where] =
    place === 'cart_items' ? [LIMITS.cart_lines, 'Your cart'] : [LIMITS.saved_lines, 'Your saved list']
  if ((await countLines(tx, customerId, place)) < limit) return
  throw conflict(`${where} is full (${limit} items). Remove one to add another.`, { code: 'LIMIT_REACHED' })
}
