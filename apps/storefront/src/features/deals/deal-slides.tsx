import type { Deal } from '@haat/contract/deals'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { discountPercent, SHIPS_FREE_NOTE } from '@haat/contract/rules'
import { useSettings } from '../../api/settings.queries.ts'
import { longDate } from '../../lib/format.ts'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Carousel } from '../../ui/carousel.tsx'
import { CarouselSlides } from '../../ui/carousel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Stars } from '../../ui/stars.tsx'
import {
  countdown,
  countdownDigits,
  DealPriceRefresh,
  dealStateAt,
  onePerProduct,
  useDealTime,
} from './deal-clock.tsx'

/** The slides of Deals of the Day. */
export function DealSlides({ carousel, deals }: { carousel: Carousel; deals: readonly Deal[] }) {
  const now = useDealTime(deals)
  const slides = onePerProduct(deals, now).map((deal, index) => ({
    key: deal.id,
    content: <DealSlide deal={deal} first={index === 0} />,
  }))
  return (
    <div className="overflow-hidden rounded-lg bg-peacock-deep text-paper">
      <CarouselSlides carousel={carousel} slides={slides} single="started" />
      <DealPriceRefresh deals={deals} />
    </div>
  )
}

/** The navigation state of the buy-now screen. Amounts in paise. */
const buyNowState = (deal: Deal) => ({
  product: {
    id: deal.product_id,
    name: deal.product_name,
    price: deal.deal_price,
    deal_price: deal.deal_price,
    originalPrice: deal.mrp,
    image: deal.images[0] ?? deal.image_url,
    description: deal.description,
  },
})

/** One deal: picture, saving, countdown and buy button. */
function DealSlide({ deal, first }: { deal: Deal; first: boolean }) {
  const percent = discountPercent(deal.mrp, deal.deal_price)
  return (
    <article className="grid h-full grid-cols-1 grid-rows-[auto_1fr] md:grid-cols-2 md:grid-rows-1">
      <div className="relative aspect-square md:aspect-auto md:min-h-[30rem]">
        <Picture
          src={deal.images[0] ?? deal.image_url}
          color={deal.media_color}
          alt={deal.product_name}
          sizes="(min-width: 48rem) 50vw, 100vw"
          ratio="fill"
          priority={first}
          fallback="/fallback-image.png"
        />
        {percent > 0 && (
          <p className="absolute top-4 left-4 rounded-full bg-marigold px-4 py-2 text-lg leading-none font-extrabold text-ink">
            {percent}% OFF
          </p>
        )}
      </div>
      <div className="flex flex-col justify-center p-5 sm:p-10">
        <Reviews deal={deal} />
        {deal.name !== deal.product_name && (
          <p className="mt-3 line-clamp-1 text-paper/85">{deal.product_name}</p>
        )}
        <h3 className="mt-1 line-clamp-2 text-2xl font-bold">
          <PrefetchLink
            to={paths.product(deal.product_id, deal.product_name)}
            className="underline-offset-4 hover:underline"
          >
            {deal.name}
          </PrefetchLink>
        </h3>
        <p className="mt-2 line-clamp-2 text-paper/85">{deal.description}</p>
        <DealPrice deal={deal} />
        <DealOffer deal={deal} />
      </div>
    </article>
  )
}

function Reviews({ deal }: { deal: Deal }) {
  const showcase = useSettings()?.showcase
  const stock = deal.in_stock ? showcase?.deal_stock_label : 'Out of Stock'
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm">
      {showcase && <Stars rating={showcase.card_stars} decorative onDark />}
      {showcase === null && deal.rating > 0 && <Stars rating={deal.rating} onDark />}
      {showcase && <span>{showcase.deal_reviews}</span>}
      {stock && <span className="font-semibold text-marigold">{stock}</span>}
    </p>
  )
}

function DealPrice({ deal }: { deal: Deal }) {
  const settings = useSettings()
  const note =
    settings?.delivery.deals_ship_free && (settings.showcase?.deal_delivery_note ?? SHIPS_FREE_NOTE)
  const saving = (deal.mrp ?? deal.deal_price) - deal.deal_price
  return (
    <div className="mt-5">
      <p className="figures flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-extrabold">{formatShortRupees(deal.deal_price)}</span>
        {saving > 0 && deal.mrp !== null && (
          <s className="text-paper/85">
            <span className="sr-only">MRP </span>
            {formatShortRupees(deal.mrp)}
          </s>
        )}
        {saving > 0 && <span className="font-bold text-marigold">Save {formatRupees(saving)}</span>}
      </p>
      <p className="mt-1 min-h-6 text-sm text-paper/85">{note}</p>
    </div>
  )
}

const BANNERS = { not_started: 'Deal Starting Soon!', expired: 'Deal Expired!' }

/** Countdown and buy button while the deal runs; before and after, a banner of the same height. */
function DealOffer({ deal }: { deal: Deal }) {
  const state = dealStateAt(deal, useDealTime([deal])) ?? 'active'
  if (state !== 'active') {
    return (
      <p className="mt-5 flex min-h-42 items-center justify-center rounded-md border border-paper/40 text-xl font-bold">
        {BANNERS[state]}
      </p>
    )
  }
  return (
    <div className="mt-5 min-h-42">
      <p className="text-sm font-semibold noscript:hidden">Offer ends in:</p>
      <Countdown until={deal.end_date} />
      <noscript>
        <OfferEnd at={deal.end_date} />
      </noscript>
      {deal.in_stock && (
        <PrefetchLink
          to={paths.buyNowSummary(deal.product_id, deal.variant_id)}
          state={buyNowState(deal)}
          className={`${buttonClass('accent')} noscript:hidden mt-4 w-full max-w-sm`}
        >
          BUY NOW
        </PrefetchLink>
      )}
    </div>
  )
}

const OfferEnd = ({ at }: { at: Date }) => (
  <p className="text-sm font-semibold">
    Offer ends on <time dateTime={at.toISOString()}>{longDate(at)}</time>
  </p>
)

function Countdown({ until }: { until: Date }) {
  const now = useNow()
  return (
    <div role="timer" aria-label="Offer ends in" className="noscript:hidden">
      <dl className="mt-2 grid max-w-sm grid-cols-[repeat(auto-fit,minmax(max(3.5rem,20%),1fr))] gap-2 text-center">
        {countdown(until, now).map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse rounded-sm bg-peacock py-1.5">
            <dt className="text-xs">{label}</dt>
            <dd className="figures text-xl font-bold">{countdownDigits(value, now)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
