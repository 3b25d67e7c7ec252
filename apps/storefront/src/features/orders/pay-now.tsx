import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import type { PaymentProviderName } from '@haat/contract/rules'
import { Badge } from '@haat/ui/badge'
import { Button, type ButtonSize } from '@haat/ui/button'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard, type LucideIcon, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, contract, messageOf } from '../../api/client.ts'
import { leaveForBank } from '../../api/pending-order.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { useReloadOnRestore } from '../../lib/listen.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Opens the payment of an order, and leads the browser to it. A payment that fails leads back to the order. */
function usePay({ id }: Order) {
  const client = useQueryClient()
  useReloadOnRestore()
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (message: string) => {
    setProblem(message)
    toast('error', message, 'checkout')
  }
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: () => setProblem(null),
    mutationFn: (payment_provider: PaymentProviderName | undefined) =>
      call(contract.orders.pay, { params: { id }, body: { payment_provider } }),
    onSuccess: (reply) =>
      leaveForBank(
        { order_id: id, payment_url: reply.paymentUrl, checkout_path: paths.orderConfirmation(id) },
        reply,
      ),
    onError(error) {
      fail(messageOf(error, t`Failed to initiate payment`, t`Error initiating payment. Please try again.`))
      // It may be paid by now, or have ended.
      void client.invalidateQueries({ queryKey: ['me'] })
    },
  })
  return { pay: mutate, busy: isPending || isSuccess, problem, fail }
}

/** Lets the customer pay an order, with the provider of their choice where there are several. */
export function PayNow({ order, size }: { order: Order; size?: ButtonSize }) {
  const providers = useSettings()?.payment_providers ?? []
  const { pay, busy, problem, fail } = usePay(order)
  const [isAsking, setAsking] = useState(false)
  const [choice, setChoice] = useState<PaymentProviderName | null>(null)
  const [number, amount] = [order.order_number, formatRupees(order.total_amount)]
  const notice = problem !== null && <Notice tone="bad">{problem}</Notice>
  return (
    <div className="grid gap-3">
      <Button
        size={size}
        busy={busy}
        onClick={() => (providers.length > 1 ? setAsking(true) : pay(undefined))}
        className="sm:justify-self-start"
      >
        {t`Pay now`}
        <span className="sr-only"> {t`for order #${number}`}</span>
      </Button>
      {!isAsking && notice}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Pay ${amount}`}
        footer={
          <div className="flex justify-end max-sm:*:grow">
            <Button
              busy={busy}
              onClick={() => (choice === null ? fail(t`Please select a payment method!`) : pay(choice))}
            >
              {busy ? t`Processing Payment...` : t`Proceed to Payment`}
            </Button>
          </div>
        }
      >
        <RadioGroup
          legend={t`Payment method`}
          look="cards"
          options={providers.map(({ name, label, marks }) => ({
            value: name,
            label: <PaymentLabel text={label} marks={marks} />,
          }))}
          value={choice}
          onChange={setChoice}
        />
        <div className="mt-4 empty:hidden">{notice}</div>
      </Dialog>
    </div>
  )
}

interface PaymentLabelProps {
  icon?: LucideIcon
  text: string
  /** What it takes, such as `Cards`. */
  marks?: readonly string[]
  children?: ReactNode
}

/** A way to pay, as the label of its choice. */
export function PaymentLabel({ icon, text, marks = [], children }: PaymentLabelProps) {
  const Icon = icon ?? (marks.includes('Cards') ? CreditCard : Smartphone)
  return (
    <>
      <span className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-5 text-peacock" />
        {text}
      </span>
      <span className="block text-sm text-ink-soft">
        {children}
        {marks.length > 0 && (
          <span className="mt-2 flex flex-wrap gap-1.5">
            {marks.map((mark) => (
              <Badge key={mark}>{mark}</Badge>
            ))}
          </span>
        )}
      </span>
    </>
  )
}
