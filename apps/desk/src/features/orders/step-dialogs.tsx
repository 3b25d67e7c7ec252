import { formatShortRupees } from '@haat/contract/money'
import { itemName } from '@haat/contract/rules'
import { type StaffOrder, staffOrders } from '@haat/contract/staff/orders'
import { GATEWAY_NAMES, payerText } from '@haat/contract/staff/payments'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { actQuery } from '../../api/queries.ts'
import { ActDialog } from '../../form/act-form.tsx'
import { storedText } from '../../lib/stored-text.ts'
import { type Step, STEPS } from './order-state.ts'
import { doneText, type OrderDialogProps, type StepDialogProps, type StepOrder } from './step-texts.ts'
import { PiecesDialog } from './pieces-dialog.tsx'

export function StepDialog({ step, ...props }: StepDialogProps & { step: Step }) {
  if (step === 'ship') return <ShipDialog {...props} />
  if (step === 'refund') return <RefundDialog {...props} />
  if (step === 'cancel' || step === 'lose' || step === 'refuse') return <NoteDialog step={step} {...props} />
  return <OrderDialog step={step} {...props} />
}

/** What is asked for one order only. */
function OrderDialog({ step, ...props }: StepDialogProps & { step: Step }) {
  const { data: order } = useQuery(actQuery(staffOrders.show, { order: String(props.orders[0]?.id) }))
  if (!order) return null
  if (step === 'tracking') return <TrackingDialog {...props} order={order} />
  if (step === 'refund_part') return <RefundPartDialog {...props} order={order} />
  if (step === 'return' || step === 'remove') return <PiecesDialog {...props} step={step} order={order} />
  return null
}

const idsOf = (orders: readonly StepOrder[]) => orders.map(({ id }) => String(id))

const lastCourier = storedText('desk-courier')
const COURIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post', 'Ecom Express', 'Xpressbees', 'Shadowfax']

function ShipDialog({ orders, dialog }: StepDialogProps) {
  const isOne = orders.length === 1
  return (
    <ActDialog
      act={staffOrders.ship}
      title={isOne ? 'Ship the order' : 'Ship the orders'}
      button="Ship"
      given={{ orders: idsOf(orders) }}
      fields={{
        courier: { ...{ hint: 'Who takes the parcel?', proposals: COURIERS }, initial: lastCourier.read() },
        ...(isOne && { tracking: { label: 'Tracking number', hint: 'Optional; it can follow later' } }),
      }}
      preview={() => (
        <Notice>
          {isOne ? 'The customer gets an e-mail' : 'Each customer gets an e-mail'}, and the invoice is
          written.{!isOne && ' Tracking numbers can be added to each order afterwards.'}
        </Notice>
      )}
      done={(changed) => doneText('ship', changed)}
      {...dialog}
      onDone={(changed) => {
        lastCourier.write(changed[0]?.courier ?? '')
        dialog.onDone()
      }}
    />
  )
}

function TrackingDialog({ order, dialog }: OrderDialogProps) {
  return (
    <ActDialog
      act={staffOrders.tracking}
      title="Courier and tracking"
      button="Save"
      given={{ order: String(order.id) }}
      fields={{
        courier: { hint: null, initial: order.courier },
        number: {
          label: 'Tracking number',
          hint: 'The customer gets an e-mail.',
          initial: order.tracking_number,
        },
      }}
      done={(changed) => doneText('tracking', [changed])}
      {...dialog}
    />
  )
}

function RefundPartDialog({ order, dialog }: OrderDialogProps) {
  const items = order.items.filter(({ quantity, returned }) => returned < quantity)
  return (
    <ActDialog
      act={staffOrders.refund_part}
      title="Give back part of the price"
      button="Give back"
      given={{ order: String(order.id) }}
      fields={{
        item: {
          ...{ label: 'For', hint: 'Any: split over all of them' },
          options: items.map((item) => ({ value: String(item.line), label: itemName(item) })),
        },
        amount: { label: 'Amount', hint: 'Left empty, all that the item still costs' },
        ...(order.total_shipping_price + order.cod_fee > 0 && {
          with_delivery: { label: 'Give back the delivery charge too' },
        }),
        note: NOTE,
      }}
      preview={() => (
        <Notice>
          The goods stay with the customer, who gets an e-mail, and a credit note is written.{' '}
          {payerText(gatewayOf(order))} It cannot be undone.
        </Notice>
      )}
      done={(changed) => doneText('refund_part', [changed])}
      {...dialog}
    />
  )
}

/** The gateway that has the money of an order; null where the merchant pays it back. */
const gatewayOf = ({ payments }: StaffOrder): string | null => {
  const paid = payments.find(({ state }) => state === 'PAID')?.provider
  return GATEWAY_NAMES.find((name) => name === paid) ?? null
}

function RefundDialog({ orders, dialog }: StepDialogProps) {
  const upi = orders
    .flatMap(({ refunds = [] }) => refunds)
    .findLast((refund) => refund.state === 'DUE' && refund.provider === null && refund.upi !== null)?.upi
  const due = orders.reduce((sum, { refund_due_amount = 0 }) => sum + refund_due_amount, 0)
  return (
    <ActDialog
      act={staffOrders.refund}
      title={due > 0 ? `You have paid back ${formatShortRupees(due)}?` : 'You have paid the money back?'}
      button="Record refund"
      given={{ orders: idsOf(orders) }}
      fields={{ reference: { hint: 'Optional: what the bank calls the transfer, such as its UTR' } }}
      preview={() => (
        <Notice tone="wait">
          This moves no money: pay first, in your bank or at the payment provider
          {upi && (
            <>
              , by UPI to <b className="break-all">{upi}</b>
            </>
          )}
          . It cannot be undone.
        </Notice>
      )}
      done={(changed) => doneText('refund', changed)}
      {...dialog}
    />
  )
}

const NOTES = {
  cancel: {
    title: 'Cancel the order?',
    many: 'Cancel the orders?',
    text: 'The pieces go back to the stock; what was paid is to be refunded. The customer gets an e-mail.',
  },
  refuse: {
    title: 'The parcel came back?',
    many: 'The parcels came back?',
    text: 'What was paid is to be refunded. The customer gets an e-mail.',
  },
  lose: {
    title: 'The parcel is lost?',
    many: 'The parcels are lost?',
    text: 'The pieces are written off. “Take back” finds them again, should the parcel turn up.',
  },
} as const

const NOTE = { label: 'Note for the timeline', hint: 'Optional; the customer reads it too' }

function NoteDialog({ step, orders, dialog }: StepDialogProps & { step: keyof typeof NOTES }) {
  const { title, many, text } = NOTES[step]
  return (
    <ActDialog
      act={staffOrders[step]}
      title={orders.length === 1 ? title : many}
      button={STEPS[step].label}
      given={{ orders: idsOf(orders) }}
      fields={{
        note: NOTE,
        ...(step === 'refuse' && { write_off: { label: 'The pieces cannot be sold again' } }),
      }}
      preview={() => <Notice>{text}</Notice>}
      done={(changed) => doneText(step, changed)}
      {...dialog}
    />
  )
}
