/** `/dev/state`: one call brings the shop to where a test begins. */
import type { Tx } from '../db/database.ts'
import { findCustomerByEmail, openSession, type Customer } from '../features/auth/customer.store.ts'
import { sessionReply } from '../features/auth/auth.ts'
import { refreshListings } from '../features/catalog/listing-columns.store.ts'
import { moveOrder } from '../features/orders/move-order.ts'
import { findOrderRow, updateOrder } from '../features/orders/orders.store.ts'
import { conflict, notFound } from '../http/failure.ts'
import type { Shop } from '../shop.ts'
import { changeClock, letTimePass, shownClock } from './clock-tool.ts'
import { pathTo } from './order-path.ts'
import { placeFor } from './place-for.ts'
import { StateWish } from './state-shape.ts'
import * as store from './state.store.ts'
import { tool, type Tools } from './tools.ts'

const HOUR = 3600

/** What is placed stays placed when a later part is refused; the rest is done as one or not at all. */
export function registerState(tools: Tools): void {
  tool(tools.app, {
    method: 'POST',
    url: '/dev/state',
    body: StateWish,
    handle: async ({ body }) => {
      const { shop, clock } = tools
      if (body.clock) changeClock(clock, body.clock)
      const placed = []
      for (const wish of body.place ?? []) placed.push(await placeFor(tools, wish))
      const sessions = await shop.db.transaction(async (tx) => {
        await writeWishes(tx, body, shop.now())
        return openSessions(tx, body.sessions ?? [], shop.now())
      })
      await letTimePass(tools)
      return {
        ...{ clock: shownClock(tools), placed },
        sessions: sessions.map(({ customer, session }) => sessionReply(shop, 'Logged in', customer, session)),
      }
    },
  })
}

async function writeWishes(tx: Tx, wish: StateWish, now: Date): Promise<void> {
  const touched: number[] = []
  for (const { variant_id, ...changes } of wish.variants ?? []) {
    const [variant] = await store.findVariants(tx, [variant_id])
    if (!variant) throw notFound(`Variant ${variant_id}`)
    await store.changeVariant(tx, variant_id, given(changes))
    touched.push(variant.product_id)
  }
  for (const deal of wish.deals ?? []) {
    await writeDeal(tx, deal, now)
    touched.push(deal.product_id)
  }
  for (const coupon of wish.coupons ?? []) await writeCoupon(tx, coupon, now)
  for (const order of wish.orders ?? []) await writeOrder(tx, order, now)
  if (touched.length > 0) await refreshListings(tx, touched, now)
}

type Wish<Name extends keyof StateWish> = NonNullable<StateWish[Name]> extends (infer One)[] ? One : never

const given = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>

const inSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

async function writeDeal(tx: Tx, wish: Wish<'deals'>, now: Date): Promise<void> {
  const { product_id, starts_in, ends_in } = wish
  const known = await store.findDeal(tx, product_id)
  const variant = await store.findDefaultVariant(tx, product_id)
  if (!variant) throw notFound(`Product ${product_id}`)
  const end_date = ends_in === undefined ? (known?.end_date ?? inSeconds(now, HOUR)) : inSeconds(now, ends_in)
  const usual =
    known && known.start_date < end_date
      ? known.start_date
      : new Date(Math.min(+now, +end_date) - HOUR * 1000)
  const start_date = starts_in === undefined ? usual : inSeconds(now, starts_in)
  if (end_date <= start_date) throw conflict('A deal ends after it starts.')
  const is_active = wish.is_active ?? known?.is_active ?? true
  await store.writeDeal(tx, {
    ...(known ?? { name: 'Test deal', product_id }),
    ...{ start_date, end_date, is_active },
    deal_price: wish.deal_price ?? known?.deal_price ?? Math.round(variant.price * 0.8),
    is_applied: is_active && start_date <= now && now < end_date,
  })
}

async function writeCoupon(tx: Tx, { code, starts_in, ends_in, ...rest }: Wish<'coupons'>, now: Date) {
  const moment = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? inSeconds(now, seconds) : seconds
  const changes = given({ ...rest, starts_at: moment(starts_in), ends_at: moment(ends_in) })
  if (!(await store.changeCoupon(tx, code.toUpperCase(), changes))) throw notFound(`Coupon ${code}`)
}

/** By the events that lead there, with stock, money, mail and timeline. */
async function writeOrder(tx: Tx, { id, status, hold_ends_in }: Wish<'orders'>, now: Date): Promise<void> {
  const order = await findOrderRow(tx, id)
  if (!order) throw notFound(`Order ${id}`)
  if (hold_ends_in !== undefined && order.status === 'PENDING')
    await updateOrder(tx, id, { hold_expires_at: inSeconds(now, hold_ends_in) })
  if (status === undefined) return
  const { refund_due } = order
  const path = pathTo({ status: order.status, paid: order.paid_at !== null, refund_due }, status)
  if (!path) throw conflict(`Order ${id} is ${order.status}: it cannot become ${status}.`)
  for (const event of path) await moveOrder(tx, id, event, { now, ...(event === 'ship' && parcelOf(id)) })
}

/** Who carries an order that nobody named a courier for. */
export const parcelOf = (id: number) => ({
  courier: 'Dakiya Logistics',
  tracking_number: `DK${String(id).padStart(8, '0')}`,
})

async function openSessions(tx: Tx, emails: string[], now: Date) {
  const opened = []
  for (const email of emails) {
    const customer = await customerOf(tx, email)
    opened.push({ customer, session: await openSession(tx, customer.id, now) })
  }
  return opened
}

/** @throws Failure 404 */
export async function customerOf(reader: Tx | Shop['db'], email: string): Promise<Customer> {
  const customer = await findCustomerByEmail(reader, email.trim().toLowerCase())
  if (!customer) throw notFound(`Customer ${email}`)
  return customer
}
