import { plural, t } from '@lingui/core/macro'
import type { Deal } from '@haat/contract/deals'
import { formatShortRupees } from '@haat/contract/money'
import { type DealState, dealState } from '@haat/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { dayAndMonth, timeOfDay } from '../../lib/format.ts'
import { useNow, useNowAs } from '../../lib/use-now.ts'
import { activeDealsQuery } from './deals.queries.ts'

/** The time left as the four values of a countdown, never below zero. `now` is in epoch milliseconds. */
export function countdown(until: Date, now: number) {
  const left = Math.max(0, Math.floor((until.getTime() - now) / 1000))
  return [
    { label: t`Days`, value: Math.floor(left / 60 / 60 / 24) },
    { label: t`Hours`, value: Math.floor(left / 60 / 60) % 24 },
    { label: t`Minutes`, value: Math.floor(left / 60) % 60 },
    { label: t`Seconds`, value: left % 60 },
  ] as const
}

export const countdownDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * The time in epoch milliseconds, every second. Before the first tick that at which the server sent the settings, since a
 * rendered page is shown between two edges of its deals; 0 while that is not known.
 */
export function useDealTime(): number {
  const sent = useSettings()?.sent_at.getTime()
  return useNow() || sent || 0
}

/** The deal's state; null while the time is not known. @param now epoch milliseconds, 0 for unknown */
export const dealStateAt = (deal: Parameters<typeof dealState>[0], now: number): DealState | null =>
  now === 0 ? null : dealState(deal, new Date(now))

const RANKS: Record<DealState, number> = { active: 0, not_started: 1, expired: 2 }

/**
 * One deal for each product, in the order to show them: running ones, the one that ends soonest first; then those still
 * to start, the next first; then expired ones; switched-off ones last.
 *
 * @param now epoch milliseconds, 0 for unknown
 */
export function onePerProduct(deals: readonly Deal[], now: number): Deal[] {
  const rank = (deal: Deal) => (deal.is_active ? 0 : 10) + RANKS[dealStateAt(deal, now) ?? 'not_started']
  const edge = (deal: Deal) =>
    (dealStateAt(deal, now) === 'active' ? deal.end_date : deal.start_date).getTime()
  const sorted = deals.toSorted((a, b) => rank(a) - rank(b) || edge(a) - edge(b))
  return sorted.filter(({ product_id }, at) => sorted.findIndex((d) => d.product_id === product_id) === at)
}

/** Milliseconds after which the server's clock has passed the start or end as well. */
const GRACE_MS = 1000

/** Renders nothing. Fetches prices again when a deal starts or ends, since they change at that moment. */
export function DealPriceRefresh({ deals }: { deals: readonly Deal[] }) {
  const client = useQueryClient()
  const states = useNowAs((now) =>
    now === 0 ? null : deals.map((deal) => `${deal.id}:${dealStateAt(deal, now)}`).join(),
  )
  const before = useRef<string | null>(null)
  useEffect(() => {
    const changed = before.current !== null && states !== null && before.current !== states
    before.current = states
    if (!changed) return
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['catalog'] })
      void client.invalidateQueries({ queryKey: ['me', 'cart'] })
    }, GRACE_MS)
  }, [states, client])
  return null
}

/** The deal on the selected variant, with its countdown, or its price and start: a deal applies to one variant only. */
export function ProductDeal({ variantId }: { variantId: number | undefined }) {
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const now = useDealTime()
  const own = deals.filter(({ variant_id }) => variant_id === variantId)
  const [deal] = onePerProduct(own, now)
  const state = deal && dealStateAt(deal, now)
  return (
    <>
      <DealPriceRefresh deals={deals} />
      {deal && state === 'not_started' && (
        <p className="text-sm">
          {t`Deal Starting Soon!`} <b>{formatShortRupees(deal.deal_price)}</b> · <DealStart deal={deal} />
        </p>
      )}
      {deal && state === 'active' && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-peacock-deep px-3 py-2.5 sm:gap-x-3 sm:px-4 text-paper">
          <strong className="rounded-sm bg-marigold px-2 py-0.5 text-sm font-extrabold text-ink">{t`HOT DEAL!`}</strong>
          <OfferEnd until={deal.end_date} />
        </p>
      )}
    </>
  )
}

/** `30 Nov, 4:05 pm`. */
export const DealStart = ({ deal: { start_date: start } }: { deal: Deal }) => (
  <b className="whitespace-nowrap">
    {dayAndMonth(start)}, {timeOfDay(start)}
  </b>
)

/** The time left in one line, `2 Days 04:41:25`; on a rendered page, which may be old, the day of the end. */
export function OfferEnd({ until }: { until: Date }) {
  const now = useNow()
  if (now === 0) return <span className="text-xs sm:text-sm">{t`Offer ends on ${dayAndMonth(until)}`}</span>
  const [{ value: days }, ...hours] = countdown(until, now)
  return (
    <>
      <span className="text-sm">{t`Offer ends in:`}</span>
      <span role="timer" className="figures font-bold whitespace-nowrap max-sm:text-sm">
        <Timer aria-hidden className="mr-1 mb-0.5 inline size-4 max-xs:hidden" />
        {days > 0 && `${plural(days, { one: '# day', other: '# days' })} `}
        {hours.map(({ value }) => countdownDigits(value)).join(':')}
      </span>
    </>
  )
}
