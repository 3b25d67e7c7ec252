/**
 * Random sequences of paying, callbacks, expiry, cancelling, returning, exchanging and refunding at every provider, one after
 * the other or two at once. What came in and went out is known from the simulated gateways, the transfers that the merchant
 * found, and the cash of delivered parcels: the shop's ledger, stock, coupons and documents must agree with it.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { byDepth, sequences } from '../../../scripts/depth.ts'
import { Failure } from '../src/http/failure.ts'
import { aCoupon, aProduct } from './factories.ts'
import { report } from './figure.ts'
import { type GatewayShop, gatewayShop } from './gateway-shop.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { callback } from './payer.ts'
import { aShopper, item, type Shopper } from './shopper.ts'

/** So many shops, and sequences for each. */
const [SHOPS, RUNS] = byDepth([1, 12], [200, 50])
const PRICE = 500_00

const PROVIDERS = ['upi', 'phonepe', 'razorpay', 'test-bank', 'COD'] as const
type Provider = (typeof PROVIDERS)[number]

/** How a payment at a simulated gateway ends; none brings another amount than was asked for. */
const OUTCOMES = [
  ...['paid', 'webhook-later', 'no-webhook', 'paid-closed', 'paid-unheard', 'failed', 'retried', 'cancelled'],
  ...['closed', 'late-paid', 'repeated', 'forged-none', 'forged-wrong'],
]

type Single =
  | { do: 'place'; provider: Provider; quantity: number; coupon: boolean; outcome: string | null }
  | { do: 'pay'; which: number; outcome: string }
  | { do: 'again'; which: number; provider: Exclude<Provider, 'COD'> }
  | {
      do: (typeof PLAIN)[number]
      which: number
    }
  /** Of that order, or of a new one in cash. */
  | {
      do: 'exchange'
      which: number
      isNew: boolean
      pieces: number
      came: number
      ends: readonly End[]
    }
  | { do: 'take-out'; which: number }
  | { do: 'refund-part'; which: number; rupees: number; with_delivery: boolean }
  | { do: 'send-back'; which: number; pieces: number; restock: boolean }
  | { do: 'pass'; minutes: number }
type Command = Single | { do: 'both'; commands: [Single, Single] }

const PLAIN = [
  ...(['confirm', 'not-found', 'return-page', 'cancel', 'deliver', 'refuse', 'abandon'] as const),
  'cash-came',
  ...(['lose', 'take-back'] as const),
] as const

type End = 'take-out' | 'cancel' | 'refuse' | 'lose' | 'deliver' | 'send-back' | 'take-back' | 'exchange'

/** What becomes of an order in exchange, and of the one that is sent for it in turn. */
const ENDS: readonly (readonly End[])[] = [
  [],
  ['take-out', 'cancel'],
  ['refuse'],
  ['lose', 'take-back'],
  ['deliver', 'send-back'],
  ['take-out', 'deliver', 'take-back'],
  ['exchange', 'cancel'],
  ['exchange', 'lose', 'take-back'],
]

const which = fc.nat(5)
const single: fc.Arbitrary<Single> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      provider: fc.constantFrom(...PROVIDERS),
      quantity: fc.integer({ min: 1, max: 3 }),
      coupon: fc.boolean(),
      outcome: fc.option(fc.constantFrom('paid', 'paid', ...OUTCOMES), { freq: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), which, outcome: fc.constantFrom(...OUTCOMES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('again' as const),
      which,
      provider: fc.constantFrom('upi', 'phonepe', 'razorpay', 'test-bank'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(...PLAIN),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('exchange' as const),
      which,
      isNew: fc.boolean(),
      pieces: fc.constantFrom(1, 2, 2),
      came: fc.constantFrom(1, 2, 2),
      ends: fc.constantFrom(...ENDS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund-part' as const),
      which,
      rupees: fc.constantFrom(1, 99.97, 400),
      with_delivery: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('send-back' as const),
      which,
      pieces: fc.integer({ min: 1, max: 3 }),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 5, 16, 30) }),
  },
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('both' as const), commands: fc.tuple(single, single) }),
  },
)

interface Try {
  provider: string
  transactionId: string
  merchantOrderId: string
  /** Whether the test bank has the money. */
  paid: boolean
}
interface Placed {
  id: number
  total: number
  isCash: boolean
  tries: Try[]
  /** How many transfers of it the merchant found at the bank. */
  transfers: number
  /** Whether the courier has handed over its cash. */
  cashCame: boolean
}

const NOTHING_CAME = { transfers: 0, cashCame: false }

/** What may be refused: the sequence goes on. */
const unlessRefused = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      return false
    },
  )

/** Others are delivered by the shop itself. */
const isByCourier = ({ id }: Pick<Placed, 'id'>): boolean => id % 2 === 0

class History {
  readonly orders: Placed[] = []
  readonly #test: GatewayShop
  readonly #shopper: Shopper
  readonly #product: Awaited<ReturnType<typeof aProduct>>
  readonly #code: string

  constructor(
    test: GatewayShop,
    shopper: Shopper,
    product: Awaited<ReturnType<typeof aProduct>>,
    code: string,
  ) {
    this.#test = test
    this.#shopper = shopper
    this.#product = product
    this.#code = code
  }

  async run(command: Command): Promise<void> {
    // Whichever comes first: what the banks have in the end decides.
    if (command.do === 'both') return void (await Promise.all(command.commands.map((one) => this.run(one))))
    if (command.do === 'place') return this.#place(command)
    if (command.do === 'pass') return this.#test.pass(command.minutes * 60)
    if (command.do === 'exchange' && command.isNew)
      await this.#place({ do: 'place', provider: 'COD', quantity: 2, coupon: false, outcome: null })
    const at =
      command.do === 'exchange' && command.isNew ? -1 : command.which % Math.max(1, this.orders.length)
    const order = this.orders.at(at)
    if (!order) return
    if (command.do === 'pay') await this.#pay(order, command.outcome)
    else if (command.do === 'again') await this.#again(order, command.provider)
    else await this.#change(order, command)
  }

  async #place({ provider, quantity, coupon, outcome }: Extract<Command, { do: 'place' }>): Promise<void> {
    const items = [item(this.#product, quantity)]
    const applied = coupon ? await this.#shopper.apply(this.#code, items) : null
    const order_coupon_id = applied?.status === 200 ? applied.body.order_coupon_id : null
    const total = (quantity * PRICE * (order_coupon_id === null ? 10 : 9)) / 10 + 99_00
    const isCash = provider === 'COD'
    const method = isCash
      ? { payment_method: 'COD' }
      : { payment_method: 'ONLINE', payment_provider: provider }
    const body = this.#shopper.order(items, total / 100, { ...method, order_coupon_id })
    const { status, body: reply } = await this.#shopper.place(body, randomUUID())
    // 503: the time to pay has passed before the provider opened the payment.
    expect([201, 409, 503]).toContain(status)
    if (status !== 201) return
    const { order_id: id, transactionId, merchantOrderId } = reply
    const tries = isCash ? [] : [{ provider, transactionId, merchantOrderId, paid: false }]
    const order = { ...NOTHING_CAME, id, total, isCash, tries }
    this.orders.push(order)
    if (outcome !== null) await this.#pay(order, outcome)
    if (outcome === 'paid' && provider === 'upi') await this.#confirm(order)
  }

  async #again(order: Placed, provider: string): Promise<void> {
    const { token } = this.#shopper.customer
    const path = `/api/orders/${order.id}/pay`
    const { status, body } = await this.#test.post(path, { payment_provider: provider }, token)
    expect([200, 409, 503]).toContain(status)
    const { transactionId, merchantOrderId } = body
    if (status === 200 && order.tries.every((one) => one.transactionId !== transactionId))
      order.tries.push({ provider, transactionId, merchantOrderId, paid: false })
  }

  async #pay(order: Placed, outcome: string): Promise<void> {
    const payment = order.tries.at(-1)
    if (!payment) return
    const { provider, transactionId, merchantOrderId } = payment
    if (provider === 'upi') {
      const utr = String(100_000_000_000 + Math.floor(Math.random() * 899_999_999_999))
      await this.#test.post(`/pay/${transactionId}`).type('form').send({ utr })
    } else if (provider === 'test-bank') {
      const state = /paid|retried|repeated|webhook/.test(outcome) ? 'COMPLETED' : 'FAILED'
      const event = { event_id: randomUUID(), merchantOrderId, transactionId, state, amount: order.total }
      const send = () => callback(this.#test, event, { at: this.#test.shop.now() })
      // A clock that jumps between sending and receiving makes a report too old: the bank repeats it.
      if ((await send()).status !== 200) await send().expect(200)
      payment.paid ||= state === 'COMPLETED'
    } else if (provider === 'phonepe')
      await this.#test.control('phonepe', { order: merchantOrderId, outcome })
    else await this.#payAtRazorpay(transactionId, outcome)
  }

  /** Through the form of the shop's page, which tells the simulator where to send the browser back. */
  async #payAtRazorpay(transactionId: string, outcome: string): Promise<void> {
    const { text } = await this.#test.get(`/pay/${transactionId}`)
    const action = /action="([^"]+embedded)"/.exec(text)?.[1]
    if (!action) return
    const fields = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields as [string, string][])
    const { status } = await fetch(action, { method: 'POST', headers: form, body })
    const order = body.get('order_id')
    if (status === 200) await this.#test.control('razorpay', { order, outcome })
  }

  async #change(order: Placed, command: Exclude<Single, { do: 'place' | 'pay' | 'again' | 'pass' }>) {
    const { act, get, post } = this.#test
    const orders = [String(order.id)]
    if (command.do === 'return-page') {
      const last = order.tries.at(-1)
      if (last && last.provider !== 'test-bank') await get(`/pay/${last.transactionId}/return`)
    } else if (command.do === 'abandon')
      await post(`/api/orders/${order.id}/abandon`, {}, this.#shopper.customer.token)
    else if (command.do === 'confirm') await this.#confirm(order)
    else if (command.do === 'not-found') await unlessRefused(act('payments.not_found', { order: orders[0] }))
    else if (command.do === 'cancel') await unlessRefused(act('orders.cancel', { orders }))
    else if (command.do === 'take-out')
      await unlessRefused(act('orders.remove', { order: orders[0], item: ['1=1'], write_off: false }))
    else if (command.do === 'take-back')
      await unlessRefused(act('orders.return', { order: orders[0], write_off: false }))
    else if (command.do === 'send-back') {
      const { pieces, restock } = command
      await unlessRefused(
        act('orders.return', { order: orders[0], item: [`1=${pieces}`], write_off: !restock }),
      )
    } else if (command.do === 'exchange') await this.#exchange(order, command)
    else if (command.do === 'refund-part') {
      const { rupees: amount, with_delivery } = command
      await this.#send(order, 'orders.deliver')
      await unlessRefused(act('orders.refund_part', { order: orders[0], amount, with_delivery }))
    } else if (command.do === 'cash-came')
      order.cashCame = (await unlessRefused(act('payments.cash_came', { orders }))) || order.cashCame
    else await this.#send(order, `orders.${command.do}`)
  }

  /** @param end what becomes of the parcel */
  async #send({ id }: Placed, end: 'orders.refuse' | 'orders.deliver' | 'orders.lose'): Promise<void> {
    const { act } = this.#test
    const orders = [String(id)]
    const parcel = { courier: 'Blue Dart', ...(isByCourier({ id }) && { tracking: `BD${id}` }) }
    if (await unlessRefused(act('orders.ship', { orders, ...parcel })))
      await unlessRefused(act(end, { orders }))
  }

  async #confirm(order: Placed): Promise<void> {
    const rows = (await this.#test.act('payments.list', { waiting: true })) as { order_id: number }[]
    const isWaiting = rows.some(({ order_id }) => order_id === order.id)
    if (isWaiting && (await unlessRefused(this.#test.act('payments.confirm', { order: String(order.id) }))))
      order.transfers += 1
  }

  /** The same goods again for pieces that come back, as an order of nothing, and what becomes of it. */
  async #exchange(
    order: Placed,
    { pieces, came, ends }: Extract<Command, { do: 'exchange' }>,
  ): Promise<void> {
    const { act, get, post } = this.#test
    await this.#send(order, 'orders.deliver')
    const { token } = this.#shopper.customer
    const path = `/api/orders/${order.id}/returns`
    const { body: about } = await get(path, token).expect(200)
    const [first] = about.returnable
    if (!first?.exchange_for[0]) return
    const quantity = Math.min(pieces, first.quantity)
    const { order_item_id, exchange_for } = first
    const items = [{ order_item_id, quantity, variant_id: exchange_for[0].id }]
    const { status, body } = await post(path, { items, wish: 'exchange', reason: 'damaged' }, token)
    // 503: the time to pay has passed before the provider opened the payment.
    expect([201, 409, 503]).toContain(status)
    if (status !== 201) return
    const request = body.request.id
    await act('returns.accept', { request, answer: 'Send it to us.' })
    await unlessRefused(act('returns.receive', { request, item: [`1=${Math.min(came, quantity)}`] }))
    const done = (await act('returns.show', { request })) as { replacement_order_id: number | null }
    if (done.replacement_order_id === null) return
    const replacement = { ...NOTHING_CAME, id: done.replacement_order_id, total: 0, isCash: false, tries: [] }
    this.orders.push(replacement)
    for (const [at, end] of ends.entries()) {
      const plain = { which: 0, isNew: false, pieces: 1, came: 1, restock: true, ends: ends.slice(at + 1) }
      await this.#change(replacement, { ...plain, do: end })
      if (end === 'exchange') return
    }
  }

  /** Everything that was begun comes to its end: banks decide, gateways pay back, and the merchant pays the rest back. */
  async finish(): Promise<void> {
    const { act, pass } = this.#test
    for (const minutes of [16, 600, 1500]) await pass(minutes * 60)
    for (const { id } of this.orders) await unlessRefused(act('orders.refund', { orders: [String(id)] }))
    // A refund that was sent last takes the longest.
    const unpaid = async () => ((await act('payments.refunds', {})) as unknown[]).length
    for (let day = 0; day < 7 && (await unpaid()) > 0; day += 1) await pass(86_400)
  }

  /** Compares the shop with what the gateways have. */
  async check(): Promise<void> {
    const received = await receivedBy(this.#test)
    const { db } = this.#test.shop
    const { ledger_entries, orders, order_events, order_items, returns, refunds } = db.tables
    const entries = await db.select().from(ledger_entries)
    const rows = await db.select().from(orders)
    const items = await db.select().from(order_items)
    const refundsTold = await db.select().from(order_events).where(eq(order_events.kind, 'refunded_in_part'))
    const back = await db.select().from(returns)
    const owed = await db.select().from(refunds)
    const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
    type Item = (typeof items)[number]
    const pieces = (counted: { quantity: number }[]) =>
      counted.reduce((total, { quantity }) => total + quantity, 0)
    const backOf = ({ id }: Item) => back.filter(({ order_item_id }) => order_item_id === id)
    const insteadOf = ({ id }: Item) => items.filter((one) => one.replaces_item_id === id)
    /** Pieces that the customer has of an item, and of what was sent for it in exchange. */
    const heldOf = (one: Item): number => {
      const isCancelled = rows.some(({ id, status }) => id === one.order_id && status === 'CANCELLED')
      const own = isCancelled ? 0 : one.quantity - pieces(backOf(one))
      return insteadOf(one).reduce((held, other) => held + heldOf(other), own)
    }
    for (const order of this.orders) {
      const { id, total, isCash, tries, transfers } = order
      const row = rows.find((one) => one.id === id)!
      // What is paid back is told of the order that was paid.
      if (total === 0) expect(refundsTold.filter(({ order_id }) => order_id === id)).toEqual([])
      // Of what came back, only pieces that the customer has others for are not paid back.
      for (const one of items.filter((any) => any.order_id === id && any.replaces_item_id === null)) {
        const unpaid = pieces(backOf(one).filter(({ amount }) => amount === 0))
        expect(
          insteadOf(one).reduce((held, other) => held + heldOf(other), 0),
          `item of order ${id}`,
        ).toBe(unpaid)
      }
      const of = (kind: string) => sum(entries.filter((one) => one.order_id === id && one.kind === kind))
      const paid = tries.reduce(
        (sum, one) => sum + (received.get(one.merchantOrderId) ?? Number(one.paid)),
        transfers,
      )
      const refunded = owed.filter((one) => one.order_id === id)
      const about = `order ${id}, ${row.status}, ${JSON.stringify([tries, refunded])}`
      expect(of('payment'), about).toBe(paid * total)
      const cash = isCash && row.status !== 'CONFIRMED' && row.paid_at ? total : 0
      const isHere = order.cashCame || !isByCourier(order)
      expect([of('cash'), of('with_courier')], about).toEqual(isHere ? [cash, 0] : [0, cash])
      const isOver = ['CANCELLED', 'PAYMENT_FAILED', 'RETURNED', 'LOST'].includes(row.status)
      const delivery = isOver ? 0 : row.total_shipping_price
      const kept = isOver ? 0 : total - sum(back.filter((one) => one.order_id === id))
      const left = of('payment') + cash + of('refund')
      if (row.paid_at !== null) expect([kept, row.status === 'RETURNED' ? left : kept], about).toContain(left)
      expect(delivery, about).toBeLessThanOrEqual(total)
      expect(
        refunded.filter(({ state }) => state !== 'PAID'),
        about,
      ).toEqual([])
    }
  }
}

/** How often each payment was paid at the simulated gateways, by what the shop calls it. */
async function receivedBy({ control }: GatewayShop): Promise<Map<string, number>> {
  const phonepe = await control<{
    orders: { merchantOrderId: string; state: string; attempts: { state: string }[] }[]
  }>('phonepe', {})
  const razorpay = await control<{ orders: { receipt: string; status: string }[] }>('razorpay', {})
  const paidOf = (attempts: { state: string }[]) =>
    attempts.filter(({ state }) => state === 'COMPLETED').length
  return new Map([
    ...phonepe.orders.flatMap(({ merchantOrderId, state, attempts }) =>
      state === 'COMPLETED' ? [[merchantOrderId, paidOf(attempts)] as const] : [],
    ),
    ...razorpay.orders.flatMap(({ receipt, status }) => (status === 'paid' ? [[receipt, 1] as const] : [])),
  ])
}

it('has a ledger, stock, coupons and documents that agree with the banks, whatever happens', async (context) => {
  let commands = 0
  for (let shop = 0; shop < SHOPS; shop += 1) {
    const test = await gatewayShop()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 9 }), async (sequence) => {
        // A session ends within the time that a sequence takes.
        const shopper = await aShopper(test)
        const product = await aProduct(test, {}, [{ stock: 4, price: PRICE }])
        const coupon = await aCoupon(test, { usage_limit: 2 })
        const initial = new Map([
          [product.variant.id, (await stockNow(test.shop.db)).get(product.variant.id)!],
        ])
        const history = new History(test, shopper, product, coupon.code)
        for (const one of sequence) await history.run(one)
        await history.finish()
        await history.check()
        await checkInvariants(test.shop.db, initial)
        commands += sequence.length
      }),
      sequences(RUNS, shop),
    )
  }
  report(
    context,
    `money against the banks, ${inject('engine')}: ${SHOPS * RUNS} sequences, ${commands} commands`,
  )
}, 3_600_000)
