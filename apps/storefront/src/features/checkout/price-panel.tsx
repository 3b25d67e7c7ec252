import { formatRupees } from '@haat/contract/money'
import type { Totals } from '@haat/contract/pricing'
import { CircleAlert, Store, Truck } from 'lucide-react'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { YouSave } from '../../ui/price.tsx'
import { TermRow, TotalsList } from '../../ui/totals.tsx'

interface PricePanelProps {
  title: string
  /** The number of lines, not of pieces. */
  lines: number
  /** The number of lines that cannot be bought as they are, which the totals leave out. */
  unavailable: number
  totals: Totals
  /** The delivery charge that the cart page shows and this checkout waives; paise. */
  waived: number
  /** Paise: what the lines cost less than by their MRP. */
  saving: number
  /** The seller's name. */
  seller: string
}

/** The totals of a checkout. */
export function PricePanel({ title, lines, unavailable, totals, waived, saving, seller }: PricePanelProps) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-card">
      <h2 className="border-b border-line px-5 py-3.5 text-lg font-bold">{title}</h2>
      {lines > 0 && (
        <TotalsList
          totals={totals}
          labels={{
            items: `Price (${count(lines, 'item')})`,
            delivery: 'Delivery Charges',
            total: 'Total Amount',
          }}
          waived={waived}
          note={waived > 0 ? 'Waived at checkout' : undefined}
          className="px-5 py-4"
        />
      )}
      <div className="grid gap-2 border-t border-line px-5 py-4 text-sm">
        <YouSave saving={saving + totals.total_items_discount} />
        {unavailable > 0 && (
          <p className="flex items-center gap-2 font-semibold text-brick">
            <CircleAlert aria-hidden className="size-5 shrink-0" />
            {count(unavailable, 'item')} not counted: not available in this quantity.
          </p>
        )}
        {totals.total_shipping_price === 0 && lines > 0 && (
          <p className="flex items-center gap-2 font-semibold text-leaf">
            <Truck aria-hidden className="size-5 shrink-0" />
            Your delivery is free for this order!
          </p>
        )}
        <p className="flex items-center gap-2 text-ink-soft">
          <Store aria-hidden className="size-5 shrink-0" />
          {seller}
        </p>
      </div>
    </section>
  )
}

interface PriceChangedDialogProps {
  /** Paise: the total that the shopper saw. */
  before: number
  totals: Totals
  /** The order is being placed. */
  busy: boolean
  onConfirm: () => unknown
  /** Goes back to the items with their new prices. */
  onReview: () => void
}

/** Shows the new total and lets the shopper order or review. */
export function PriceChangedDialog({ before, totals, busy, onConfirm, onReview }: PriceChangedDialogProps) {
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
            Order for {formatRupees(totals.total_amount)}
          </Button>
        </div>
      }
    >
      <p>Nothing has been ordered yet. The total has changed since you opened this page.</p>
      <TotalsList
        totals={totals}
        labels={{ items: 'Items', delivery: 'Delivery', total: 'Total now' }}
        className="mt-4"
      >
        <TermRow label="Total before">
          <s className="text-ink-soft">{formatRupees(before)}</s>
        </TermRow>
      </TotalsList>
    </Dialog>
  )
}
