/** What a merchant says about a payment by UPI, after a look at the bank. */
import { formatShortRupees } from '@haat/contract/money'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { BadgeCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/queries.ts'
import { utrText } from '../../lib/format.ts'

const ActDialog = lazy(async () => ({ default: (await import('../../form/act-form.tsx')).ActDialog }))

/** The payment of an order that waits for the merchant. Paise. */
export interface StatedPayment {
  order_id: number
  customer: string
  amount: number
  utr: string
}

/** That of an order that has one. */
export function statedPayment({ id, customer, payments }: StaffOrder): StatedPayment {
  const { amount = 0, utr } = payments.findLast((payment) => payment.utr !== null) ?? {}
  return { order_id: id, customer: customer.name, amount, utr: utr ?? '' }
}

/** The two answers, each with a question before it; nothing without the permission. */
export function ConfirmPayment({ payment }: { payment: StatedPayment }) {
  const may = useMay()
  const [asked, setAsked] = useState<'confirm' | 'not_found'>()
  const close = () => setAsked(undefined)
  if (!may(staffPayments.confirm.permission)) return null
  const { order_id, customer, amount, utr } = payment
  const order = String(order_id)
  const about = `#${order_id} · ${customer} · UTR ${utrText(utr)}`
  return (
    <>
      <Button onClick={() => setAsked('confirm')}>
        <BadgeCheck aria-hidden className="size-5 max-sm:hidden" />
        My bank has it
      </Button>
      <Button variant="outline" onClick={() => setAsked('not_found')}>
        Not found
      </Button>
      <Suspense>
        {asked === 'confirm' && (
          <ActDialog
            act={staffPayments.confirm}
            title={`Your bank has ${formatShortRupees(amount)}?`}
            text={about}
            button="Confirm payment"
            given={{ order }}
            fields={{
              received: {
                label: 'More came? How much',
                hint: `Leave it empty for ${formatShortRupees(amount)}. What came too much is to be refunded.`,
              },
              utr: {
                label: 'Another UTR at the bank?',
                hint: 'Only where your bank shows other digits.',
              },
            }}
            done={() => `The payment of order ${order_id} is confirmed.`}
            onClose={close}
          />
        )}
        {asked === 'not_found' && (
          <ActDialog
            act={staffPayments.not_found}
            title="Your bank does not have it?"
            text={about}
            button="Ask the customer"
            given={{ order }}
            fields={{
              note: {
                label: 'What the customer reads',
                hint: 'The customer gets a mail and can tell another UTR, or pay again.',
                initial: 'We do not find this payment at our bank. Please check the UTR in your app.',
              },
            }}
            done={() => `The customer of order ${order_id} is asked.`}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
