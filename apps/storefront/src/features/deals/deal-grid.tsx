import { t } from '@lingui/core/macro'
import type { Deal } from '@haat/contract/deals'
import { PrefetchLink } from '../../lib/link.tsx'
import { discountPercent } from '@haat/contract/rules'
import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { useOverlay } from '../../lib/use-overlay.ts'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Button, buttonClass, IconButton } from '@haat/ui/button'
import { CarouselControls, CarouselDots, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { Loading } from '../../ui/feedback.tsx'
import { PictureDialog } from '../../ui/picture-dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'
import { DealStart, dealStateAt, OfferEnd, onePerProduct, useDealTime } from './deal-clock.tsx'

/** Pictures, names, prices, the rest and the buttons of cards beside each other stand on one line each. */
const ROWS = 'row-span-5 grid grid-cols-1 grid-rows-subgrid gap-y-0'

/**
 * A grid of deals, undefined while they load; `children` instead of none. An expired deal disappears at once; a switched-off
 * one stays, greyed out.
 */
export function DealGrid({ deals, children }: { deals: readonly Deal[] | undefined; children: ReactNode }) {
  const now = useDealTime()
  const [zoomed, zoom, endZoom] = useOverlay<Deal>()
  if (!deals) return <Loading text={t`Loading Hot Deals...`} size="h-[40rem] rounded-md" />
  const unexpired = deals.filter((deal) => dealStateAt(deal, now) !== 'expired')
  const current = onePerProduct(unexpired, now)
  if (current.length === 0) return children
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
        {current.map((deal, index) => (
          <li key={deal.id} className={ROWS}>
            <DealCard deal={deal} index={index} onZoom={zoom} />
          </li>
        ))}
      </ul>
      <PictureDialog
        open={zoomed !== null}
        onClose={endZoom}
        title={zoomed?.product_name ?? ''}
        pictures={picturesOf(zoomed)}
        start={0}
      />
    </>
  )
}

const picturesOf = (deal: Deal | null) =>
  deal?.images.map((src, index) => ({ src, alt: t`${deal.product_name}, picture ${index + 1}` })) ?? []

const AUTOPLAY_MS = 3000
/** Cards beside each other, one of which turns at a time. */
const IN_TURN = 4

interface DealCardProps {
  deal: Deal
  index: number
  onZoom: (deal: Deal) => void
}

export function DealCard({ deal, index, onZoom }: DealCardProps) {
  const state = dealStateAt(deal, useDealTime())
  return (
    <article
      className={cx(
        ROWS,
        'overflow-hidden rounded-md border border-line bg-card pb-3 sm:pb-4',
        !deal.is_active && 'text-ink-soft',
      )}
    >
      <DealPictures deal={deal} index={index} onZoom={onZoom} />
      <div className="px-3 pt-2 sm:px-4 sm:pt-3">
        <h2 className="line-clamp-3 leading-snug font-bold max-sm:text-sm sm:not-tamil:line-clamp-2">
          {deal.product_name}
        </h2>
        {deal.variant_name && <p className="text-sm text-ink-soft">{deal.variant_name}</p>}
        {deal.name !== deal.product_name && (
          <p className="line-clamp-2 text-sm text-ink-soft max-sm:hidden">{deal.name}</p>
        )}
      </div>
      <div className="px-3 pt-1.5 sm:px-4">
        <Price price={deal.deal_price} mrp={deal.mrp} />
        <p className="flex min-h-6 items-center gap-x-2 text-sm font-semibold text-peacock max-xs:text-xs max-sm:*:truncate max-sm:*:first:not-last:sr-only [&:not(:lang(en))]:*:first:not-last:sr-only">
          {state === 'not_started' && (
            <span className="whitespace-normal!">
              {t`Deal Starting Soon!`} <DealStart deal={deal} />
            </span>
          )}
          {state === 'active' && deal.is_active && <OfferEnd until={deal.end_date} />}
        </p>
      </div>
      <div className="px-3 sm:px-4">
        <p className="mt-1 line-clamp-2 text-sm text-ink-soft max-sm:hidden">{deal.description}</p>
        <DealReviews rating={deal.rating} />
      </div>
      <div className="grid px-3 pt-2 sm:px-4 sm:pt-3">
        {deal.is_active ? (
          <PrefetchLink
            to={paths.product(deal.product_id, deal.product_name)}
            className={cx(buttonClass('primary', 'sm'), 'max-sm:px-1!')}
          >
            {t`View Product`}
            <span className="sr-only">: {deal.name}</span>
          </PrefetchLink>
        ) : (
          <Button disabled size="sm" className="max-sm:px-1!">{t`Deal Expired`}</Button>
        )}
      </div>
    </article>
  )
}

/** Decoration where the shop shows some; otherwise the product's own stars. */
function DealReviews({ rating }: { rating: number }) {
  const { showcase, delivery } = useSettings() ?? {}
  if (showcase === null && rating > 0) return <Stars rating={rating} className="mt-2" />
  if (!showcase) return null
  return (
    <>
      <p className="mt-1 flex items-center gap-2 text-sm text-ink-soft">
        <Stars rating={showcase.card_stars} decorative />
        {showcase.deal_grid_reviews}
      </p>
      {delivery?.deals_ship_free && (
        <p className="text-xs text-ink-soft sm:text-sm">{showcase.deal_grid_note}</p>
      )}
    </>
  )
}

function DealPictures({ deal, index: place, onZoom }: DealCardProps) {
  const offsetMs = ((place % IN_TURN) * AUTOPLAY_MS) / IN_TURN
  const carousel = useCarousel({ autoplayMs: AUTOPLAY_MS, offsetMs })
  const percent = discountPercent(deal.mrp, deal.deal_price)
  if (deal.images.length === 0) {
    return (
      <p className="flex aspect-square items-center justify-center bg-paper-deep text-ink-soft">{t`No Image Available`}</p>
    )
  }
  return (
    <section
      {...carousel.frame}
      aria-label={t`Pictures of ${deal.product_name}`}
      className={cx('group relative', !deal.is_active && 'grayscale')}
    >
      <CarouselSlides carousel={carousel} single slideClass="w-full pl-1" className="-ml-1">
        {deal.images.map((image, index) => (
          <button
            key={image}
            type="button"
            aria-label={t`Show picture ${index + 1} of ${deal.product_name} full screen`}
            onClick={() => onZoom(deal)}
            className="block w-full -outline-offset-4 noscript:invisible"
          >
            <Picture
              src={image}
              alt=""
              sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 24rem, 46vw"
              priority={place < IN_TURN && index === 0}
              fallback="/fallback-image.png"
              ratio="tile"
              className="noscript:visible"
            />
          </button>
        ))}
      </CarouselSlides>
      {percent > 0 && <Badge tone="offer" className="absolute top-3 left-3">{t`${percent}% OFF`}</Badge>}
      {/* A phone's picture itself opens the viewer. */}
      <div className="noscript:hidden absolute top-2 right-2 max-sm:hidden transition-opacity pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <IconButton
          label={t`Show ${deal.product_name} full screen`}
          icon={Maximize2}
          look="raised"
          onClick={() => onZoom(deal)}
        />
      </div>
      <div className="absolute inset-x-1 bottom-2 flex items-center gap-1">
        <div className="mr-auto shrink-0 rounded-full bg-card/90 px-1 max-sm:hidden">
          <CarouselDots carousel={carousel} item={t`picture`} />
        </div>
        <div className="on-picture transition-opacity max-sm:ml-auto pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <CarouselControls carousel={carousel} item={t`picture`} items={t`pictures`} />
        </div>
      </div>
    </section>
  )
}
