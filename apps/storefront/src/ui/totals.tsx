import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { Totals } from '@haat/contract/pricing'
import type { ReactNode } from 'react'
import { cx } from '@haat/ui/cx'

interface TotalsListProps {
  totals: Totals
  /** What the screen calls each amount. */
  labels: { items: string; delivery: string; discount?: string; whole?: string; total: string; free?: string }
  /** Paise: a delivery charge that the checkout waives; `labels.whole` is the total with it. */
  waived?: number
  note?: ReactNode
  className?: string
  /** Further rows, below the total. */
  children?: ReactNode
}

/** What an order costs: items, delivery, discount, and their total. What else the total has is the fee for cash. */
export function TotalsList(props: TotalsListProps) {
  const { totals, labels, waived = 0, note, className, children } = props
  const { items_total, total_shipping_price: delivery, total_items_discount: discount, total_amount } = totals
  const fee = total_amount - (items_total + delivery - discount)
  return (
    <dl className={cx('figures grid gap-2.5', className)}>
      <TermRow label={labels.items}>{formatRupees(items_total)}</TermRow>
      <TermRow label={labels.delivery} good={delivery === 0}>
        {waived > 0 && <s className="mr-2 font-normal text-ink-soft">{formatRupees(waived)}</s>}
        <span>{delivery === 0 ? (labels.free ?? t`Free`) : formatRupees(delivery)}</span>
        {note && <span className="block max-w-36 text-sm font-semibold text-leaf">{note}</span>}
      </TermRow>
      {fee > 0 && <TermRow label={t`Cash on Delivery Fee`}>{formatRupees(fee)}</TermRow>}
      {discount > 0 && (
        <TermRow label={labels.discount ?? t`Discount`} good>
          −{formatRupees(discount)}
        </TermRow>
      )}
      {waived > 0 && labels.whole && (
        <TermRow label={labels.whole}>
          <s className="font-normal text-ink-soft">{formatRupees(total_amount + waived)}</s>
        </TermRow>
      )}
      <div className="term-row border-t border-line pt-2.5 font-bold">
        <dt>{labels.total}</dt>
        <dd aria-live="polite" className="text-xl">
          {formatRupees(total_amount)}
        </dd>
      </div>
      {children}
    </dl>
  )
}

export function TermRow({ label, good, children }: { label: string; good?: boolean; children: ReactNode }) {
  return (
    <div className="term-row">
      <dt className="text-ink-soft">{label}</dt>
      <dd className={cx('min-w-0', good ? 'font-semibold text-leaf' : 'font-medium')}>{children}</dd>
    </div>
  )
}
