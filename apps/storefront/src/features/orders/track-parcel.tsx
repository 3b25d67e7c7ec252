import { t } from '@lingui/core/macro'
import { courierLink } from '@haat/contract/courier-link'
import type { Order } from '@haat/contract/orders'
import { Button, buttonClass } from '@haat/ui/button'
import { toast } from '../../ui/toast.ts'

/** Whether it is on its way under a number of the courier. */
export const isTraceable = ({ order_status, tracking_number }: Order): boolean =>
  (order_status === 'SHIPPED' || order_status === 'OUT_FOR_DELIVERY') && tracking_number !== null

/** Leads to the courier's page, where that is known, and copies the number for it. */
export function TrackParcel({ order: { courier, tracking_number } }: { order: Order }) {
  const link = courierLink(courier, tracking_number)
  const copy = (): void =>
    void navigator.clipboard.writeText(tracking_number ?? '').then(
      () => toast('success', t`Tracking number copied.`),
      () => toast('error', t`The browser did not let us copy it.`),
    )
  return (
    <>
      {link && <a href={link} target="_blank" rel="noreferrer" className={buttonClass()}>{t`Track`}</a>}
      <Button variant={link ? 'outline' : 'primary'} onClick={copy}>{t`Copy Tracking Number`}</Button>
    </>
  )
}
