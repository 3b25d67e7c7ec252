/** `/dev/courier`: a bot that moves every order one step further in each round, and cancels some. */
import { canCancel } from '@haat/contract/rules'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { moveOrder } from '../features/orders/move-order.ts'
import { nextDeliveryEvent } from '../features/orders/transition.ts'
import { shipment } from './orders.ts'
import { findUndeliveredOrders } from './dev.store.ts'
import type { Shop } from '../shop.ts'
import { notEmpty, tool, type Tools } from './tools.ts'

const POLL_MS = 250
/** Limits of the orders in a round, and of the rounds after a change of the clock. */
const [ORDERS_MAX, ROUNDS_MAX] = [500, 10]

const CourierChange = notEmpty(
  z.strictObject({
    running: z.optional(z.boolean()),
    /** By the shop's clock. */
    seconds_per_step: z.optional(z.number().check(z.minimum(0.1), z.maximum(86_400))),
    /** Percent of the cancellable orders that each round cancels. */
    cancel_percent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    /** Decides which orders are cancelled. */
    seed: z.optional(z.int()),
    /** Rounds to run now, whether or not the bot is running. */
    steps: z.optional(z.int().check(z.minimum(1), z.maximum(ROUNDS_MAX))),
  }),
  'running, seconds_per_step, cancel_percent, seed or steps',
)

export class Courier {
  readonly #shop: Shop
  #running = Promise.resolve()
  #settings = { running: false, seconds_per_step: 5, cancel_percent: 0, seed: 1 }
  #moved = 0
  #last = 0
  #round = 0

  constructor(app: FastifyInstance, shop: Shop) {
    this.#shop = shop
    const timer = setInterval(() => void this.catchUp(), POLL_MS).unref()
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await this.#running
    })
  }

  get state() {
    return { ...this.#settings, moved: this.#moved }
  }

  change(changes: Partial<Courier['state']>): void {
    this.#settings = { ...this.#settings, ...changes }
    this.#last = this.#shop.now().getTime()
  }

  /** Runs the rounds that are due by the shop's clock. */
  async catchUp(): Promise<void> {
    const { running, seconds_per_step } = this.#settings
    const now = this.#shop.now().getTime()
    if (now < this.#last) this.#last = now
    const due = running ? Math.floor((now - this.#last) / (seconds_per_step * 1000)) : 0
    if (due > 0) {
      this.#last = now
      void this.step(Math.min(due, ROUNDS_MAX))
    }
    await this.#running
  }

  /** Runs rounds one after the other, never two at once. */
  step(rounds: number): Promise<void> {
    const run = async (): Promise<void> => {
      for (let n = 0; n < rounds; n += 1) await this.#runRound()
    }
    this.#running = this.#running
      .then(run)
      .catch((error: unknown) => this.#shop.log.error({ err: error }, 'a round of the courier failed'))
    return this.#running
  }

  async #runRound(): Promise<void> {
    const { db, now } = this.#shop
    const { cancel_percent, seed } = this.#settings
    this.#round += 1
    // Loaded on demand: it comes with the generator's whole catalogue.
    const { seededRandom } = await import('@haat/seed/generator')
    for (const { id, status } of await findUndeliveredOrders(db, ORDERS_MAX)) {
      const cancels =
        canCancel(status) && seededRandom(seed + this.#round, 'courier', id).chance(cancel_percent)
      const event = cancels ? 'cancel' : nextDeliveryEvent(status)
      if (event === null) continue
      const details = { now: now(), ...(event === 'ship' && shipment(id)) }
      if (await db.transaction((tx) => moveOrder(tx, id, event, details))) this.#moved += 1
    }
  }
}

export function registerCourier({ app }: Tools, courier: Courier): void {
  tool(app, 'GET /dev/courier', {}, async () => ({ courier: courier.state }))
  tool(app, 'POST /dev/courier', { body: CourierChange }, async ({ body: { steps, ...changes } }) => {
    if (Object.keys(changes).length > 0) courier.change(changes as Partial<Courier['state']>)
    if (steps !== undefined) await courier.step(steps)
    return { courier: courier.state }
  })
}
