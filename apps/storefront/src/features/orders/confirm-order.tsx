import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { messageOf } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { useConfirmOrder } from './orders.queries.ts'

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
