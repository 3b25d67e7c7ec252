import type { Order } from '@haat/contract/orders'
import { useId, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextArea } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useCancelOrder } from './orders.queries.ts'

/** Asks for a reason, which may stay empty, and cancels the order. */
export function CancelOrder({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Cancel Order
      </Button>
      {isOpen && <CancelDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: cancel, isPending } = useCancelOrder(order.id)
  // An order that cannot be cancelled any more takes this dialog with it: the toast stays.
  const submit = async () => {
    try {
      await cancel(reason.replaceAll(/\s+/g, ' ').trim())
      toast('success', 'Your order is cancelled.')
      onClose()
    } catch (error) {
      const message = messageOf(error, 'The order could not be cancelled. Please try again.')
      setFailure(message)
      toast('error', message)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel order #${order.order_number}?`}
      footer={
        <>
          {failure && (
            <Notice tone="bad" className="mb-3">
              {failure}
            </Notice>
          )}
          <div className="flex justify-end gap-3 max-sm:*:grow max-sm:*:px-3">
            <Button variant="outline" onClick={onClose}>
              Keep Order
            </Button>
            <Button type="submit" form={formId} busy={isPending}>
              Cancel Order
            </Button>
          </div>
        </>
      }
    >
      <p className="mb-4">
        {order.payment_method === 'ONLINE'
          ? 'Nothing is sent, and what you paid goes back to you.'
          : 'Nothing is sent, and you pay nothing.'}
      </p>
      <Form id={formId} onSubmit={submit}>
        <TextArea
          label="Why do you cancel? (optional)"
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </Dialog>
  )
}
