/** Changes of an order that is not shipped yet: where it goes, and fewer items. All functions throw Failures. */
import { faultOfBuyerGstin } from '@haat/contract/gstin'
import { findState, stateProblem } from '@haat/contract/indian-states'
import { formatShortRupees } from '@haat/contract/money'
import { amountOfPieces, lineTotal } from '@haat/contract/pricing'
import { isCashOnDelivery, isUnshipped, PATTERNS, tenDigits } from '@haat/contract/rules'
import { statusText } from '@haat/contract/staff/orders'
import type { Tx } from '../../db/database.ts'
import { findCouponByCode } from '../../features/coupons/coupons.store.ts'
import { arrivalOf, deliveryTerms } from '../../features/delivery/delivery.ts'
import { reissueInvoice } from '../../features/invoices/invoices.ts'
import { moveOrder, refundExchanged } from '../../features/orders/move-order.ts'
import {
  findItems,
  findOrderRow,
  lockOrder,
  type OrderRow,
  reduceItem,
} from '../../features/orders/orders.store.ts'
import { releaseStock } from '../../features/orders/stock.store.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict } from '../../http/failure.ts'
import { getOrder, piecesOf, piecesText } from './orders.ts'
import { refuseReissue } from './papers.ts'
import type { MerchantOrder } from './orders.store.ts'

type AddressPart = 'name' | 'phone' | 'street' | 'city' | 'state' | 'zip'
type AddressChanges = Partial<Pick<OrderRow, `shipping_${AddressPart}`>>

/** Whether the order goes to a place in India that is none of its states, as orders from before the check may. */
export const hasUnknownState = (order: Pick<OrderRow, 'shipping_state' | 'shipping_country'>): boolean =>
  /^(india|)$/i.test(order.shipping_country.trim()) && findState(order.shipping_state) === null

/**
 * Changes where an order goes before it is shipped. Afterwards only a state that is none can be corrected: it decides the
 * tax. An invoice that was issued already is replaced.
 */
export async function changeAddress(shop: Shop, id: number, given: AddressChanges): Promise<MerchantOrder> {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) throw badRequest('Give at least one part of the address.')
  const { order } = await getOrder(shop, id)
  const address = { ...order, ...changes } as OrderRow
  const { shipping_state: state, shipping_zip: pincode } = address
  const problem = stateProblem({ state, pincode })
  if (problem) throw badRequest(problem.message, { field: problem.path === 'state' ? 'state' : 'pin' })
  const fault = order.buyer_gstin && faultOfBuyerGstin(order.buyer_gstin, state)
  if (fault) throw conflict(fault)
  address.shipping_state = findState(state)?.name ?? state
  address.shipping_phone = tenDigits(address.shipping_phone)
  if (given.shipping_phone !== undefined && !PATTERNS.phone.test(address.shipping_phone))
    throw badRequest('The phone number needs 10 digits.', { field: 'phone' })
  const onlyState = hasUnknownState(order) && Object.keys(changes).join() === 'shipping_state'
  if (!isUnshipped(order.status) && !onlyState)
    throw conflict(
      `Order ${id} is ${statusText(order.status)}: its address can be changed until it is shipped.`,
    )
  const isElsewhere = pincode !== order.shipping_zip || address.shipping_state !== order.shipping_state
  const promise =
    isElsewhere && isUnshipped(order.status)
      ? await promiseOf(shop, order, { state: address.shipping_state, pincode })
      : {}
  return change(shop, order, isUnshipped(order.status) ? 'change' : 'correct_state', async () => ({
    changes: {
      ...changes,
      ...promise,
      shipping_state: address.shipping_state,
      ...(given.shipping_phone !== undefined && { shipping_phone: address.shipping_phone }),
    },
    note: 'The delivery address was changed.',
  }))
}

/** When an order arrives that is placed now. @throws Failure 409 where the shop does not deliver */
async function promiseOf({ db, now }: Shop, order: OrderRow, place: { state: string; pincode: string }) {
  const settings = await readSettings(db)
  const terms = await deliveryTerms(db, settings, place)
  if (terms.problem !== null)
    throw conflict(`The shop does not deliver to ${place.pincode}.`, {
      field: 'pin',
      remedy: `To send it there all the same, run: haat delivery set ${place.pincode} --served yes`,
    })
  if (!terms.cod && isCashOnDelivery(order.payment_method, order.status))
    throw conflict(`No cash is taken at ${place.pincode}, and the order is paid in cash.`, {
      field: 'pin',
      remedy: `To take it there, run: haat delivery set ${place.pincode} --cod yes`,
    })
  const { from: arrives_from, to: arrives_to } = arrivalOf(terms, settings, now())
  return { arrives_from, arrives_to }
}

/**
 * Takes pieces out of an order before it is shipped. Their share of the discount goes with them, the delivery charge stays,
 * and what was paid too much becomes a refund that is due.
 *
 * @param asked as for `returnItems`
 * @param keepDiscount also below the minimum of the coupon
 */
export async function removeItems(
  shop: Shop,
  id: number,
  asked: readonly string[],
  { restock, keepDiscount = false }: { restock: boolean; keepDiscount?: boolean },
): Promise<MerchantOrder> {
  const found = await getOrder(shop, id)
  const pieces = piecesOf(found, asked)
  const { order } = found
  if (!isUnshipped(order.status))
    throw conflict(`Order ${id} is ${statusText(order.status)}: items can be removed until it is shipped.`)
  return change(shop, order, 'change', async (tx, now) => {
    const items = await findItems(tx, [id])
    const left = items.map((item) => {
      const removed = pieces.get(item.id) ?? 0
      const quantity = item.quantity - removed
      if (quantity < 0) throw conflict(`Order ${id} was changed meanwhile. Please try again.`)
      const its = { before: 0, quantity: removed, of: item.quantity }
      const discount_amount = item.discount_amount - amountOfPieces(item.discount_amount, its)
      return { ...item, removed, quantity, subtotal: lineTotal({ ...item, quantity }), discount_amount }
    })
    if (left.every(({ quantity }) => quantity === 0))
      throw conflict('Nothing would be left.', { remedy: `To cancel it: haat orders cancel ${id}` })
    if (!keepDiscount) await checkCoupon(tx, order, left)
    for (const { id: itemId, removed, quantity, subtotal, discount_amount } of left)
      if (removed > 0) await reduceItem(tx, itemId, { quantity, subtotal, discount_amount })
    const lines = left.flatMap(({ variant_id, removed }) =>
      variant_id === null || removed === 0 ? [] : [{ variant_id, quantity: removed }],
    )
    if (restock) await releaseStock(tx, lines, now)
    const sum = (name: 'subtotal' | 'discount_amount') => left.reduce((total, item) => total + item[name], 0)
    const [items_total, total_discount_amount] = [sum('subtotal'), sum('discount_amount')]
    const total_amount = items_total + order.total_shipping_price + order.cod_fee - total_discount_amount
    const { total_amount: before, order_number } = (await findOrderRow(tx, id))!
    await refundExchanged(tx, { order_number }, items, pieces, { now })
    return {
      changes: { items_total, total_discount_amount, total_amount },
      paid_too_much: before - total_amount,
      note: `Removed: ${piecesText(found, pieces)}.`,
    }
  })
}

/** Refuses what would leave less than the coupon of an order asks for. */
async function checkCoupon(
  tx: Tx,
  { coupon_code }: OrderRow,
  left: { subtotal: number; discount_amount: number }[],
): Promise<void> {
  const coupon = coupon_code === null ? undefined : await findCouponByCode(tx, coupon_code)
  const eligible = left.filter(({ discount_amount }) => discount_amount > 0)
  const sum = eligible.reduce((total, { subtotal }) => total + subtotal, 0)
  if (coupon?.min_amount == null || sum === 0 || sum >= coupon.min_amount) return
  const least = formatShortRupees(coupon.min_amount)
  throw conflict(`What is left is below the ${least} of the coupon ${coupon.code}, whose discount it has.`, {
    remedy: 'To leave the customer that discount: --keep-discount',
  })
}

/** Changes an order, and replaces its invoice if it has one. */
async function change(
  shop: Shop,
  { id, status }: OrderRow,
  event: 'change' | 'correct_state',
  work: (tx: Tx, now: Date) => Promise<Omit<Parameters<typeof moveOrder>[3], 'now'>>,
): Promise<MerchantOrder> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if ((await lockOrder(tx, id))?.status !== status)
      throw conflict(`Order ${id} was changed meanwhile. Please try again.`)
    await moveOrder(tx, id, event, { ...(await work(tx, now)), now })
    refuseReissue(id, await reissueInvoice(tx, id, now))
  })
  return getOrder(shop, id)
}
