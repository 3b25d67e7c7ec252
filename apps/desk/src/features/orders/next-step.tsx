import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { type StaffOrder, staffOrders } from '@haat/contract/staff/orders'
import { endedText } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import type { ReactNode } from 'react'
import { useMay } from '../../api/queries.ts'
import { ago, count, utrText } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { CallLink } from '../../ui/contact-links.tsx'
import { phoneOf } from './order-parts.tsx'
import { nextStep, REFUND_DUE, STATES, type Step, STEPS, TO_CONFIRM } from './order-state.ts'
import { type Paper, PAPERS } from './papers.ts'

interface Next {
  title: string
  text: string
  /** What is printed for it. */
  paper?: Paper
}

function nextOf(order: StaffOrder, now: Date): Next {
  const pieces = order.items.reduce((sum, item) => sum + item.quantity - item.returned, 0)
  const wait = `Placed ${ago(order.created_at, now)}.`
  const parcel = [order.courier, order.tracking_number].filter(Boolean).join(', ')
  const cash =
    order.is_cash && !order.paid_at ? ` The courier collects ${formatShortRupees(payableOf(order))}.` : ''
  if (order.to_confirm === 'payment')
    return {
      title: 'Compare the payment with your bank',
      text: [statedText(order), ...(order.status === 'PENDING' ? [] : [endedText(order.status)])].join(' '),
    }
  if (order.to_confirm === 'customer')
    return {
      title: 'Not confirmed yet: call the customer',
      text: `Ask whether the parcel of ${formatShortRupees(payableOf(order))} will be taken. ${wait}`,
    }
  if (nextStep(order) === 'refund') return payBack(order)
  switch (order.status) {
    case 'CONFIRMED':
      return { title: `Pack ${count(pieces, 'piece')}`, text: wait, paper: 'packing_slip' }
    case 'PROCESSING':
      return { title: 'Hand the parcel to a courier', text: wait + cash, paper: 'packing_slip' }
    case 'SHIPPED':
    case 'OUT_FOR_DELIVERY':
      return { title: 'Wait for the delivery', text: `With ${parcel || 'the courier'}.${cash}` }
    case 'PENDING':
      return { title: 'Wait for the payment', text: 'It goes on by itself when the money arrives.' }
    default:
      if (order.at_bank)
        return {
          title: 'The bank has not decided about the payment',
          text: 'The customer is asked not to pay again. If the money comes, the order goes on while its items are there; otherwise a refund is due.',
        }
      return {
        title: STATES[order.status].label,
        text: isRefunding(order) ? 'The provider pays the money back.' : 'Nothing is left to do.',
      }
  }
}

function payBack({ refund_due_amount: due, refunds }: StaffOrder): Next {
  const open = refunds.filter(({ state, provider }) => state === 'DUE' && provider === null)
  const foreign = open.find(({ amount }) => amount === 0)?.problem
  const upi = open.findLast((refund) => refund.upi !== null)?.upi
  const how = upi
    ? `By UPI to ${upi}; then record it here.`
    : 'Then record it here. The customer can give a UPI id on the page of the order.'
  return due === 0 && foreign
    ? { title: 'Pay back another currency', text: foreign }
    : { title: `Pay back ${formatShortRupees(due)}`, text: [how, foreign].filter(Boolean).join(' ') }
}

const isRefunding = ({ refunds }: StaffOrder): boolean => refunds.some(({ state }) => state !== 'PAID')

const statedText = ({ payments }: StaffOrder): string => {
  const told = payments.flatMap(({ state, amount, utr, reference }) =>
    state === 'PROCESSING' && utr !== null
      ? [`${formatShortRupees(amount)} came by UPI, with the UTR ${utrText(utr)} and the note ${reference}`]
      : [],
  )
  return `The customer says that ${told.join('; and that ')}.`
}

function lookOf(order: StaffOrder) {
  if (order.to_confirm) return TO_CONFIRM[order.to_confirm]
  if (nextStep(order) === 'refund') return REFUND_DUE
  return STATES[order.at_bank ? 'PENDING' : order.status]
}

interface NextStepProps {
  order: StaffOrder
  /** Its refund, besides what it waits for. */
  isRefund?: boolean
  /** What stands in place of the step's button. */
  action?: ReactNode
  may: (step: Step) => boolean
  take: (step: Step) => unknown
  print: (paper: Paper) => unknown
}

/** The one thing that an order waits for, with its button; on a phone it stays in sight. */
export function NextStep({ order, isRefund = false, action, may, take, print }: NextStepProps) {
  const now = useNow()
  const mayDo = useMay()
  const { title, text, paper } = isRefund ? payBack(order) : nextOf(order, now)
  const step = isRefund ? 'refund' : nextStep(order)
  const { icon: Icon, turn } = isRefund ? REFUND_DUE : lookOf(order)
  const isOurs = turn === 'ours' || turn === 'trouble'
  return (
    <section
      aria-label={isRefund ? 'Refund' : 'Next step'}
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-lg border p-4 sm:p-5',
        turn === 'trouble'
          ? 'border-brick bg-brick-tint'
          : isOurs
            ? 'border-peacock bg-peacock-tint'
            : 'border-line bg-card',
      )}
    >
      <span
        className={cx(
          'flex size-11 shrink-0 items-center justify-center rounded-full',
          turn === 'trouble' ? 'bg-brick text-paper' : isOurs ? 'bg-peacock text-paper' : 'bg-paper-deep',
        )}
      >
        <Icon aria-hidden className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-48 sm:basis-80">
        <h2 className="text-lg font-bold">{title}</h2>
        <p className={isOurs ? undefined : 'text-ink-soft'}>{text}</p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">
        {paper && mayDo(staffOrders[paper].permission) && (
          <Button variant="outline" onClick={() => print(paper)}>
            {PAPERS[paper]}
          </Button>
        )}
        {order.to_confirm === 'customer' && !isRefund && <CallLink phone={phoneOf(order)} size="md" />}
        {action}
        {step && may(step) && <Button onClick={() => take(step)}>{STEPS[step].label}</Button>}
      </div>
    </section>
  )
}
