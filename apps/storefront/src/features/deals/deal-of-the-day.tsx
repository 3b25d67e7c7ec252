import type { Deal } from '@haat/contract/deals'
import {
  CarouselArrows,
  CarouselDots,
  CarouselPause,
  CarouselSlides,
  useCarousel,
} from '../../ui/carousel.tsx'
import { Loading, Skeleton } from '../../ui/feedback.tsx'
import { DealEdges } from './deal-edges.tsx'
import { DealSlide } from './deal-slide.tsx'

const ROTATION_MS = 5000

/** What runs comes before what is still to start. */
const byStart = (a: Deal, b: Deal): number => a.start_date.getTime() - b.start_date.getTime()

interface DealOfTheDayProps {
  /** Undefined or empty while there are none. */
  deals: readonly Deal[] | undefined
}

/** One deal after the other. */
export function DealOfTheDay({ deals = [] }: DealOfTheDayProps) {
  const carousel = useCarousel({ autoplayMs: ROTATION_MS, loop: true })
  const slides = deals.toSorted(byStart).map((deal, index) => ({
    key: deal.id,
    content: <DealSlide deal={deal} first={index === 0} />,
  }))
  return (
    <section aria-roledescription="carousel" aria-label="Deals of the Day" {...carousel.holdHandlers}>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-3xl font-extrabold tracking-tight">DEALS OF THE DAY</h2>
        <p className="rounded-sm bg-marigold px-3 py-1 text-sm font-extrabold">HOT DEAL!</p>
        <div className="ml-auto flex min-h-11 min-w-37 gap-2">
          <CarouselPause carousel={carousel} what="deals" />
          <CarouselArrows carousel={carousel} what="deal" />
        </div>
      </div>
      {deals.length === 0 ? (
        <Loading text="Loading Hot Deals...">
          <Skeleton className="h-[46rem] rounded-lg md:h-[30rem]" />
        </Loading>
      ) : (
        <div className="overflow-hidden rounded-lg bg-peacock-deep text-paper">
          <CarouselSlides carousel={carousel} slides={slides} single />
          <DealEdges deals={deals} />
        </div>
      )}
      <div className="mt-3 flex min-h-6 justify-center">
        <CarouselDots carousel={carousel} what="deal" />
      </div>
    </section>
  )
}
