import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { Button } from '@haat/ui/button'
import { TextArea } from '@haat/ui/field'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useCancelOrder } from './orders.queries.ts'
import { RefundUpiField } from './refund-upi.tsx'

/** Asks for a reason, which may stay empty, and cancels the order. */
export function CancelOrder({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>{t`Cancel Order`}</Button>
      {isOpen && <CancelDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function whatFollows({ payment_method, payment_told }: Order): string {
  if (payment_told)
    return t`Nothing is sent. We still compare your payment with our bank, and then ask you where it goes back to.`
  return payment_method === 'ONLINE'
    ? t`Nothing is sent, and what you paid goes back to you.`
    : t`Nothing is sent, and you pay nothing.`
}

function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [upi, setUpi] = useState(order.refund_upi ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const number = order.order_number
  const { mutateAsync: cancel, isPending } = useCancelOrder(order.id)
  // An order that cannot be cancelled any more takes this dialog with it: the toast stays.
  const submit = async () => {
    try {
      const refund_upi = upi.trim() || null
      await cancel({ reason: reason.replaceAll(/\s+/g, ' ').trim(), refund_upi })
      toast('success', t`Your order is cancelled.`)
      onClose()
      // Once the dialog has given the focus back, to a button that is gone.
      setTimeout(focusHeading)
    } catch (error) {
      const message = messageOf(error, t`The order could not be cancelled. Please try again.`)
      setFailure(message)
      toast('error', message)
    }
  }
  return (
    <FormDialog
      title={t`Cancel order #${number}?`}
      button={t`Cancel Order`}
      keep={t`Keep Order`}
      busy={isPending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{whatFollows(order)}</p>
      {order.by_upi_id && !order.payment_told && (
        <RefundUpiField
          hint={t`Your refund goes to this id, such as name@bank.`}
          value={upi}
          onChange={setUpi}
        />
      )}
      <TextArea
        label={t`Why do you cancel? (optional)`}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
