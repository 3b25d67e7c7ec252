/** Places an order for a customer the way the checkout does: same checks, same prices, same mails. */
import { toPaise } from '@haat/contract/money'
import { randomUUID } from 'node:crypto'
import type { PlaceOrder } from '@haat/contract/orders'
import { findCustomerByEmail } from '../features/auth/customer.store.ts'
import { orders } from '../features/orders/orders.ts'
import { findAddresses } from '../features/profile/address.store.ts'
import { profile } from '../features/profile/profile.ts'
import { conflict, Failure, notFound } from '../http/failure.ts'
import type { PlacementWish } from './state-shape.ts'
import * as store from './state.store.ts'
import type { Tools } from './tools.ts'

const ADDRESS = {
  address_line1: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  is_default: true,
}

/** @throws Failure what the checkout would refuse, too little stock excepted */
export async function placeFor({ shop }: Tools, { customer: email, items, payment_method }: PlacementWish) {
  const customer = await findCustomerByEmail(shop.db, email.trim().toLowerCase())
  if (!customer) throw notFound(`Customer ${email}`)
  const variants = await store.findVariants(
    shop.db,
    items.map(({ variant_id }) => variant_id),
  )
  await shop.db.transaction(async (tx) => {
    for (const { variant_id, quantity } of items) await store.raiseStock(tx, variant_id, quantity)
  })
  const caller = { customerId: customer.id, sid: '', ip: '' }
  if ((await findAddresses(shop.db, customer.id)).length === 0) {
    const nothing = { params: undefined, query: undefined, headers: undefined }
    await profile.addAddress({ ...caller, ...nothing, body: ADDRESS }, shop)
  }
  const [address] = await findAddresses(shop.db, customer.id)
  const body: PlaceOrder = {
    address_id: address!.id,
    ...{ payment_method, checkout: 'buy-now', total_amount: 0 },
    items: items.map(({ variant_id, quantity }) => {
      const variant = variants.find(({ id }) => id === variant_id)
      if (!variant) throw notFound(`Variant ${variant_id}`)
      return { variant_id, quantity, product_id: variant.product_id }
    }),
  }
  const place = (total_amount: number) =>
    orders.place(
      {
        ...{ ...caller, params: undefined, query: undefined },
        headers: { 'idempotency-key': `dev-${randomUUID()}` },
        body: { ...body, total_amount },
      },
      shop,
    )
  return place(await totalOf(place))
}

/** What the shop itself makes of the order, in paise: it tells whoever is wrong about it. */
async function totalOf(place: (total: number) => Promise<unknown>): Promise<number> {
  try {
    await place(0)
  } catch (error) {
    const totals = error instanceof Failure ? (error.extra['totals'] as { total_amount?: number }) : undefined
    if (totals?.total_amount !== undefined) return toPaise(totals.total_amount)
    throw error
  }
  throw conflict('An order of nothing was placed.')
}
