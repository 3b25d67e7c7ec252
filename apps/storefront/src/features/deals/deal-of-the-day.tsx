import type { Deal } from '@haat/contract/deals'
import { CarouselArrows, CarouselDots, CarouselPause, useCarousel } from '../../ui/carousel.tsx'
import { LoadFailed, Loading, Skeleton } from '../../ui/feedback.tsx'
import { DealSlides } from './deal-slides.tsx'

const ROTATION_MS = 5000

interface DealOfTheDayProps {
  /** Undefined while they load; an empty list looks the same. */
  deals: readonly Deal[] | undefined
  /** Loads them again, after a failure. */
  onRetry: (() => unknown) | undefined
}

/** Deals of the Day: one deal at a time, in rotation. */
export function DealOfTheDay({ deals = [], onRetry }: DealOfTheDayProps) {
  const carousel = useCarousel({ autoplayMs: ROTATION_MS, loop: true })
  return (
    <section aria-roledescription="carousel" aria-label="Deals of the Day" {...carousel.holdHandlers}>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-3xl font-extrabold tracking-tight max-sm:basis-full">DEALS OF THE DAY</h2>
        <p className="rounded-sm bg-marigold px-3 py-1 text-sm font-extrabold">HOT DEAL!</p>
        <div className="ml-auto flex min-h-11 min-w-37 gap-2">
          <CarouselPause carousel={carousel} itemName="deals" />
          <CarouselArrows carousel={carousel} itemName="deal" />
        </div>
      </div>
      {onRetry && <LoadFailed text="The deals could not be loaded." onRetry={onRetry} />}
      {!onRetry && deals.length === 0 && (
        <Loading text="Loading Hot Deals...">
          <Skeleton className="h-[46rem] rounded-lg md:h-[30rem]" />
        </Loading>
      )}
      {!onRetry && deals.length > 0 && <DealSlides carousel={carousel} deals={deals} />}
      <div className="mt-3 flex min-h-6 justify-center">
        <CarouselDots carousel={carousel} itemName="deal" />
      </div>
    </section>
  )
}
