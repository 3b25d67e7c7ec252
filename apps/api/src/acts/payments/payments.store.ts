/** Payments and refunds as the staff list them. */
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import { toldText } from '@haat/contract/staff/payments'
import type { Reader } from '../../db/database.ts'
import { isShort, upiReference } from '../../features/payments/payments.ts'
import { isStated } from '../../features/payments/payments.store.ts'
import { refundPayer } from '../../features/payments/refunds.store.ts'

interface Filter {
  waiting?: boolean
  provider?: string | undefined
  /** Order number, the note with it, UTR, or the provider's number. */
  search?: string | undefined
  /** The provider's numbers. */
  ids?: readonly string[]
  /** Paid before, by a gateway, and in no settlement yet. */
  unsettled_before?: Date
  limit: number
}

/** The latest first. */
export async function findStaffPayments(
  reader: Reader,
  { waiting, provider, search, ids, unsettled_before, limit }: Filter,
) {
  const { payments, orders } = reader.tables
  const conditions: (SQL | undefined)[] = [
    waiting ? isStated(reader.tables) : undefined,
    provider === undefined ? undefined : eq(payments.provider, provider),
    search === undefined
      ? undefined
      : or(
          eq(orders.order_number, search.toUpperCase().replace(/^(\w{10})P\d+$/, '$1')),
          eq(payments.utr, search),
          eq(payments.provider_payment_id, search),
        ),
    ids && inArray(payments.provider_payment_id, [...ids]),
    unsettled_before &&
      and(
        lt(payments.paid_at, unsettled_before),
        isNotNull(payments.provider_reference),
        isNull(payments.settled_at),
      ),
  ]
  const rows = await reader
    .select({
      payment: payments,
      order_number: orders.order_number,
      order_status: orders.status,
      customer: orders.shipping_name,
      cost: { total_amount: orders.total_amount, paid_at: orders.paid_at },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(...conditions))
    .orderBy(desc(payments.id))
    .limit(limit)
  return rows.map(({ payment, cost, ...order }) => ({
    ...payment,
    ...order,
    is_short: isShort(payment, cost),
    reference: upiReference(payment, order.order_number),
    next: payment.state === 'PROCESSING' && payment.utr !== null ? toldText({ ...payment, ...order }) : null,
  }))
}

/** @param filter `ids` are the provider's numbers */
export async function findStaffRefunds(
  reader: Reader,
  { all, ids, limit }: { all: boolean; ids?: readonly string[]; limit: number },
) {
  const { payments, refunds, orders } = reader.tables
  const rows = await reader
    .select({
      refund: refunds,
      provider: payments.provider,
      order_number: orders.order_number,
      customer: orders.shipping_name,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .leftJoin(payments, eq(payments.id, refunds.payment_id))
    .where(
      and(all ? undefined : ne(refunds.state, 'PAID'), ids && inArray(refunds.provider_refund_id, [...ids])),
    )
    .orderBy(desc(refunds.id))
    .limit(limit)
  return rows.map(({ refund, provider, ...order }) => ({
    ...refund,
    ...order,
    provider: refundPayer(refund, provider),
  }))
}
