/** What a customer says about an order: that it is not wanted, that its parcel is taken, where a refund goes. */
import { t } from '@lingui/core/macro'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import { payableOf } from '@haat/contract/pricing'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import { isSold } from '@haat/contract/rules'
import { Button } from '@haat/ui/button'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { TextArea, TextField } from '@haat/ui/field'
import { fieldOf, Form } from '@haat/ui/form'
import { type ComponentProps, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { useSubmitForm } from '../../ui/submit-form.tsx'
import { toast } from '../../ui/toast.ts'
import { useCancelOrder, useConfirmOrder, useRefundUpi } from './orders.queries.ts'

/** Asks whether a parcel to be paid in cash will be taken. */
export function ConfirmOrder({ order }: { order: Order }) {
  const { mutate: confirm, isPending } = useConfirmOrder(order.id)
  const press = () =>
    confirm(undefined, {
      onSuccess: () => toast('success', t`Thank you. Your order is confirmed.`),
      onError: (error: unknown) =>
        toast('error', messageOf(error, t`The order could not be confirmed. Please try again.`)),
    })
  const amount = formatShortRupees(payableOf(order))
  return (
    <Notice className="mb-4 print:hidden">
      <p className="mb-3">{t`Will you take this parcel and pay ${amount} in cash? We send it once you have confirmed.`}</p>
      <Button onClick={press} busy={isPending}>{t`Confirm Order`}</Button>
    </Notice>
  )
}

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

function whatFollows(order: Order): string {
  const amount = formatRupees(order.total_amount - order.refunded_amount)
  if (order.payment_told)
    return t`Nothing is sent. We still compare your payment with our bank, and then ask you where it goes back to.`
  if (order.payment_method !== 'ONLINE' || order.exchange_of || !isSold(order.order_status))
    return t`Nothing is sent, and nothing was paid.`
  return t`Nothing is sent, and ${amount} goes back to you the way you paid, within ${REFUND_DAYS} working days.`
}

function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const reasons = [t`Ordered by mistake`, t`Found it cheaper`, t`Arrives too late`]
  const [reason, setReason] = useState<string | null>(null)
  const isOther = reason !== null && !reasons.includes(reason)
  const [upi, setUpi] = useState(order.refund_upi ?? '')
  const number = order.order_number
  const { mutateAsync: cancel } = useCancelOrder(order.id)
  const send = async () => {
    await cancel({ reason: reason?.replaceAll(/\s+/g, ' ').trim(), refund_upi: upi.trim() || null })
    toast('success', t`Your order is cancelled.`)
    onClose()
    // Once the dialog has given the focus back, to a button that is gone.
    setTimeout(() => (scrollTo(0, 0), focusHeading()))
  }
  // An order that cannot be cancelled any more takes this dialog with it: the toast stays.
  const failureText = (error: unknown) => {
    const message = messageOf(error, t`The order could not be cancelled. Please try again.`)
    toast('error', message)
    return message
  }
  return (
    <FormDialog
      title={t`Cancel order #${number}?`}
      button={t`Cancel Order`}
      keep={t`Keep Order`}
      {...{ send, failureText, onClose }}
      variant="danger"
    >
      <p>{whatFollows(order)}</p>
      {order.by_upi_id && !order.payment_told && (
        <RefundUpiField
          hint={t`Your refund goes to this id, such as name@bank.`}
          value={upi}
          onChange={({ target }) => setUpi(target.value)}
        />
      )}
      <RadioGroup
        legend={t`Why are you cancelling? (optional)`}
        options={[...reasons, ''].map((value) => ({ value, label: value || t`Other` }))}
        value={isOther ? '' : reason}
        onChange={setReason}
      />
      {isOther && (
        <TextArea
          label={t`Your reason (optional)`}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  )
}

/** A field for the customer's UPI id. */
export const RefundUpiField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label={t`Your UPI id`}
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    inputMode="email"
    {...field}
  />
)

/** Asks for the UPI id while such a refund is due, and lets the customer correct it. */
export function RefundUpi({ order }: { order: Order }) {
  const [isChanging, setChanging] = useState(false)
  const amount = formatRupees(order.refund_due_amount)
  const upi = order.refund_upi
  const { mutateAsync: send } = useRefundUpi(order.id)
  const form = useSubmitForm({
    toastStyle: 'page',
    defaultValues: { refund_upi: upi ?? '' },
    send: ({ refund_upi }) => send(refund_upi.trim()),
    success: t`Thank you: your refund goes there.`,
    leave: { after: 0, to: () => setChanging(false) },
    failureText: (error) => messageOf(error, t`The UPI id could not be saved. Please try again.`),
  })
  const field = fieldOf(form, 'refund_upi')
  if (upi !== null && !isChanging)
    return (
      <Notice
        className="mb-4"
        action={<Button variant="outline" size="sm" onClick={() => setChanging(true)}>{t`Change`}</Button>}
      >
        <span className="wrap-anywhere">{t`Your refund of ${amount} goes by UPI to ${upi}.`}</span>
      </Notice>
    )
  return (
    <Form
      aria-label={t`Where your refund goes`}
      className="mb-4 rounded-lg border border-line bg-card p-5 print:hidden"
      onSubmit={form.submit}
    >
      <h2 className="text-lg font-bold">{t`Where does your refund of ${amount} go?`}</h2>
      <div className="mt-3 flex max-w-xl flex-wrap items-start gap-3 *:first:min-w-56 *:first:flex-1">
        <RefundUpiField
          hint={t`We pay it by UPI to this id, such as name@bank.`}
          {...field}
          error={field.error ?? form.failure}
        />
        <Button type="submit" busy={form.formState.isSubmitting} className="sm:mt-7">{t`Save`}</Button>
      </div>
    </Form>
  )
}
