/** Writes the demo's customers with their addresses and past orders. */
import { holdsStock, variantLabel } from '@haat/contract/rules'
import { type CouponRule, priceOrder } from '@haat/contract/pricing'
import type { DemoCoupon, DemoCustomer, DemoOrder, DemoProduct, DemoShop, DemoVariant } from '@haat/seed'
import type { Tx } from '../../db/database.ts'
import { pictureUrl } from '../../features/media/media-urls.ts'
import { after, daysBefore, type DemoFrame, type DemoIds, idOf } from './demo-frame.ts'
import { statusesUntil } from './demo-order-history.ts'

const CUSTOMER_FOR_DAYS = 400

export async function writeCustomer(
  tx: Tx,
  demo: DemoShop,
  ids: DemoIds,
  customer: DemoCustomer,
  frame: DemoFrame,
): Promise<void> {
  const { name, email, phone_number, addresses } = customer
  const [user] = await tx
    .insert(tx.tables.users)
    .values({
      ...{ name, email, phone_number },
      password_hash: frame.passwordHashes.get(email)!,
      created_at: daysBefore(frame.now, CUSTOMER_FOR_DAYS),
      address_count: addresses.length,
    })
    .returning()
  const user_id = user!.id
  if (addresses.length > 0) {
    await tx.insert(tx.tables.addresses).values(addresses.map((address) => ({ ...address, user_id })))
  }
  const oldestFirst = customer.orders.toSorted((a, b) => b.age_days - a.age_days)
  for (const order of oldestFirst) await writeOrder(tx, pastOrder(demo, ids, customer, order, frame), user_id)
}

interface PastLine {
  product: DemoProduct
  variant: DemoVariant
  product_id: number
  variant_id: number
  category_id: number
  price: number
  quantity: number
}

function linesOf(demo: DemoShop, ids: DemoIds, order: DemoOrder): PastLine[] {
  return order.lines.map(({ product: slug, sku, quantity }) => {
    const product = demo.products.find((candidate) => candidate.slug === slug)
    const variant = product?.variants.find((candidate) => candidate.sku === sku)
    if (!product || !variant)
      throw new Error(`The demo data orders "${sku}" of "${slug}", which it does not define.`)
    return {
      product,
      variant,
      product_id: idOf(ids.products, slug),
      variant_id: idOf(ids.variants, sku),
      category_id: idOf(ids.categories, product.category),
      price: variant.price,
      quantity,
    }
  })
}

/** An order of the past; the demo's stock is what was left after it. */
function pastOrder(demo: DemoShop, ids: DemoIds, customer: DemoCustomer, order: DemoOrder, frame: DemoFrame) {
  const lines = linesOf(demo, ids, order)
  const coupon = demo.coupons.find((candidate) => candidate.code === order.coupon)
  const priced = priceOrder(lines, coupon ? ruleOf(coupon, ids) : null, frame.settings.delivery, 'cart')
  const address = customer.addresses.find((candidate) => candidate.is_default) ?? customer.addresses[0]!
  return { order, lines, priced, address, created_at: daysBefore(frame.now, order.age_days) }
}

async function writeOrder(tx: Tx, past: ReturnType<typeof pastOrder>, user_id: number): Promise<void> {
  const { order, lines, priced, address, created_at } = past
  const { status, payment_method } = order
  const { items_total, total_shipping_price, total_items_discount, total_amount } = priced
  const [row] = await tx
    .insert(tx.tables.orders)
    .values({
      ...{ user_id, status, payment_method, created_at, items_total, total_shipping_price, total_amount },
      checkout: 'cart',
      shipping_name: address.full_name,
      shipping_street: [address.address_line1, address.address_line2].filter(Boolean).join(', '),
      shipping_city: address.city,
      shipping_state: address.state,
      shipping_country: address.country,
      shipping_zip: address.pincode,
      shipping_phone: address.phone,
      total_discount_amount: total_items_discount,
      coupon_code: total_items_discount > 0 ? (order.coupon ?? null) : null,
      idempotency_key: `demo-${order.age_days}`,
      request_hash: '',
      paid_at: payment_method === 'ONLINE' && status !== 'PAYMENT_FAILED' ? created_at : null,
      holds_stock: holdsStock(status),
      courier: order.courier ?? null,
      tracking_number: order.tracking ?? null,
    })
    .returning()
  const order_id = row!.id
  await tx.insert(tx.tables.order_items).values(
    lines.map((line, index) => ({
      order_id,
      ...itemOf(line),
      discount_amount: priced.line_discounts[index] ?? 0,
    })),
  )
  await tx.insert(tx.tables.order_events).values(
    statusesUntil(status, payment_method).map((step) => ({
      order_id,
      status: step.status,
      at: after(created_at, step.hours * 3600),
    })),
  )
}

function itemOf({ product, variant, product_id, variant_id, price, quantity }: PastLine) {
  const { name: product_name, hsn, gst_rate } = product
  const { sku, mrp } = variant
  return {
    ...{ product_id, variant_id, product_name, sku, hsn, gst_rate, price, mrp, quantity },
    variant_name: variantLabel(variant),
    variant_image: firstPicture(product, variant),
    subtotal: price * quantity,
  }
}

function firstPicture(product: DemoProduct, variant: DemoVariant): string | null {
  const item = [...variant.media, ...product.media].find((media) => media.media_type === 'image')
  return item === undefined ? null : pictureUrl(item.name)
}

const ruleOf = (coupon: DemoCoupon, ids: DemoIds): CouponRule => ({
  ...coupon,
  category_id: coupon.category === undefined ? null : idOf(ids.categories, coupon.category),
  product_id: null,
})
