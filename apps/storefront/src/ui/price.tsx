import { t } from '@lingui/core/macro'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { cx } from '@haat/ui/cx'

/** Amounts in paise. */
interface PriceProps {
  price: number
  mrp?: number | null
  size?: 'md' | 'xl'
  /** With two decimals, for columns of amounts. */
  exact?: boolean
  className?: string
}

export function Price({ price, mrp = null, size = 'md', exact, className }: PriceProps) {
  const format = exact ? formatRupees : formatShortRupees
  return (
    <p className={cx('figures flex flex-wrap items-baseline gap-x-2', className)}>
      <span className={cx('font-bold', size === 'xl' ? 'text-3xl' : 'text-lg')}>{format(price)}</span>
      {mrp !== null && mrp > price && (
        <s className={cx('text-ink-soft', size === 'xl' ? 'text-base' : 'text-sm')}>
          <span className="sr-only">{t`MRP`} </span>
          {format(mrp)}
        </s>
      )}
    </p>
  )
}

/** What the shopper saves against the MRP and by discounts; nothing when that is nothing. `saving` in paise. */
export function YouSave({ saving, className }: { saving: number; className?: string }) {
  if (saving <= 0) return null
  return (
    <p
      className={cx('figures rounded-sm bg-leaf-tint px-3 py-1.5 text-sm font-semibold text-leaf', className)}
    >
      {t`You save ${formatRupees(saving)}`}
    </p>
  )
}
