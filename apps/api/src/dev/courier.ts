/** `/dev/courier`: a bot that takes every order one step further at a time, and now and then cancels one. */
import { diceOf } from '@haat/seed/generator'
import { canCancel } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { moveOrder } from '../features/orders/move-order.ts'
import type { OrderEventName } from '../features/orders/transition.ts'
import { parcelOf } from './state.ts'
import { findOnTheirWay } from './state.store.ts'
import { tool, type Tools } from './tools.ts'

const LOOK_MS = 250
/** How many orders one round takes on, and how many rounds a moved clock can bring at once. */
const [ORDERS_MAX, ROUNDS_MAX] = [500, 10]

const CourierWish = z.strictObject({
  running: z.optional(z.boolean()),
  /** By the shop's clock. */
  seconds_per_step: z.optional(z.number().check(z.minimum(0.1), z.maximum(86_400))),
  /** Of a hundred orders that may still be cancelled, in each round. */
  cancel_percent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  /** Which orders the odds meet. */
  seed: z.optional(z.int()),
  /** Rounds to be made at once, running or not. */
  steps: z.optional(z.int().check(z.minimum(1), z.maximum(ROUNDS_MAX))),
})

const NEXT = {
  CONFIRMED: 'process',
  PROCESSING: 'ship',
  SHIPPED: 'out_for_delivery',
  OUT_FOR_DELIVERY: 'deliver',
} as const satisfies Record<string, OrderEventName>

export class Courier {
  readonly #tools: Tools
  #settings = { running: false, seconds_per_step: 5, cancel_percent: 0, seed: 1 }
  #moved = 0
  #last = 0
  #made = 0
  #turn: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(tools: Tools) {
    this.#tools = tools
  }

  get shown() {
    return { ...this.#settings, moved: this.#moved }
  }

  change(wish: Partial<Courier['shown']>): void {
    this.#settings = { ...this.#settings, ...wish }
    clearInterval(this.#timer)
    if (!this.#settings.running) return
    this.#last = this.#tools.shop.now().getTime()
    this.#timer = setInterval(() => void this.catchUp(), LOOK_MS).unref()
  }

  /** Makes the rounds that are due by the shop's clock. */
  catchUp(): Promise<void> {
    const { running, seconds_per_step } = this.#settings
    const now = this.#tools.shop.now().getTime()
    if (now < this.#last) this.#last = now
    const due = running ? Math.floor((now - this.#last) / (seconds_per_step * 1000)) : 0
    if (due === 0) return this.#turn
    this.#last = now
    return this.step(Math.min(due, ROUNDS_MAX))
  }

  /** One round after the other, never two at once. */
  step(rounds: number): Promise<void> {
    this.#turn = this.#rounds(rounds, this.#turn)
    return this.#turn
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#turn
  }

  async #rounds(count: number, before: Promise<void>): Promise<void> {
    await before
    try {
      for (let n = 0; n < count; n += 1) await this.#round()
    } catch (error) {
      this.#tools.app.log.error({ err: error }, 'the courier stumbled')
    }
  }

  async #round(): Promise<void> {
    const { shop } = this.#tools
    const { cancel_percent, seed } = this.#settings
    this.#made += 1
    for (const { id, status } of await findOnTheirWay(shop.db, ORDERS_MAX)) {
      const cancels = canCancel(status) && diceOf(seed + this.#made, 'courier', id).odds(cancel_percent)
      const event = cancels ? 'cancel' : NEXT[status as keyof typeof NEXT]
      const details = { now: shop.now(), ...(event === 'ship' && parcelOf(id)) }
      if (await shop.db.transaction((tx) => moveOrder(tx, id, event, details))) this.#moved += 1
    }
  }
}

export function registerCourier({ app, whenTimePasses }: Tools, courier: Courier): void {
  whenTimePasses.push(() => courier.catchUp())
  app.addHook('onClose', () => courier.stop())
  tool(app, { method: 'GET', url: '/dev/courier', handle: async () => ({ courier: courier.shown }) })
  tool(app, {
    method: 'POST',
    url: '/dev/courier',
    body: CourierWish,
    handle: async ({ body: { steps, ...wish } }) => {
      if (Object.keys(wish).length > 0) courier.change(wish as Partial<Courier['shown']>)
      if (steps !== undefined) await courier.step(steps)
      return { courier: courier.shown }
    },
  })
}
