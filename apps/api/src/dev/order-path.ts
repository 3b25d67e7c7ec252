/** How an order gets to a status by events that can happen to it. */
import type { OrderStatus } from '@haat/contract/rules'
import { type OrderEventName, type OrderState, transition } from '../features/orders/transition.ts'

const EVENTS: OrderEventName[] = [
  'pay',
  'payment_failed',
  'process',
  'ship',
  'out_for_delivery',
  'deliver',
  'cancel',
]

/** The shortest way, or null where there is none: an order does not go back. */
export function pathTo(from: OrderState, target: OrderStatus): OrderEventName[] | null {
  let ways: { state: OrderState; events: OrderEventName[] }[] = [{ state: from, events: [] }]
  for (let length = 0; length <= EVENTS.length; length += 1) {
    const there = ways.find(({ state }) => state.status === target)
    if (there) return there.events
    ways = ways.flatMap(({ state, events }) =>
      EVENTS.flatMap((event) => {
        const step = transition(state, event)
        if (!step || step.to === state.status) return []
        const paid = state.paid || step.effects.includes('paid')
        return [{ state: { ...state, status: step.to, paid }, events: [...events, event] }]
      }),
    )
  }
  return null
}
