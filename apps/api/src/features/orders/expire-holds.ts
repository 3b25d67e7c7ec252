import type { Shop } from '../../shop.ts'
import { moveOrder } from './move-order.ts'
import { findOverdue } from './orders.store.ts'

/** How many orders one sweep takes on, each in its own transaction. */
const BATCH = 100

/**
 * Fails the online orders whose payment did not arrive in time: their stock and coupon uses go back.
 *
 * @returns how many
 */
export async function expireHolds(shop: Shop): Promise<number> {
  const now = shop.now()
  let expired = 0
  for (const orderId of await findOverdue(shop.db, now, BATCH)) {
    const moved = await shop.db.transaction((tx) => moveOrder(tx, orderId, 'hold_expired', { now }))
    if (moved) expired += 1
  }
  return expired
}
