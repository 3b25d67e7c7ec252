import type { Totals } from '@haat/contract/pricing'
import { rupees } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface PriceChangedDialogProps {
  /** Paise: what the shopper agreed to. */
  before: number
  totals: Totals
  /** The order is being placed, or the new prices are still on their way. */
  busy: boolean
  onConfirm: () => void
  /** Back to the order with its new prices. */
  onReview: () => void
}

/** Shows what an order comes to now, and lets the shopper agree or look again. */
export function PriceChangedDialog({ before, totals, busy, onConfirm, onReview }: PriceChangedDialogProps) {
  const rows = [
    ['Items', rupees(totals.items_total)],
    ['Delivery', totals.total_shipping_price === 0 ? 'Free' : rupees(totals.total_shipping_price)],
    ...(totals.total_items_discount > 0 ? [['Discount', `−${rupees(totals.total_items_discount)}`]] : []),
  ]
  return (
    <Dialog
      open
      onClose={onReview}
      title="The price has changed"
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="outline" onClick={onReview}>
            Review order
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            Order for {rupees(totals.total_amount)}
          </Button>
        </div>
      }
    >
      <p>Nothing has been ordered yet. Since you opened this page, the shop’s prices have moved.</p>
      <dl className="figures mt-4 grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-bold">
          <dt>Total now</dt>
          <dd className="text-xl">{rupees(totals.total_amount)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-ink-soft">
          <dt>Total before</dt>
          <dd>
            <s>{rupees(before)}</s>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
