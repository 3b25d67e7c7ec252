import { t } from '@lingui/core/macro'
import type { Deal } from '@haat/contract/deals'
import { PrefetchLink } from '../../lib/link.tsx'
import { formatShortRupees } from '@haat/contract/money'
import { discountPercent } from '@haat/contract/rules'
import { useSettings } from '../../api/settings.queries.ts'
import { longDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { CarouselControls, CarouselDots, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { LoadFailed, Loading } from '../../ui/feedback.tsx'
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

interface DealOfTheDayProps {
  /** Undefined while they load; an empty list looks the same. */
  deals: readonly Deal[] | undefined
  onRetry: (() => unknown) | undefined
}

export function DealOfTheDay({ deals = [], onRetry }: DealOfTheDayProps) {
  const carousel = useCarousel({ autoplayMs: 5000 })
  const now = useDealTime()
  return (
    <section {...carousel.frame} aria-label={t`Deals of the Day`}>
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-2 sm:mb-6 sm:gap-x-4">
        <h2 className="text-xl font-extrabold tracking-tight sm:text-3xl">{t`DEALS OF THE DAY`}</h2>
        <p className="rounded-sm bg-marigold px-2 py-1 text-xs font-extrabold sm:px-3 sm:text-sm">{t`HOT DEAL!`}</p>
        <div className="ml-auto min-h-11 min-w-37 max-sm:hidden">
          <CarouselControls carousel={carousel} item={t`deal`} items={t`deals`} />
        </div>
      </div>
      {onRetry && <LoadFailed text={t`The deals could not be loaded.`} onRetry={onRetry} />}
      {!onRetry && deals.length === 0 && (
        <Loading text={t`Loading Hot Deals...`} size="h-90 rounded-lg md:h-[29rem] lg:h-64" />
      )}
      {!onRetry && deals.length > 0 && (
        <div className="overflow-hidden rounded-lg bg-peacock-deep text-paper">
          <CarouselSlides carousel={carousel} single>
            {onePerProduct(deals, now).map((deal, index) => (
              <DealSlide key={deal.id} deal={deal} first={index === 0} />
            ))}
          </CarouselSlides>
          <DealPriceRefresh deals={deals} />
        </div>
      )}
      <div className="mt-1 flex min-h-11 items-center justify-between sm:mt-3 sm:min-h-6 sm:justify-center">
        <CarouselDots carousel={carousel} item={t`deal`} />
        <div className="sm:hidden">
          <CarouselControls carousel={carousel} item={t`deal`} items={t`deals`} />
        </div>
      </div>
    </section>
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

function DealSlide({ deal, first }: { deal: Deal; first: boolean }) {
  const percent = discountPercent(deal.mrp, deal.deal_price)
  const { delivery, showcase } = useSettings() ?? {}
  return (
    <article className="grid h-full grid-cols-[min(9.5rem,38vw)_minmax(0,1fr)] max-[20rem]:grid-cols-1 grid-rows-[1fr_auto] md:grid-cols-2 md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,20rem)_minmax(12rem,1fr)_minmax(0,24rem)] lg:grid-rows-1">
      <div className="relative max-md:mt-3 max-md:ml-3 max-[20rem]:mr-3 max-md:aspect-square max-md:self-center min-[20rem]:max-xs:aspect-auto min-[20rem]:max-xs:self-auto max-md:overflow-hidden max-md:rounded-md md:min-h-40 md:max-lg:row-span-2">
        <Picture
          src={deal.images[0] ?? deal.image_url}
          alt={deal.product_name}
          sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 50vw, 9rem"
          ratio="fill"
          priority={first}
          fallback="/fallback-image.png"
        />
        {percent > 0 && (
          <p className="absolute top-2 left-2 rounded-full bg-marigold px-2 py-1 whitespace-nowrap text-sm leading-none font-extrabold text-ink md:top-4 md:left-4 md:px-4 md:py-2 md:text-lg md:leading-none">
            {t`${percent}% OFF`}
          </p>
        )}
      </div>
      <div className="flex flex-col justify-center p-4 max-md:pt-3 max-md:pb-0 md:px-8 md:max-lg:justify-end md:max-lg:pb-0">
        <Reviews deal={deal} />
        <h3 className="two-lines -mx-1.5 mt-1 line-clamp-3 px-1.5 max-xs:line-clamp-4 xs:max-md:line-clamp-2 leading-snug font-bold md:mt-3 md:text-2xl">
          <PrefetchLink
            to={paths.product(deal.product_id, deal.product_name)}
            className="underline-offset-4 hover:underline"
          >
            {deal.product_name}
          </PrefetchLink>
        </h3>
        {deal.variant_name && <p className="text-sm text-paper/85 max-md:hidden">{deal.variant_name}</p>}
        {deal.name !== deal.product_name && (
          <p className="two-lines line-clamp-2 text-xs text-paper/85 md:text-base">{deal.name}</p>
        )}
        <DealPrice deal={deal} />
      </div>
      <div className="col-span-full flex flex-col justify-center p-4 pt-3 max-md:pt-2 max-md:pb-3 md:col-span-1 md:px-8 md:max-lg:col-start-2 lg:py-6">
        <p className="min-h-6 text-sm text-paper/85 md:mt-1">
          {delivery?.deals_ship_free && (showcase?.deal_delivery_note ?? t`Free shipping on this item`)}
        </p>
        <DealOffer deal={deal} />
      </div>
    </article>
  )
}

function Reviews({ deal }: { deal: Deal }) {
  const showcase = useSettings()?.showcase
  const stock = deal.in_stock ? showcase?.deal_stock_label : t`Out of Stock`
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-xs max-md:order-last max-md:mt-2 max-md:tamil:min-h-14 md:text-sm">
      {showcase && <Stars rating={showcase.card_stars} decorative onDark />}
      {showcase === null && deal.rating > 0 && <Stars rating={deal.rating} onDark />}
      {showcase && <span className="whitespace-nowrap">{showcase.deal_reviews}</span>}
      {stock && <span className="font-semibold text-leaf-tint">{stock}</span>}
    </p>
  )
}

function DealPrice({ deal }: { deal: Deal }) {
  const saving = (deal.mrp ?? deal.deal_price) - deal.deal_price
  return (
    <p className="figures mt-2 flex flex-wrap items-baseline gap-x-3 max-md:order-first max-md:mt-0 max-md:gap-x-2 max-md:text-sm md:mt-5">
      <span className="text-xl font-extrabold md:text-3xl">{formatShortRupees(deal.deal_price)}</span>
      {saving > 0 && deal.mrp !== null && (
        <s className="text-paper/85">
          <span className="sr-only">{t`MRP`} </span>
          {formatShortRupees(deal.mrp)}
        </s>
      )}
      {saving > 0 && <span className="font-bold text-marigold">{t`Save ${formatShortRupees(saving)}`}</span>}
    </p>
  )
}

const BANNERS = { not_started: () => t`Deal Starting Soon!`, expired: () => t`Deal Expired!` }

/** Countdown and buy button while the deal runs; before and after, a banner of the same height. */
function DealOffer({ deal }: { deal: Deal }) {
  const state = dealStateAt(deal, useDealTime()) ?? 'active'
  if (state !== 'active') {
    return (
      <p className="mt-2 flex min-h-38 xs:max-md:min-h-26 md:max-lg:mt-5 items-center justify-center rounded-md border border-paper/40 text-xl font-bold">
        {BANNERS[state]()}
      </p>
    )
  }
  return (
    <div className="mt-2 min-h-38 xs:max-md:mt-1 xs:max-md:min-h-26 md:max-lg:mt-5">
      <Countdown until={deal.end_date} />
      {deal.in_stock && (
        <PrefetchLink
          to={paths.buyNowSummary(deal.product_id, deal.variant_id)}
          state={buyNowState(deal)}
          className={`${buttonClass('accent')} noscript:hidden mt-3 w-full max-w-sm`}
        >{t`BUY NOW`}</PrefetchLink>
      )}
    </div>
  )
}

/** The time left; on a rendered page, which may be old, the end. */
function Countdown({ until }: { until: Date }) {
  const now = useNow()
  return (
    <div className="min-h-[calc(4.625rem+20px)] xs:max-md:min-h-12 text-sm font-semibold max-md:leading-tight">
      {now === 0 ? (
        <p>
          <time dateTime={until.toISOString()}>{t`Offer ends on ${longDate(until)}`}</time>
        </p>
      ) : (
        <div
          role="timer"
          aria-label={t`Offer ends in`}
          className="max-md:flex flex-wrap items-center gap-x-2"
        >
          <p className="xs:max-md:w-min xs:max-md:min-w-15 max-md:text-xs">{t`Offer ends in:`}</p>
          <dl className="grid max-w-sm grid-cols-[repeat(auto-fit,minmax(max(3.5rem,20%),1fr))] gap-2 text-center max-md:flex-[1_1_14rem] max-md:gap-1 md:mt-2">
            {countdown(until, now).map(({ label, value }) => (
              <div key={label} className="flex flex-col-reverse rounded-sm bg-peacock py-1 md:py-1.5">
                <dt className="text-xs font-normal">{label}</dt>
                <dd className="figures text-lg font-bold md:text-xl">{countdownDigits(value)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}
