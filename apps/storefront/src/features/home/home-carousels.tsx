import { t } from '@lingui/core/macro'
import type { Banner, Category } from '@haat/contract/catalog'
import { ArrowRight } from 'lucide-react'
import { PrefetchLink } from '../../lib/link.tsx'
import { categoryLink, paths } from '../../paths.ts'
import { CarouselControls, CarouselDots, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { EmptyState } from '@haat/ui/feedback'
import { Loading } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'

const BANNER_MS = 5000
/** Low enough for a deal with its price below it. */
const SHAPE = 'max-sm:min-h-40 max-sm:w-[55%] max-[20rem]:w-[36%] sm:aspect-2/1 sm:w-3/5 lg:aspect-3/1'

export function BannerCarousel({ banners }: { banners: readonly Banner[] | undefined }) {
  const carousel = useCarousel({ autoplayMs: BANNER_MS })
  if (!banners) return <Loading text={t`Loading banners...`} size="h-53 rounded-lg sm:h-68 lg:h-59" />
  if (banners.length === 0) return <EmptyState title={t`No banners found.`} />
  return (
    <section {...carousel.frame} aria-label={t`Banners`} className="relative">
      <div className="relative overflow-hidden rounded-lg border border-line">
        <CarouselSlides carousel={carousel} single>
          {banners.map((banner, index) => (
            <Slide key={banner.id} banner={banner} first={index === 0} />
          ))}
        </CarouselSlides>
        {carousel.running && (
          <div
            key={carousel.selected}
            data-progress
            className="absolute inset-x-0 bottom-0 h-1 origin-left animate-progress bg-marigold"
            style={{ animationDuration: `${BANNER_MS}ms` }}
          />
        )}
      </div>
      <div className="on-picture mt-1 flex min-h-8 items-center justify-center gap-3 sm:absolute sm:bottom-3 sm:left-6 sm:flex-row-reverse lg:bottom-4 lg:left-[38%]">
        <CarouselDots carousel={carousel} item={t`banner`} />
        <CarouselControls carousel={carousel} item={t`banner`} items={t`banners`} />
      </div>
    </section>
  )
}

/** The words beside the picture, whose goods are at its right. */
function Slide({ banner, first }: { banner: Banner; first: boolean }) {
  return (
    <div className="relative flex h-full flex-row-reverse bg-card">
      <div className={`relative shrink-0 ${SHAPE}`}>
        <Picture
          src={banner.banner_image}
          alt=""
          sizes="(min-width: 64rem) 50rem, (min-width: 40rem) 80vw, 115vw"
          priority={first}
          ratio="fill"
          className="object-right"
        />
        <div className="absolute inset-y-0 left-0 w-8 bg-linear-to-r sm:w-1/3 from-card to-card/0" />
      </div>
      <div className="flex min-w-0 grow flex-col items-start justify-center py-3 pl-3 sm:p-8 sm:pb-18 lg:py-4">
        <h2 className="text-lg leading-tight font-extrabold tracking-tight text-balance wrap-anywhere text-peacock-deep sm:text-3xl sm:leading-tight sm:tamil:text-xl lg:text-5xl lg:leading-none lg:tamil:text-3xl max-sm:tamil:text-base">
          {banner.banner_name}
        </h2>
        <PrefetchLink
          to={banner.link ?? paths.collections()}
          className="mt-2 inline-flex min-h-11 items-center gap-2 rounded-md bg-peacock-deep px-3 max-[20rem]:px-2 max-sm:text-sm max-sm:not-[:lang(en)]:*:hidden font-semibold whitespace-nowrap text-paper after:absolute after:inset-0 hover:bg-peacock sm:mt-4 sm:px-5"
        >
          {t`Shop now`}
          <ArrowRight aria-hidden className="size-5" />
        </PrefetchLink>
      </div>
    </div>
  )
}

export function CategoryCarousel({ categories }: { categories: readonly Category[] | undefined }) {
  const carousel = useCarousel({ autoplayMs: 2500 })
  // Names alone are above.
  if (categories?.every(({ image_url }) => image_url === null)) return null
  return (
    <section {...carousel.frame} aria-label={t`Categories`}>
      <div className="mb-6 flex min-h-11 items-center gap-2">
        <h2 className="mr-auto text-2xl leading-tight font-extrabold tracking-tight sm:text-3xl">{t`Our Categories`}</h2>
        <CarouselControls carousel={carousel} item={t`category`} items={t`categories`} />
      </div>
      {categories === undefined ? (
        <Loading text={t`Loading categories...`} size="mb-15 aspect-2/1 rounded-lg lg:aspect-3/1" />
      ) : (
        <CarouselSlides
          carousel={carousel}
          slideClass="w-full pl-[30px] sm:w-1/2 lg:w-1/3"
          className="-ml-[30px]"
        >
          {categories.map((category) => (
            <CategoryCard key={category.id} category={category} />
          ))}
        </CarouselSlides>
      )}
    </section>
  )
}

function CategoryCard({ category }: { category: Category }) {
  return (
    <PrefetchLink
      {...categoryLink(category)}
      className="group relative block h-full overflow-hidden rounded-lg border border-line bg-card hover:border-peacock"
    >
      <Picture
        src={category.image_url}
        ratio="tile"
        alt=""
        sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw"
        className="max-sm:aspect-2/1"
      />
      <span className="flex items-baseline justify-between gap-x-3 px-5 py-4">
        <span className="text-lg font-bold max-sm:tamil:text-base">{category.name}</span>
        <span className="font-semibold whitespace-nowrap text-peacock transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          <span className="max-sm:not-[:lang(en)]:hidden">{t`Explore`}</span> <span aria-hidden>→</span>
        </span>
      </span>
    </PrefetchLink>
  )
}
