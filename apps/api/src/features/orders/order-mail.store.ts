import { asc, eq } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

/** What the mails about an order need: the order, its items and its customer. Undefined when there is no such order. */
export async function findMailedOrder(reader: Reader, orderId: number) {
  const { orders, users } = reader.tables
  const [order] = await reader
    .select({
      id: orders.id,
      created_at: orders.created_at,
      payment_method: orders.payment_method,
      shipping_name: orders.shipping_name,
      shipping_street: orders.shipping_street,
      shipping_city: orders.shipping_city,
      shipping_state: orders.shipping_state,
      shipping_country: orders.shipping_country,
      shipping_zip: orders.shipping_zip,
      shipping_phone: orders.shipping_phone,
      items_total: orders.items_total,
      total_shipping_price: orders.total_shipping_price,
      total_discount_amount: orders.total_discount_amount,
      total_amount: orders.total_amount,
      coupon_code: orders.coupon_code,
      paid_at: orders.paid_at,
      courier: orders.courier,
      tracking_number: orders.tracking_number,
      customer: { name: users.name, email: users.email },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, orderId))
  return order && { ...order, items: await findMailedItems(reader, orderId) }
}

async function findMailedItems(reader: Reader, orderId: number) {
  const { order_items } = reader.tables
  const { product_name, variant_name, price, quantity, subtotal } = order_items
  return reader
    .select({ product_name, variant_name, price, quantity, subtotal })
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id))
}

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>
