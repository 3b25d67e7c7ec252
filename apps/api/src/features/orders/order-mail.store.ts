import type { Language } from '@haat/contract/languages'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { pick, type Reader } from '../../db/database.ts'
import { emailOf } from '../auth/customer.store.ts'
import { findItems, orderColumns } from './orders.store.ts'
import { type EventPiece, eventPieces } from './returns.store.ts'

/** What the mails about an order need: the order, its items and its customer. Undefined when there is no such order. */
export async function findMailedOrder(reader: Reader, id: number) {
  const { orders, users } = reader.tables
  const [order] = await reader
    .select({
      ...orderColumns(reader.tables),
      customer: {
        name: users.name,
        email: emailOf(users),
        language: sql<Language>`coalesce(${orders.language}, ${users.language})`,
      },
      /** The customer's proven number, or that of the address. */
      text_to: sql<string>`case when ${users.phone_verified_at} is null then ${orders.shipping_phone} else ${users.phone_number} end`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, id))
  return order && { ...order, items: await findItems(reader, [id]) }
}

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>

/** What refunds that are paid were for, and where they went. */
export interface PaidRefunds {
  /** Empty where one of them is for an order, or a payment, as a whole. */
  pieces: EventPiece[]
  /** Whether the provider that had the money has paid them. */
  by_provider: boolean
  /** The UPI id to which the merchant has paid all of them. */
  upi: string | null
}

export async function findPaidRefunds(reader: Reader, ids: number[]): Promise<PaidRefunds> {
  const { refunds, order_events: events } = reader.tables
  const rows = await reader
    .select({ ...pick(refunds, 'upi', 'provider_refund_id', 'problem'), pieces: events.pieces })
    .from(refunds)
    .leftJoin(events, eq(events.id, refunds.event_id))
    .where(inArray(refunds.id, ids))
    .orderBy(asc(refunds.id))
  const [upi = null, ...others] = new Set(rows.map((row) => row.upi))
  const isKnown = rows.every(({ pieces }) => pieces !== null)
  const isSent =
    rows.length > 0 && rows.every((row) => row.provider_refund_id !== null && row.problem === null)
  const pieces = new Map<number | null, EventPiece>()
  for (const piece of isKnown ? rows.flatMap((row) => eventPieces(row.pieces)) : []) {
    const { quantity = 0, amount = 0 } = pieces.get(piece.order_item_id) ?? {}
    pieces.set(piece.order_item_id, {
      ...piece,
      quantity: quantity + piece.quantity,
      amount: amount + piece.amount,
    })
  }
  return { pieces: [...pieces.values()], by_provider: isSent, upi: others.length > 0 ? null : upi }
}
