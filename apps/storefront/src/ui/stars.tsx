import { Star } from 'lucide-react'
import { cx } from '../lib/cx.ts'

const FIVE = [0, 1, 2, 3, 4]
const row = (className: string) =>
  FIVE.map((star) => (
    <Star key={star} className={cx('size-4 shrink-0 fill-current', className)} strokeWidth={0} />
  ))

interface StarsProps {
  /** 0 to 5; a fraction fills a star in part. */
  rating: number
  /** True for stars that are not a rating: hidden from screen readers. */
  decorative?: boolean
  /** For the shop's dark background. */
  onDark?: boolean
  className?: string
}

/** Five stars, `rating` of them filled. */
export function Stars({ rating, decorative = false, onDark = false, className }: StarsProps) {
  const aria = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': `Rated ${rating} out of 5` }
  return (
    <span {...aria} className={cx('relative inline-flex', className)}>
      <span className={cx('flex', onDark ? 'text-peacock' : 'text-line')}>{row('')}</span>
      <span
        className="absolute inset-y-0 left-0 flex overflow-hidden text-marigold"
        style={{ width: `${rating * 20}%` }}
      >
        {row('')}
      </span>
    </span>
  )
}
