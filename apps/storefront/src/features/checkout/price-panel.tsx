import { formatRupees } from '@haat/contract/money'
import type { Totals } from '@haat/contract/pricing'
import { CircleAlert, Store, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { YouSave } from '../../ui/price.tsx'

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
  const { items_total, total_shipping_price, total_items_discount, total_amount } = totals
  const isFree = total_shipping_price === 0
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-card">
      <h2 className="border-b border-line px-5 py-3.5 text-lg font-bold">{title}</h2>
      <dl className="figures grid gap-3 px-5 py-4">
        <Row label={`Price (${count(lines, 'item')})`}>{formatRupees(items_total)}</Row>
        <Row label="Delivery Charges" good={isFree}>
          {waived > 0 && <s className="mr-2 font-normal text-ink-soft">{formatRupees(waived)}</s>}
          <span>{isFree ? 'Free' : formatRupees(total_shipping_price)}</span>
          {waived > 0 && <span className="block text-sm">Waived at checkout</span>}
        </Row>
        {total_items_discount > 0 && (
          <Row label="Discount" good>
            −{formatRupees(total_items_discount)}
          </Row>
        )}
        <div className="term-row border-t border-line pt-3 font-bold">
          <dt className="text-lg">Total Amount</dt>
          <dd aria-live="polite" className="text-xl">
            {formatRupees(total_amount)}
          </dd>
        </div>
      </dl>
      <div className="grid gap-2 border-t border-line px-5 py-4 text-sm">
        <YouSave saving={saving + total_items_discount} />
        {unavailable > 0 && (
          <p className="flex items-center gap-2 font-semibold text-brick">
            <CircleAlert aria-hidden className="size-5 shrink-0" />
            {count(unavailable, 'item')} not counted: not available in this quantity.
          </p>
        )}
        {isFree && lines > 0 && (
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

function Row({ label, good, children }: { label: string; good?: boolean; children: ReactNode }) {
  return (
    <div className="term-row">
      <dt>{label}</dt>
      <dd className={cx(good && 'font-semibold text-leaf')}>{children}</dd>
    </div>
  )
}

interface PriceChangedDialogProps {
  /** Paise: the total that the shopper saw. */
  before: number
  totals: Totals
  /** The order is being placed, or the new prices are loading. */
  busy: boolean
  onConfirm: () => unknown
  /** Goes back to the items with their new prices. */
  onReview: () => void
}

/** Shows the new total and lets the shopper order or review. */
export function PriceChangedDialog({ before, totals, busy, onConfirm, onReview }: PriceChangedDialogProps) {
  const rows = [
    ['Items', formatRupees(totals.items_total)],
    ['Delivery', totals.total_shipping_price === 0 ? 'Free' : formatRupees(totals.total_shipping_price)],
    ...(totals.total_items_discount > 0
      ? [['Discount', `−${formatRupees(totals.total_items_discount)}`]]
      : []),
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
            Order for {formatRupees(totals.total_amount)}
          </Button>
        </div>
      }
    >
      <p>Nothing has been ordered yet. The total has changed since you opened this page.</p>
      <dl className="figures mt-4 grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label} className="term-row">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="term-row border-t border-line pt-2 font-bold">
          <dt>Total now</dt>
          <dd className="text-xl">{formatRupees(totals.total_amount)}</dd>
        </div>
        <div className="term-row text-ink-soft">
          <dt>Total before</dt>
          <dd>
            <s>{formatRupees(before)}</s>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
