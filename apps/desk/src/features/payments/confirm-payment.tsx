/** What a merchant says about a payment by UPI, after a look at the bank. */
import { formatShortRupees } from '@haat/contract/money'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { endedText, type StaffPayment, staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { BadgeCheck } from 'lucide-react'
import { useMay } from '../../api/queries.ts'
import { useAsk } from '../../form/act-form.tsx'
import { utrText } from '../../lib/format.ts'

type Told = 'order_id' | 'order_status' | 'customer' | 'amount' | 'reference'

/** The payment of an order that waits for the merchant. Its reference is the note that the bank shows. */
export type StatedPayment = Pick<StaffPayment, Told> & { utr: string }

export const statedPayments = ({ id, status, customer, payments }: StaffOrder): StatedPayment[] =>
  payments.flatMap(({ state, utr, amount, reference }) =>
    state === 'PROCESSING' && utr !== null
      ? [{ order_id: id, order_status: status, customer: customer.name, amount, utr, reference }]
      : [],
  )

const UTR = { label: 'Another UTR at the bank?', hint: 'Only where your bank shows other digits.' }

const FIELDS = {
  received: {
    label: 'Another amount came?',
    hint: 'More: the order is paid, and the rest becomes a refund that is due. Less: the order still waits, and you ask the customer for the rest, or pay back what came. What you have not paid back counts when the rest comes.',
  },
  pay_back: { label: 'The amount above is less, and I pay it back' },
  utr: UTR,
}

/** Nothing waits for the rest, and all of it goes back. */
const OF_CANCELLED = { received: { label: 'Another amount came?', hint: null }, utr: UTR }

export function useAnswers() {
  const ask = useAsk()
  const about = ({ order_id, customer, reference, utr }: StatedPayment): string =>
    `#${order_id} · ${customer} · note ${reference} · UTR ${utrText(utr)}`
  return {
    /** @param isOneOfSeveral whether other transfers of the order wait too */
    confirm(payment: StatedPayment, isOneOfSeveral: boolean): void {
      const { order_id, order_status, amount, utr } = payment
      const { utr: another, ...fields } = order_status === 'CANCELLED' ? OF_CANCELLED : FIELDS
      const order = String(order_id)
      ask({
        act: staffPayments.confirm,
        title: `Your bank has ${formatShortRupees(amount)}?`,
        text: order_status === 'PENDING' ? about(payment) : `${about(payment)}. ${endedText(order_status)}`,
        button: 'Confirm payment',
        given: isOneOfSeveral ? { order, utr } : { order },
        fields: { ...fields, ...(!isOneOfSeveral && { utr: another }) },
        done: ({ status }) =>
          status === 'PENDING'
            ? `Order ${order_id} still waits for its payment. What came is to be paid back.`
            : `The payment of order ${order_id} is confirmed.`,
      })
    },
    deny(payment: StatedPayment): void {
      ask({
        act: staffPayments.not_found,
        title: 'Your bank does not have it?',
        text: about(payment),
        button: 'Ask the customer',
        given: { order: String(payment.order_id), utr: payment.utr },
        fields: {
          note: {
            label: 'What the customer reads',
            hint: 'The customer gets a mail, and can tell another UTR. Whether the order can be paid again stands on it.',
            initial: 'We do not find this payment at our bank. Please check the UTR in your app.',
          },
        },
        done: () => `The customer of order ${payment.order_id} is asked.`,
      })
    },
  }
}

interface ConfirmPaymentProps {
  payment: StatedPayment
  /** Whether other transfers of the order wait too: the buttons name this one. */
  isOneOfSeveral: boolean
}

/** The two answers; nothing without the permission. */
export function ConfirmPayment({ payment, isOneOfSeveral }: ConfirmPaymentProps) {
  const may = useMay()
  const { confirm, deny } = useAnswers()
  if (!may(staffPayments.confirm.permission)) return null
  return (
    <>
      <Button onClick={() => confirm(payment, isOneOfSeveral)}>
        <BadgeCheck aria-hidden className="size-5 max-sm:hidden" />
        My bank has {isOneOfSeveral ? utrText(payment.utr) : 'it'}
      </Button>
      <Button variant="outline" onClick={() => deny(payment)}>
        {isOneOfSeveral ? `${utrText(payment.utr)} not found` : 'Not found'}
      </Button>
    </>
  )
}
