import type { Banner } from '@haat/contract/catalog'
import { PrefetchLink } from '../../lib/link.tsx'
import { ArrowRight } from 'lucide-react'
import { paths } from '../../paths.ts'
import {
  CarouselArrows,
  CarouselDots,
  CarouselPause,
  CarouselSlides,
  useCarousel,
} from '../../ui/carousel.tsx'
import { EmptyState, Loading, Skeleton } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'

const AUTOPLAY_MS = 5000
const SHAPE = 'aspect-4/3 lg:aspect-8/3'

interface BannerCarouselProps {
  /** Undefined while they load. */
  banners: readonly Banner[] | undefined
}

/** A carousel of banners, with a progress bar for the active one. */
export function BannerCarousel({ banners }: BannerCarouselProps) {
  if (banners === undefined) {
    return (
      <Loading text="Loading banners...">
        <div className="overflow-hidden rounded-lg border border-line bg-card">
          <Skeleton className={`ml-auto rounded-none sm:w-3/5 lg:w-full ${SHAPE}`} />
          <div className="h-35 sm:hidden" />
        </div>
        <div className="h-14" />
      </Loading>
    )
  }
  if (banners.length === 0) return <EmptyState title="No banners found." />
  return <Banners banners={banners} />
}

function Banners({ banners }: { banners: readonly Banner[] }) {
  const carousel = useCarousel({ autoplayMs: AUTOPLAY_MS, loop: true })
  const slides = banners.map((banner, index) => ({
    key: banner.id,
    content: <Slide banner={banner} first={index === 0} />,
  }))
  return (
    <section aria-roledescription="carousel" aria-label="Banners" {...carousel.holdHandlers}>
      <div className="relative overflow-hidden rounded-lg border border-line">
        <CarouselSlides carousel={carousel} slides={slides} single="started" />
        <div className="absolute inset-x-0 bottom-0 h-1 bg-ink/15">
          {carousel.running && (
            <div
              key={carousel.selected}
              data-progress
              className="h-full origin-left animate-progress bg-marigold"
              style={{ animationDuration: `${AUTOPLAY_MS}ms` }}
            />
          )}
        </div>
      </div>
      <div className="mt-3 flex min-h-11 items-center justify-between gap-4">
        <CarouselDots carousel={carousel} itemName="banner" />
        <div className="ml-auto flex gap-2">
          <CarouselPause carousel={carousel} itemName="banners" />
          <CarouselArrows carousel={carousel} itemName="banner" />
        </div>
      </div>
    </section>
  )
}

/** The text is on the picture on wide screens, beside it on a tablet, below it on a phone. */
function Slide({ banner, first }: { banner: Banner; first: boolean }) {
  return (
    <div className="relative flex h-full flex-col bg-card sm:flex-row-reverse lg:block">
      <div className={`relative sm:w-3/5 lg:w-full ${SHAPE}`}>
        <Picture
          src={banner.banner_image}
          alt=""
          // On phones 4% less than the picture is wide, cut on both sides: common ones then load 1280 pixels, not 1920.
          sizes="(min-width: 80rem) 75rem, (min-width: 64rem) 100vw, (min-width: 40rem) 120vw, 176vw"
          priority={first}
          ratio="fill"
          className="object-[97%_50%] lg:object-center"
        />
      </div>
      <div className="flex grow flex-col items-start p-5 sm:justify-center sm:p-8 lg:absolute lg:inset-0 lg:p-16">
        <h2 className="text-3xl font-extrabold tracking-tight text-balance text-peacock-deep lg:max-w-[13ch] lg:text-4xl">
          {banner.banner_name}
        </h2>
        <PrefetchLink
          to={banner.link ?? paths.collections()}
          className="mt-4 inline-flex min-h-11 items-center gap-2 rounded-md bg-peacock-deep px-5 font-semibold text-paper after:absolute after:inset-0 hover:bg-peacock sm:mt-6"
        >
          Shop now
          <ArrowRight aria-hidden className="size-5" />
        </PrefetchLink>
      </div>
    </div>
  )
}
