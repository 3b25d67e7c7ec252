/** Gives back part of the price of an order whose goods stay with the customer. All functions throw Failures. */
import { formatShortRupees } from '@haat/contract/money'
import { splitByLargestRemainder } from '@haat/contract/pricing'
import { isShipped, itemName } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { moveOrder } from '../../features/orders/move-order.ts'
import { lockOrder, type OrderItemRow, type OrderRow } from '../../features/orders/orders.store.ts'
import {
  deliveryLeft,
  type ReturnRow,
  worthLeft,
  worthOfPieces,
} from '../../features/orders/returns.store.ts'
import { badRequest, conflict } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { getOrder, piecesOf } from './orders.ts'
import type { MerchantOrder } from './orders.store.ts'

/**
 * Owes the customer part of what was paid, with a credit note. What it is split over costs less from then on.
 *
 * @param asked as for `returnItems`; none is all items
 * @param how without an amount, all that the named pieces still cost
 */
export async function refundPart(
  shop: Shop,
  id: number,
  asked: readonly string[],
  { amount, with_delivery, note }: Omit<InputOf<Staff['orders']['refund_part']>, 'order' | 'item'>,
): Promise<MerchantOrder> {
  if (asked.length === 0 && amount === undefined && !with_delivery)
    throw badRequest('Say what to give back: items, an amount, or the delivery charge.', { field: 'amount' })
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, id)
    const found = await getOrder({ db: tx }, id)
    const { order, items, returns } = found
    const pieces = asked.length > 0 ? piecesOf(found, asked) : undefined
    refuseUnpaid(order)
    const amounts = sharesOf(items, returns, pieces, pieces ? amount : (amount ?? 0))
    const delivery = with_delivery ? deliveryLeft(order, returns) : 0
    const sum = delivery + [...amounts.values()].reduce((total, share) => total + share, 0)
    const what = items.flatMap((item) => (pieces?.has(item.id) ? [itemName(item)] : []))
    if (with_delivery && delivery === 0) throw conflict('There is no delivery charge left to give back.')
    if (delivery > 0) what.push('the delivery')
    const text = `${formatShortRupees(sum)} is given back${what.length > 0 ? ` for ${what.join(', ')}` : ''}.`
    await moveOrder(tx, id, 'refund_part', { now, note: note ?? text, returned: { amounts, with_delivery } })
  })
  return getOrder(shop, id)
}

function refuseUnpaid({ id, status, paid_at }: OrderRow): void {
  if (!isShipped(status))
    throw conflict(`Order ${id} is ${status}: part of it can be refunded once it is shipped.`, {
      remedy: `To take pieces out before: haat orders remove ${id} --item …`,
    })
  if (paid_at === null) throw conflict(`Order ${id} is not paid yet, so nothing can be given back.`)
}

/** What is given back for each item, in paise. @param amount undefined: all that the pieces still cost */
function sharesOf(
  items: readonly OrderItemRow[],
  returns: readonly ReturnRow[],
  pieces: ReadonlyMap<number, number> | undefined,
  amount: number | undefined,
): Map<number, number> {
  const worth = items.map((item) =>
    pieces ? worthOfPieces(item, returns, pieces.get(item.id) ?? 0) : worthLeft(item, returns),
  )
  const left = worth.reduce((sum, one) => sum + one, 0)
  if (amount === undefined ? left === 0 : amount > left)
    throw conflict(
      `Of what was paid for ${pieces ? 'these items' : 'the items'}, ${formatShortRupees(left)} is left.`,
      { field: 'amount' },
    )
  const shares = amount === undefined ? worth : splitByLargestRemainder(amount, worth)
  return new Map(items.map(({ id }, at) => [id, shares[at]!]))
}
