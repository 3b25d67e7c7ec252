import { formatRupees } from '@haat/contract/money'
import { cx } from '../lib/cx.ts'

const SIZES = { sm: 'text-base', md: 'text-lg', lg: 'text-2xl', xl: 'text-3xl' }

interface PriceProps {
  /** Paise. */
  price: number
  /** Paise. */
  mrp?: number | null
  size?: keyof typeof SIZES
  className?: string
}

/** The price, and the struck-out MRP when that is higher. */
export function Price({ price, mrp = null, size = 'md', className }: PriceProps) {
  return (
    <p className={cx('figures flex flex-wrap items-baseline gap-x-2', className)}>
      <span className={cx('font-bold', SIZES[size])}>{formatRupees(price)}</span>
      {mrp !== null && mrp > price && (
        <s className={cx('text-ink-soft', size === 'sm' || size === 'md' ? 'text-sm' : 'text-base')}>
          <span className="sr-only">MRP </span>
          {formatRupees(mrp)}
        </s>
      )}
    </p>
  )
}
