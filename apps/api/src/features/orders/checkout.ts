/** What is checked of an order before anything is written: pure, in the order in which shoppers read it. */
import type { PlaceOrder } from '@haat/contract/orders'
import type { Priced, PricedLine } from '@haat/contract/pricing'
import { type Checkout, deliveryCharge, type DeliveryRule, LIMITS, linePrice } from '@haat/contract/rules'
import { formatRupees } from '../../format.ts'
import { badRequest, conflictWith } from '../../http/failure.ts'
import type { PurchasableVariant } from '../catalog/purchasable-variants.store.ts'
import type { Missing } from './stock.store.ts'

type Item = PlaceOrder['items'][number]

/** What is bought of one variant, and its price now in paise. */
export interface BoughtLine extends PricedLine {
  sellable: PurchasableVariant
}

/**
 * The lines of an order: one per variant, whatever the request repeats.
 *
 * @param defaults default variant of each product, for items that name none
 * @throws Failure 400 that names the item
 */
export function boughtLines(
  items: readonly Item[],
  sellables: readonly PurchasableVariant[],
  defaults: ReadonlyMap<number, number>,
): BoughtLine[] {
  const lines = new Map<number, BoughtLine>()
  for (const item of items) {
    const sellable = sellableOf(item, sellables, defaults)
    const before = lines.get(sellable.variant_id)?.quantity ?? 0
    const quantity = before + item.quantity
    const name = sellable.product_name
    if (!Number.isInteger(item.quantity) || item.quantity <= 0 || quantity > LIMITS.line_quantity)
      throw badRequest(`Invalid quantity for item: ${name}`)
    const price = linePrice(sellable)
    if (price <= 0 || (item.price !== undefined && item.price <= 0))
      throw badRequest(`Invalid price for item: ${name}`)
    const { product_id, variant_id, category_id } = sellable
    lines.set(variant_id, { product_id, variant_id, category_id, price, quantity, sellable })
  }
  return [...lines.values()]
}

function sellableOf(
  item: Item,
  sellables: readonly PurchasableVariant[],
  defaults: ReadonlyMap<number, number>,
): PurchasableVariant {
  const variantId = item.variant_id ?? defaults.get(item.product_id)
  const sellable = sellables.find(({ variant_id }) => variant_id === variantId)
  if (!sellable?.is_published || sellable.product_id !== item.product_id)
    throw badRequest(`Invalid product ID for item: ${item.product_id}`)
  return sellable
}

/**
 * Where an order comes from: the client may say so; otherwise it is a cart checkout when it charges what one
 * would. Either way the cart must hold at least the order's lines.
 */
export function checkoutOf(
  body: Pick<PlaceOrder, 'checkout' | 'total_shipping_price'>,
  lines: readonly BoughtLine[],
  cart: readonly { variant_id: number; quantity: number }[],
  delivery: DeliveryRule,
): Checkout {
  const held = lines.every((line) =>
    cart.some((item) => item.variant_id === line.variant_id && item.quantity >= line.quantity),
  )
  if (!held) return 'buy-now'
  if (body.checkout !== undefined) return body.checkout
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const charge = deliveryCharge(delivery, subtotal, 'cart')
  return (body.total_shipping_price ?? charge) === charge ? 'cart' : 'buy-now'
}

/** @throws Failure 409 PRICE_CHANGED when any amount the client sent differs from the shop's own */
export function refuseOtherAmounts(body: PlaceOrder, lines: readonly BoughtLine[], priced: Priced): void {
  const { total_amount, total_shipping_price, total_items_discount } = body
  const same = (claimed: number | undefined, amount: number): boolean =>
    claimed === undefined || claimed === amount
  // A discount on the order is no discount on its items: 0 is right too, when an order's coupon is named.
  const discountIsSame =
    same(total_items_discount, priced.total_items_discount) ||
    (total_items_discount === 0 && (body.order_coupon_id ?? null) !== null)
  const linesAreSame = body.items.every((item) => {
    const price = lines.find((line) => line.product_id === item.product_id && isOf(line, item))?.price ?? 0
    return same(item.price, price) && same(item.sub_total, price * item.quantity)
  })
  const totalsAreSame =
    same(total_amount, priced.total_amount) &&
    same(total_shipping_price, priced.total_shipping_price) &&
    discountIsSame
  if (!linesAreSame || !totalsAreSame) throw priceChanged(priced)
}

const isOf = (line: BoughtLine, item: Item): boolean =>
  item.variant_id === undefined ? line.sellable.is_default : line.variant_id === item.variant_id

function priceChanged(priced: Priced) {
  const total = formatRupees(priced.total_amount)
  return conflictWith(
    'PRICE_CHANGED',
    `Prices have changed. The total is now ${total}. Please review your order.`,
    { totals: priced },
  )
}

/** 409 OUT_OF_STOCK with what there is of each missing item. */
export function outOfStock(missing: readonly Missing[], lines: readonly BoughtLine[]) {
  const items = missing.flatMap(({ variant_id, quantity, available }) => {
    const line = lines.find((candidate) => candidate.variant_id === variant_id)
    if (!line) return []
    const name = line.sellable.product_name
    return [{ product_id: line.product_id, variant_id, name, quantity, available }]
  })
  const message = items
    .map(({ name, available }) =>
      available === 0 ? `${name} is out of stock.` : `Only ${available} left of ${name}.`,
    )
    .join(' ')
  return conflictWith('OUT_OF_STOCK', message, { available: items[0]?.available ?? 0, items })
}
