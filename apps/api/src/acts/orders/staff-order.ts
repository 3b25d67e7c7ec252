/** Orders as the staff see them. */
import { roundOff } from '@haat/contract/pricing'
import { isCashOnDelivery } from '@haat/contract/rules'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { returnedPieces } from '../../features/orders/returns.store.ts'
import { testBankMark } from '../../features/payments/payments.ts'
import type { MerchantOrder, OrderSummary } from './orders.store.ts'

export const paymentText = (
  order: Pick<OrderSummary, 'payment_method' | 'payment_provider' | 'status'>,
): string =>
  `${isCashOnDelivery(order.payment_method, order.status) ? 'COD' : 'ONLINE'}${testBankMark(order)}`

export const staffOrder = ({ order, items, returns, ...rest }: MerchantOrder): StaffOrder => ({
  ...order,
  ...rest,
  round_off: roundOff(order),
  refund_due: order.refund_due_amount > 0,
  payment: paymentText(order),
  items: items.map((item, at) => ({ ...item, line: at + 1, returned: returnedPieces(returns, item.id) })),
})
