/** Random sequences of events in a small shop, compared with a model. */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { byDepth, sequences } from '../../../scripts/depth.ts'
import { canCancel, holdsStock, type OrderStatus, UNDELIVERED_STATUSES } from '@haat/contract/rules'
import { expireUnpaidOrders } from '../src/features/orders/check-payments.ts'
import { countCodOrders } from '../src/features/orders/orders.store.ts'
import { advanceOrder, changeOrder, returnItems } from '../src/acts/orders/orders.ts'
import { aCoupon, aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { callback, payOnline } from './payer.ts'
import { aShopper, item, type Shopper } from './shopper.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from './test-shop.ts'

/** Sequences of commands: so many shops, sequences for each, and commands in the longest. */
const [SHOPS, RUNS, COMMANDS] = byDepth(
  [1, 8, 16],
  inject('engine') === 'sqlite' ? [20, 100, 50] : [2, 100, 50],
)
const STOCK = 6
const USES = 4
const USES_EACH = 2

type Payment = Awaited<ReturnType<typeof payOnline>>

interface Placed {
  owner: number
  quantity: number
  coupon: boolean
  state: OrderStatus
  refund_due: boolean
  paid: boolean
  /** Pieces that came back, and those of them that are in the stock again. */
  back: number
  restocked: number
  id: number
  payment: Payment | null
}

type Command =
  | { do: 'buy'; who: number; quantity: number; coupon: boolean; online: boolean; again: boolean }
  | { do: 'pay' | 'fail' | 'cancel' | 'ship' | 'deliver'; which: number }
  | { do: 'refuse' | 'lose' | 'return'; which: number; pieces: number; restock: boolean }
  | { do: 'expire' }

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      who: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 3 }),
      coupon: fc.boolean(),
      online: fc.boolean(),
      again: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pay', 'fail', 'cancel', 'ship', 'deliver'),
      which: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refuse', 'lose', 'return'),
      which: fc.nat(20),
      pieces: fc.integer({ min: 1, max: 3 }),
      restock: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
)

const stands = ({ state }: Placed): boolean => holdsStock(state)

/** The expected stock and coupon uses, computed from the orders alone. */
class Model {
  readonly orders: Placed[] = []

  get stock(): number {
    return (
      STOCK - this.orders.filter(stands).reduce((sum, order) => sum + order.quantity - order.restocked, 0)
    )
  }

  uses(owner?: number): number {
    return this.orders.filter(
      (order) => order.coupon && stands(order) && (owner ?? order.owner) === order.owner,
    ).length
  }

  /** @param freed uses of the owner's orders that do not count */
  couponLeft(owner: number, freed: readonly Placed[] = []): boolean {
    const uses = freed.filter(({ coupon }) => coupon).length
    return this.uses() - uses < USES && this.uses(owner) - uses < USES_EACH
  }

  pay(order: Placed): void {
    if (order.paid) return
    order.paid = true
    const fits = this.stock >= order.quantity && (!order.coupon || this.couponLeft(order.owner))
    if (order.state === 'PENDING' || (order.state === 'PAYMENT_FAILED' && fits)) order.state = 'CONFIRMED'
    else order.refund_due = true
  }
}

async function runHistory(test: TestShop, shoppers: Shopper[], commands: Command[]): Promise<void> {
  const product = await aProduct(test, {}, [{ stock: STOCK }])
  const coupon = await aCoupon(test, { usage_limit: USES, per_user_limit: USES_EACH })
  const model = new Model()
  const openCodOrders = () =>
    Promise.all(
      shoppers.map(({ customer }) =>
        countCodOrders(test.shop.db, { user_id: customer.id }, UNDELIVERED_STATUSES),
      ),
    )
  const before = await openCodOrders()
  for (const command of commands) {
    if (command.do === 'buy') await buy(test, shoppers[command.who]!, command, model, product, coupon.code)
    else if (command.do === 'expire') await expire(test, model)
    else await change(test, command, model)
  }
  await check(test, shoppers, model, product, coupon)
  await endPayments(test)
  for (const order of model.orders) await end(test, order)
  await check(test, shoppers, model, product, coupon)
  expect(await openCodOrders()).toEqual(before)
}

/** Whatever has become of an order, the merchant can end it, and pay back what is due. */
async function end(test: TestShop, order: Placed): Promise<void> {
  if (order.state === 'PENDING') order.state = 'PAYMENT_FAILED'
  const way = { CONFIRMED: 'cancel', SHIPPED: 'lose' } as const
  if (order.state === 'CONFIRMED' || order.state === 'SHIPPED') {
    const action = way[order.state]
    await changeOrder(test.shop, order.id, action, {})
    order.state = action === 'cancel' ? 'CANCELLED' : 'LOST'
    if (action === 'lose') order.back = order.quantity
    order.refund_due ||= order.paid
  }
  if (order.refund_due) await changeOrder(test.shop, order.id, 'refund', {})
  order.refund_due = false
}

async function check(
  test: TestShop,
  shoppers: Shopper[],
  model: Model,
  product: Awaited<ReturnType<typeof aProduct>>,
  coupon: { id: number },
): Promise<void> {
  for (const order of model.orders) {
    const { body } = await shoppers[order.owner]!.get(`/api/orders/${order.id}`)
    expect(body.order).toMatchObject({
      order_status: order.state,
      refund_due: order.refund_due,
      order_items: [{ returned: order.back }],
    })
  }
  expect((await stockNow(test.shop.db)).get(product.variant.id)).toBe(model.stock)
  const { coupons } = test.shop.db.tables
  const used = (await test.shop.db.select().from(coupons)).find(({ id }) => id === coupon.id)?.used_count
  expect(used).toBe(model.uses())
}

async function buy(
  test: TestShop,
  shopper: Shopper,
  command: Extract<Command, { do: 'buy' }>,
  model: Model,
  product: Awaited<ReturnType<typeof aProduct>>,
  code: string,
): Promise<void> {
  const { who, quantity, coupon, online, again } = command
  const items = [item(product, quantity)]
  const applied = coupon ? await shopper.apply(code, items) : null
  const unpaid = model.orders.filter(({ owner, state }) => owner === who && state === 'PENDING')
  // A coupon that one's own unpaid order holds may be tried: the order may end that one.
  if (applied) expect(applied.status).toBe(model.couponLeft(who, unpaid) ? 200 : 400)
  if (applied?.status === 400) return
  // An order that names its checkout ends the unpaid ones of the same product, failed ones too, which hold nothing.
  const ended = again ? unpaid : []
  const failed = model.orders.filter(
    (order) => order.owner === who && order.state === 'PAYMENT_FAILED' && !order.paid,
  )
  const total = quantity * (coupon ? 450 : 500) + 99
  const claims = {
    order_coupon_id: applied?.body.order_coupon_id ?? null,
    checkout: again ? 'buy-now' : undefined,
  }
  const place = (method: object) =>
    shopper.place(shopper.order(items, total, { ...claims, ...method }), crypto.randomUUID())
  const left = model.stock + ended.reduce((sum, order) => sum + order.quantity, 0)
  const isUsed = coupon && !model.couponLeft(who, ended)
  if (left < quantity || isUsed || (online && unpaid.length - ended.length >= 3)) {
    await place({ payment_method: online ? 'ONLINE' : 'COD' }).expect(409)
    return
  }
  const payment = online ? await payOnline(test, shopper, items, total, claims) : null
  const reply = payment ? payment.reply : (await place({}).expect(201)).body
  for (const order of [...ended, ...(again ? failed : [])]) order.state = 'CANCELLED'
  const state = online ? 'PENDING' : 'CONFIRMED'
  const fresh = { owner: who, quantity, coupon, refund_due: false, paid: false, back: 0, restocked: 0 }
  model.orders.push({ ...fresh, state, id: reply.order_id, payment })
}

async function change(
  test: TestShop,
  command: Exclude<Command, { do: 'buy' | 'expire' }>,
  model: Model,
): Promise<void> {
  const order = model.orders[command.which % Math.max(1, model.orders.length)]
  if (!order) return
  if (command.do === 'cancel') {
    await advanceOrder(test.shop, order.id, 'cancel')
    if (!canCancel(order.state)) return
    order.state = 'CANCELLED'
    order.refund_due = order.paid
  } else if (command.do === 'ship') {
    const done = await advanceOrder(test.shop, order.id, 'ship', { courier: 'Self' })
    expect(done).toBe(order.state === 'CONFIRMED')
    if (done) order.state = 'SHIPPED'
  } else if (command.do === 'deliver') {
    const done = await advanceOrder(test.shop, order.id, 'deliver')
    expect(done).toBe(order.state === 'SHIPPED')
    if (done) Object.assign(order, { state: 'DELIVERED', paid: true })
  } else if ('pieces' in command) await takeBack(test, command, order)
  else if (order.payment && command.do === 'pay') {
    await order.payment.sendCallback().expect(200)
    model.pay(order)
  } else if (order.payment) {
    await order.payment.sendCallback({ state: 'FAILED' }).expect(200)
    if (order.state === 'PENDING') order.state = 'PAYMENT_FAILED'
  }
}

async function takeBack(
  { shop }: TestShop,
  { do: action, pieces, restock }: Extract<Command, { pieces: number }>,
  order: Placed,
): Promise<void> {
  const left = order.quantity - order.back
  const isDelivered = order.state === 'DELIVERED'
  if (action === 'return' && isDelivered && pieces <= left) {
    await returnItems(shop, order.id, [`1=${pieces}`], { restock })
    order.back += pieces
    if (restock) order.restocked += pieces
    if (left === pieces) order.state = 'RETURNED'
    order.refund_due = true
    return
  }
  if (action === 'return' && order.state === 'LOST') {
    await returnItems(shop, order.id, [], { restock })
    order.state = 'RETURNED'
    if (restock) order.restocked = order.quantity
    return
  }
  const isPossible = order.state === 'SHIPPED' && action !== 'return'
  if (action === 'return') {
    await expect(returnItems(shop, order.id, [`1=${pieces}`], { restock })).rejects.toThrow(/order/i)
    return
  }
  expect(await advanceOrder(shop, order.id, action)).toBe(isPossible)
  if (!isPossible) return
  order.back = order.quantity
  if (action === 'refuse') order.restocked = order.quantity
  order.state = action === 'refuse' ? 'RETURNED' : 'LOST'
  order.refund_due ||= order.paid
}

async function expire(test: TestShop, model: Model): Promise<void> {
  await endPayments(test)
  for (const order of model.orders) if (order.state === 'PENDING') order.state = 'PAYMENT_FAILED'
}

async function endPayments(test: TestShop): Promise<void> {
  test.clock.advance(15 * 60)
  await expireUnpaidOrders(test.shop)
}

it(
  'orders, payments, cancellations and expiries in any sequence keep stock and coupon uses correct',
  { timeout: 1_200_000 },
  async (context) => {
    let commandsRun = 0
    for (let shops = 0; shops < SHOPS; shops += 1) {
      // A new shop now and then: the checks after each sequence read all its orders.
      const test = await openTestShop()
      const shoppers = [await aShopper(test), await aShopper(test), await aShopper(test)]
      const size = shops % 10 === 9 ? 'medium' : 'small'
      const sequence = fc.array(command, { minLength: 4, maxLength: COMMANDS, size })
      const property = fc.asyncProperty(sequence, async (commands) => {
        await runHistory(test, shoppers, commands)
        await checkInvariants(test.shop.db)
        test.clock.set(START)
        commandsRun += commands.length
      })
      try {
        await fc.assert(property, sequences(RUNS, shops))
      } finally {
        await test.close()
      }
    }
    const runs = `${SHOPS * RUNS} sequences, ${commandsRun} commands`
    report(context, `shop against its model, ${inject('engine')}: ${runs}: 0 differences`)
  },
)

const notice = fc.constantFrom(
  'success',
  'failure',
  'expiry',
  'replay',
  'pending',
  'wrong amount',
  'bad signature',
  'unknown',
)

it('callbacks in any sequence have the same result, and never undo a payment', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 100_000 }])
  await fc.assert(
    fc.asyncProperty(fc.array(notice, { minLength: 1, maxLength: 7 }), async (notices) => {
      const payment = await payOnline(test, shopper, [item(product)], 599)
      const send = sender(test, payment)
      let status = 'PENDING'
      for (const name of notices) {
        await send(name)
        const before = status
        status = await statusOf(test, payment.order_id)
        if (before === 'CONFIRMED') expect(status).toBe('CONFIRMED')
      }
      const paid = notices.some((name) => name === 'success' || name === 'replay')
      const failed = notices.some((name) => name === 'failure' || name === 'expiry')
      expect(status).toBe(paid ? 'CONFIRMED' : failed ? 'PAYMENT_FAILED' : 'PENDING')
      expect(await confirmations(test, payment.order_id)).toBe(paid ? 1 : 0)
      await endPayments(test)
      test.clock.set(START)
    }),
    sequences(byDepth(15, 500)),
  )
  await checkInvariants(test.shop.db)
}, 300_000)

function sender(test: TestShop, payment: Payment) {
  const success = payment.event()
  const sends: Record<string, () => PromiseLike<unknown>> = {
    success: () => payment.sendCallback().expect(200),
    replay: () => callback(test, success).expect(200),
    failure: () => payment.sendCallback({ state: 'FAILED' }).expect(200),
    pending: () => payment.sendCallback({ state: 'PENDING' }).expect(200),
    expiry: () => endPayments(test),
    'wrong amount': () => payment.sendCallback({ amount: 1 }).expect(409),
    'bad signature': () => callback(test, success, { secret: 'a wrong secret' }).expect(400),
    unknown: () => payment.sendCallback({ transactionId: 'x', merchantOrderId: 'x' }).expect(404),
  }
  return async (name: string) => sends[name]!()
}

async function statusOf({ shop }: TestShop, id: number): Promise<string> {
  const { orders } = shop.db.tables
  const [order] = await shop.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id))
  return order!.status
}

/** The number of confirmation mails. */
async function confirmations({ shop }: TestShop, id: number): Promise<number> {
  const { outbox } = shop.db.tables
  const key = `order:${id}:confirmed`
  return (await shop.db.select().from(outbox).where(eq(outbox.dedupe_key, key))).length
}
