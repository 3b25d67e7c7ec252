import type { Deal } from '@haat/contract/deals'
import { useNow } from '../../lib/use-now.ts'
import { countdown, stateAt } from './countdown.ts'

/** On the product page: that a deal runs, and for how long. Nothing before and after. */
export function DealNote({ deal }: { deal: Deal }) {
  const now = useNow()
  if (stateAt(deal, now) !== 'active') return null
  const left = countdown(deal.end_date, now)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-peacock-deep px-4 py-2.5 text-paper">
      <strong className="rounded-sm bg-marigold px-2 py-0.5 text-sm font-extrabold text-ink">
        HOT DEAL!
      </strong>
      <span className="text-sm">Offer ends in:</span>
      <span role="timer" className="figures font-bold">
        {left.map(({ label, value }) => (
          <span key={label} className="mr-2">
            {String(value).padStart(2, '0')}
            <span aria-hidden className="text-sm font-normal">
              {label.charAt(0).toLowerCase()}
            </span>
            <span className="sr-only"> {label}</span>
          </span>
        ))}
      </span>
    </p>
  )
}
