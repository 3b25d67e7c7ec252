/** Mails that must go out: written with what they tell of, delivered by the outbox after the commit. */
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { wakeOutbox } from './wake.ts'
import { insertJob } from './outbox.store.ts'

export const ORDER_MAILS = [
  'confirmed',
  'payment_failed',
  'refund_due',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderMailKind = (typeof ORDER_MAILS)[number]

/** What each kind of job carries. Everything else is looked up when the mail is sent. */
export const JOBS = {
  order: z.object({ order_id: z.int(), mail: z.enum(ORDER_MAILS) }),
  password_changed: z.object({ customer_id: z.int(), at: z.iso.datetime() }),
}
export type JobKind = keyof typeof JOBS

async function enqueue<Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: z.output<(typeof JOBS)[Kind]>,
  dedupeKey: string,
): Promise<void> {
  await insertJob(tx, { kind, payload: JSON.stringify(payload), dedupe_key: dedupeKey })
  wakeOutbox()
}

/** Has the customer told about an order; once per order and kind, however often it is called. */
export const enqueueOrderMail = (tx: Tx, orderId: number, mail: OrderMailKind): Promise<void> =>
  enqueue(tx, 'order', { order_id: orderId, mail }, `order:${orderId}:${mail}`)

/**
 * Has the customer told that the password was changed.
 *
 * @param revision the customer's, which no other change of the password has
 */
export const enqueuePasswordChangedMail = (
  tx: Tx,
  customerId: number,
  revision: number,
  at: Date,
): Promise<void> =>
  enqueue(
    tx,
    'password_changed',
    { customer_id: customerId, at: at.toISOString() },
    `password-changed:${customerId}:${revision}`,
  )
