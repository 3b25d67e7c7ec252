import type { DemoOrderStatus } from '../shape.ts'
import { diceOf } from './dice.ts'

/** An order of the past. Customer and variants go by number: the shop knows which they are. */
export interface GeneratedOrder {
  customer: number
  /** Days before the base time. */
  age_days: number
  status: DemoOrderStatus
  payment_method: 'COD' | 'ONLINE'
  /** `variant` is a roll below 1,000,000, to be scaled to how many there are. */
  lines: { variant: number; quantity: number }[]
  courier?: string
  tracking?: string
}

const COURIERS: [name: string, prefix: string][] = [
  ['Hawai Express', 'HX'],
  ['Dakiya Logistics', 'DK'],
  ['Safar Parcel', 'SF'],
]
const ON_THE_WAY: DemoOrderStatus[] = ['SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERED']
const ROLL = 1_000_000

/** Older orders have arrived; the newest are still on their way. */
function statusAt(age: number, roll: number): DemoOrderStatus {
  if (roll <= 5) return 'CANCELLED'
  if (roll <= 9) return 'PAYMENT_FAILED'
  if (age < 0.5) return 'CONFIRMED'
  if (age < 1.5) return 'PROCESSING'
  if (age < 3.5) return 'SHIPPED'
  return age < 4.5 ? 'OUT_FOR_DELIVERY' : 'DELIVERED'
}

/** The nth order; more of them are recent than old. The same for the same seed. */
export function orderOf(seed: number, n: number, customers: number): GeneratedOrder {
  const dice = diceOf(seed, 'order', n)
  const age_days = Math.round(365 * (dice.between(0, ROLL) / ROLL) ** 2 * 1000) / 1000
  const status = statusAt(age_days, dice.between(1, 100))
  const payment_method = status === 'PAYMENT_FAILED' || dice.odds(55) ? 'ONLINE' : 'COD'
  const lines = Array.from({ length: dice.pick([1, 1, 1, 2, 2, 3, 4]) }, () => ({
    variant: dice.between(0, ROLL - 1),
    quantity: dice.pick([1, 1, 1, 1, 2, 2, 3, 6]),
  }))
  const [courier, prefix] = dice.pick(COURIERS)
  const tracking = `${prefix}${dice.between(100_000_000, 999_999_999)}IN`
  return {
    ...{ customer: dice.between(0, customers - 1), age_days, status, payment_method, lines },
    ...(ON_THE_WAY.includes(status) && { courier, tracking }),
  }
}

/** Which of `count` things a roll means. */
export const scaled = (roll: number, count: number): number => Math.floor((roll / ROLL) * count)
