/** `/dev/state` brings the shop into a state in one call. Money is in rupees; `…_in` are seconds from now. */
import { ORDER_STATUSES, PAYMENT_METHODS } from '@haat/contract/rules'
import { Id, Rupees } from '@haat/contract/wire'
import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import { sessionReply } from '../features/auth/auth.ts'
import { openSession } from '../features/auth/customer.store.ts'
import { refreshListings } from '../features/catalog/listing-columns.store.ts'
import { moveOrder } from '../features/orders/move-order.ts'
import { findOrderRow, updateOrder } from '../features/orders/orders.store.ts'
import { badRequest, conflict, notFound } from '../http/failure.ts'
import { changeClock, ClockChange, clockState, runDueWork, Seconds } from './clock.ts'
import { getCustomer, pathTo, placeOrderFor, shipment } from './orders.ts'
import * as store from './dev.store.ts'
import { notEmpty, tool, type Tools } from './tools.ts'

const Count = z.int().check(z.minimum(0), z.maximum(1_000_000))
const list = <S extends z.ZodMiniType>(name: string, schema: S) =>
  z.optional(
    z.array(schema).check(z.minLength(1, `Nothing to do: ${name} is an empty list.`), z.maxLength(200)),
  )

/** Refuses an entry that names a row and changes nothing of it. */
const withChange = <S extends z.ZodMiniType<object>>(schema: S, fields: string) => notEmpty(schema, fields, 2)

const VariantChange = withChange(
  z.strictObject({
    variant_id: Id,
    stock: z.optional(Count),
    price: z.optional(Rupees),
    mrp: z.optional(z.nullable(Rupees)),
  }),
  'stock, price or mrp',
)
const DealChange = z.strictObject({
  product_id: Id,
  /** Defaults to the price of the existing deal, or to 80 % of the variant's price. */
  deal_price: z.optional(Rupees),
  starts_in: z.optional(Seconds),
  ends_in: z.optional(Seconds),
  is_active: z.optional(z.boolean()),
})
const CouponChange = withChange(
  z.strictObject({
    code: z.string().check(z.maxLength(50)),
    starts_in: z.optional(z.nullable(Seconds)),
    ends_in: z.optional(z.nullable(Seconds)),
    usage_limit: z.optional(z.nullable(Count)),
    used_count: z.optional(Count),
    is_active: z.optional(z.boolean()),
  }),
  'starts_in, ends_in, usage_limit, used_count or is_active',
)
const OrderChange = withChange(
  z.strictObject({
    id: Id,
    status: z.optional(z.enum(ORDER_STATUSES)),
    /** How long an unpaid order keeps its stock. */
    hold_ends_in: z.optional(Seconds),
  }),
  'status or hold_ends_in',
)
const Placement = z.strictObject({
  /** E-mail of the customer. */
  customer: z.string(),
  items: z
    .array(
      z.strictObject({
        variant_id: Id,
        quantity: z.prefault(z.int().check(z.minimum(1), z.maximum(999)), 1),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  payment_method: z.prefault(z.enum(PAYMENT_METHODS), 'ONLINE'),
})

const StateRequest = notEmpty(
  z.strictObject({
    clock: z.optional(ClockChange),
    /** Placed first, with stock raised as needed; `variants` is applied after it. */
    place: list('place', Placement),
    variants: list('variants', VariantChange),
    deals: list('deals', DealChange),
    coupons: list('coupons', CouponChange),
    orders: list('orders', OrderChange),
    /** E-mails of customers to log in. */
    sessions: list('sessions', z.string()),
  }),
  'clock, place, variants, deals, coupons, orders or sessions',
)
type StateRequest = z.output<typeof StateRequest>

const HOUR = 3600

export function registerState(tools: Tools): void {
  tool(tools.app, 'POST /dev/state', { body: StateRequest }, async ({ body }) => {
    const before = tools.clock.state
    try {
      return await setState(tools, body)
    } catch (error) {
      tools.clock.restore(before)
      throw error
    }
  })
}

/** Orders stay placed when a later part is refused; all other changes are made in one transaction. */
async function setState(tools: Tools, body: StateRequest) {
  const { shop, clock } = tools
  if (body.clock) changeClock(clock, body.clock)
  const placed = []
  for (const placement of body.place ?? []) placed.push(await placeOrderFor(shop, placement))
  const { sessions, notes } = await shop.db.transaction(async (tx) => ({
    notes: await applyChanges(tx, body, shop.now()),
    sessions: await openSessions(tx, body.sessions ?? [], shop.now()),
  }))
  await runDueWork(tools)
  return {
    clock: clockState(tools),
    placed,
    sessions: sessions.map(({ customer, session }) => sessionReply(shop, 'Logged in', customer, session)),
    notes,
  }
}

const rupees = (paise: number): string => `₹${paise / 100}`

/** @returns a sentence for each change that no merchant could make */
async function applyChanges(tx: Tx, request: StateRequest, now: Date): Promise<string[]> {
  const touched: number[] = []
  const notes: string[] = []
  for (const { variant_id, ...changes } of request.variants ?? []) {
    const [variant] = await store.findVariants(tx, [variant_id])
    if (!variant) throw notFound(`Variant ${variant_id}`)
    await store.changeVariant(tx, variant_id, changes)
    touched.push(variant.product_id)
    const { price, mrp } = { ...variant, ...changes }
    if (price === 0) notes.push(`Variant ${variant_id} costs ₹0: it is free.`)
    if (mrp !== null && price > mrp)
      notes.push(`Variant ${variant_id} costs ${rupees(price)}, more than its MRP of ${rupees(mrp)}.`)
  }
  for (const deal of request.deals ?? []) {
    notes.push(...(await writeDeal(tx, deal, now)))
    touched.push(deal.product_id)
  }
  for (const coupon of request.coupons ?? []) await writeCoupon(tx, coupon, now)
  for (const order of request.orders ?? []) await writeOrder(tx, order, now)
  if (touched.length > 0) await refreshListings(tx, touched, now)
  return notes
}

type Change<Name extends keyof StateRequest> =
  NonNullable<StateRequest[Name]> extends (infer One)[] ? One : never

const inSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

async function writeDeal(tx: Tx, change: Change<'deals'>, now: Date): Promise<string[]> {
  const { product_id, starts_in, ends_in } = change
  const existing = await store.findDeal(tx, product_id)
  const variant = await store.findDefaultVariant(tx, product_id)
  if (!variant) throw notFound(`Product ${product_id}`)
  if (existing && Object.keys(change).length === 1)
    throw badRequest(
      `Nothing to change: product ${product_id} has a deal, send deal_price, starts_in, ends_in or is_active.`,
    )
  const end_date =
    ends_in === undefined ? (existing?.end_date ?? inSeconds(now, HOUR)) : inSeconds(now, ends_in)
  const defaultStart =
    existing && existing.start_date < end_date
      ? existing.start_date
      : new Date(Math.min(+now, +end_date) - HOUR * 1000)
  const start_date = starts_in === undefined ? defaultStart : inSeconds(now, starts_in)
  if (end_date <= start_date) throw conflict('A deal ends after it starts.')
  const is_active = change.is_active ?? existing?.is_active ?? true
  const deal_price = change.deal_price ?? existing?.deal_price ?? Math.round(variant.price * 0.8)
  await store.writeDeal(tx, {
    ...(existing ?? { name: 'Test deal', product_id }),
    start_date,
    end_date,
    is_active,
    deal_price,
  })
  const costs = `The deal of product ${product_id} costs ${rupees(deal_price)}`
  if (deal_price === 0) return [`${costs}: it is free.`]
  return deal_price < variant.price
    ? []
    : [`${costs}, not less than the usual price of ${rupees(variant.price)}.`]
}

async function writeCoupon(tx: Tx, { code, starts_in, ends_in, ...rest }: Change<'coupons'>, now: Date) {
  const moment = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? inSeconds(now, seconds) : seconds
  const changes = { ...rest, starts_at: moment(starts_in), ends_at: moment(ends_in) }
  if (!(await store.changeCoupon(tx, code.toUpperCase(), changes))) throw notFound(`Coupon ${code}`)
}

/** Moves an order by the events that lead to the status, with stock, money, mails and timeline. */
async function writeOrder(tx: Tx, { id, status, hold_ends_in }: Change<'orders'>, now: Date): Promise<void> {
  const order = await findOrderRow(tx, id)
  if (!order) throw notFound(`Order ${id}`)
  if (hold_ends_in !== undefined) {
    if (order.status !== 'PENDING')
      throw badRequest(`Order ${id} is ${order.status}: only a PENDING order has a time to pay.`)
    await updateOrder(tx, id, { hold_expires_at: inSeconds(now, hold_ends_in) })
  }
  if (status === undefined) return
  const refund_due = order.refund_due_amount > 0
  const path = pathTo({ status: order.status, paid: order.paid_at !== null, refund_due }, status)
  if (!path) throw conflict(`Order ${id} is ${order.status}: it cannot become ${status}.`)
  for (const event of path) await moveOrder(tx, id, event, { now, ...(event === 'ship' && shipment(id)) })
}

async function openSessions(tx: Tx, emails: string[], now: Date) {
  const opened = []
  for (const email of emails) {
    const customer = await getCustomer(tx, email)
    opened.push({ customer, session: await openSession(tx, customer, now) })
  }
  return opened
}
