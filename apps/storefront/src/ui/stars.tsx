import { t } from '@lingui/core/macro'
import { cx } from '@haat/ui/cx'

interface StarsProps {
  /** 0 to 5; a fraction fills a star in part. */
  rating: number
  /** True for stars that are not a rating: hidden from screen readers. */
  decorative?: boolean
  onDark?: boolean
  className?: string
}

export function Stars({ rating, decorative = false, onDark = false, className }: StarsProps) {
  const aria = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': t`Rated ${rating} out of 5` }
  return (
    <span {...aria} className={cx('relative inline-flex', className)}>
      <span className={cx('five-stars', onDark ? 'text-peacock' : 'text-line')} />
      <span
        className="five-stars absolute inset-y-0 left-0 text-marigold"
        style={{ width: `${rating * 20}%` }}
      />
    </span>
  )
}
