/** Where a refund goes that the shop pays by hand: the customer's UPI id. */
import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { formatRupees } from '@haat/contract/money'
import { Button } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { Notice } from '@haat/ui/feedback'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { useRefundUpi } from './orders.queries.ts'

interface RefundUpiFieldProps {
  hint: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A field for the customer's UPI id. */
export const RefundUpiField = ({ onChange, ...field }: RefundUpiFieldProps) => (
  <TextField
    label={t`Your UPI id`}
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    inputMode="email"
    onChange={({ target }) => onChange(target.value)}
    {...field}
  />
)

/** Asks for the UPI id while such a refund is due, and lets the customer correct it. */
export function RefundUpi({ order }: { order: Order }) {
  const [isChanging, setChanging] = useState(false)
  const amount = formatRupees(order.refund_due_amount)
  const upi = order.refund_upi
  if (upi !== null && !isChanging)
    return (
      <Notice
        className="mb-4"
        action={<Button variant="outline" size="sm" onClick={() => setChanging(true)}>{t`Change`}</Button>}
      >
        <span className="wrap-anywhere">{t`Your refund of ${amount} goes by UPI to ${upi}.`}</span>
      </Notice>
    )
  return <RefundUpiForm order={order} onDone={() => setChanging(false)} />
}

function RefundUpiForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const amount = formatRupees(order.refund_due_amount)
  const [upi, setUpi] = useState(order.refund_upi ?? '')
  const [error, setError] = useState<string | undefined>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])
  const { mutate: send, isPending } = useRefundUpi(order.id)
  const submit = () =>
    send(upi.trim(), {
      onSuccess() {
        toast('success', t`Thank you: your refund goes there.`)
        onDone()
      },
      onError: (failure) => setError(messageOf(failure, t`The UPI id could not be saved. Please try again.`)),
    })
  return (
    <form
      ref={form}
      noValidate
      aria-label={t`Where your refund goes`}
      className="mb-4 rounded-lg border border-line bg-card p-5 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2 className="text-lg font-bold">{t`Where does your refund of ${amount} go?`}</h2>
      <div className="mt-3 flex max-w-xl flex-wrap items-start gap-3 *:first:min-w-56 *:first:flex-1">
        <RefundUpiField
          hint={t`We pay it by UPI to this id, such as name@bank.`}
          value={upi}
          error={error}
          onChange={(value) => {
            setUpi(value)
            setError(undefined)
          }}
        />
        <Button type="submit" busy={isPending} className="sm:mt-7">{t`Save`}</Button>
      </div>
    </form>
  )
}
