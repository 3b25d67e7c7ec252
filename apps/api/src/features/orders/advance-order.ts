/** What the merchant does with an order: one or two steps of the transition table. */
import type { Shop } from '../../shop.ts'
import { type MoveDetails, moveOrder } from './move-order.ts'
import type { OrderEventName } from './transition.ts'

/** Each of the merchant's words, with the steps it stands for: those before the last happen where they still can. */
const STEPS = {
  process: ['process'],
  ship: ['process', 'ship'],
  'out-for-delivery': ['out_for_delivery'],
  deliver: ['out_for_delivery', 'deliver'],
  cancel: ['cancel'],
  refund: ['refund'],
} as const satisfies Record<string, readonly OrderEventName[]>

export type MerchantMove = keyof typeof STEPS

/**
 * Takes an order where the merchant wants it, with timeline and mails; all of it or nothing.
 *
 * @returns false, with nothing written, when there is no such order or this cannot happen to it now
 */
export async function advanceOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  move: MerchantMove,
  details: Omit<MoveDetails, 'now'> = {},
): Promise<boolean> {
  const steps: readonly OrderEventName[] = STEPS[move]
  const at = now()
  class Refused extends Error {}
  try {
    await db.transaction(async (tx) => {
      for (const step of steps.slice(0, -1)) await moveOrder(tx, orderId, step, { now: at })
      // Thrown, so that the steps before it are undone.
      if (!(await moveOrder(tx, orderId, steps.at(-1)!, { ...details, now: at }))) throw new Refused()
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
