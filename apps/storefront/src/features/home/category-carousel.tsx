import type { Category } from '@haat/contract/catalog'
import { PrefetchLink } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { CarouselArrows, CarouselPause, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Loading, Skeleton } from '../../ui/feedback.tsx'

const AUTOPLAY_MS = 2500
/** One slide, two from 640 px, three from 1024 px, 30 px apart. */
const LIST = '-ml-[30px]'
const SLIDE = 'w-full pl-[30px] sm:w-1/2 lg:w-1/3'

interface CategoryCarouselProps {
  /** Undefined while they load. */
  categories: readonly Category[] | undefined
}

/** Our Categories: an autoplaying carousel of category cards. */
export function CategoryCarousel({ categories }: CategoryCarouselProps) {
  const carousel = useCarousel({ autoplayMs: AUTOPLAY_MS, loop: true })
  if (categories?.length === 0) return null
  const slides = (categories ?? []).map((category) => ({
    key: category.id,
    content: <CategoryCard category={category} />,
  }))
  if (categories?.every(({ image_url }) => image_url === null))
    return <CategoryNames categories={categories} />
  return (
    <section aria-roledescription="carousel" aria-label="Categories" {...carousel.holdHandlers}>
      <div className="mb-6 flex min-h-11 flex-wrap items-end gap-2">
        <h2 className="mr-auto text-3xl font-extrabold tracking-tight">Our Categories</h2>
        <CarouselPause carousel={carousel} itemName="categories" />
        <CarouselArrows carousel={carousel} itemName="category" />
      </div>
      {categories === undefined ? (
        <Loading text="Loading categories...">
          <Skeleton className="mb-15 aspect-square rounded-lg sm:aspect-2/1 lg:aspect-3/1" />
        </Loading>
      ) : (
        <CarouselSlides carousel={carousel} slides={slides} slideClass={SLIDE} className={LIST} />
      )}
    </section>
  )
}

/** Our Categories where none has a picture: links alone. */
function CategoryNames({ categories }: { categories: readonly Category[] }) {
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="mb-6 text-3xl font-extrabold tracking-tight">
        Our Categories
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {categories.map((category) => (
          <li key={category.id}>
            <PrefetchLink
              to={paths.categoryPage(category.id)}
              state={{ selectedCategory: category }}
              className="flex h-full min-h-14 items-center rounded-md border border-line bg-card px-4 py-3 font-bold hover:border-peacock hover:text-peacock"
            >
              {category.name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryCard({ category }: { category: Category }) {
  return (
    <PrefetchLink
      to={paths.categoryPage(category.id)}
      state={{ selectedCategory: category }}
      className="group relative block h-full overflow-hidden rounded-lg border border-line bg-card hover:border-peacock"
    >
      <Picture
        src={category.image_url}
        ratio="tile"
        alt=""
        sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw"
      />
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 py-4">
        <span className="text-lg font-bold">{category.name}</span>
        <span className="font-semibold whitespace-nowrap text-peacock transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          Explore <span aria-hidden>→</span>
        </span>
      </span>
    </PrefetchLink>
  )
}
