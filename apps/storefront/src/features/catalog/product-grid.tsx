import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { PrefetchLink } from '../../lib/link.tsx'
import { brandedName } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { type StorefrontSettings, useSettings } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { buttonClass } from '@haat/ui/button'
import { Skeleton } from '@haat/ui/feedback'
import { Loading } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'
import { QuickAdd } from '../cart/add-to-cart.tsx'
import { CompareIcon } from '../compare/compare-button.tsx'
import { useOwnListed } from '../orders/own-pieces.ts'
import { brandOf, defaultVariant, unitPriceOf } from '../product/variants.ts'
import { HeartButton } from '../wishlist/wishlist.tsx'

/** The number of columns on small, medium, large (and extra large) screens. */
const COLUMNS = {
  '2-3': { grid: 'grid-cols-pair lg:grid-cols-3', sizes: '(min-width: 64rem) 24rem, 44vw' },
  '1-2-4': {
    grid: 'grid-cols-1 xs:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
    sizes: '(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 22.5rem) 44vw, 92vw',
  },
  '2-3-4': {
    grid: 'grid-cols-pair md:grid-cols-3 xl:grid-cols-[repeat(auto-fill,minmax(max(9rem,22%),1fr))]',
    sizes: '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 44vw',
  },
  '2-4': {
    grid: 'grid-cols-pair lg:grid-cols-4 lg:has-[>:nth-child(3):last-child]:grid-cols-3',
    sizes: '(min-width: 64rem) 18rem, 44vw',
  },
}
type Columns = keyof typeof COLUMNS

export interface ProductGridProps {
  products: readonly ListedProduct[]
  columns: Columns
  look?: CardLook | undefined
  /** The last part of each card, in place of a button. */
  footerFor?: (product: ListedProduct) => ReactNode
  heading?: 'h2' | 'h3'
  /** Number of cards visible at once: their pictures load first. */
  eager?: number
}

const gridClass = (columns: Columns): string => cx('grid gap-3 sm:gap-5', COLUMNS[columns].grid)

export function ProductGrid(props: ProductGridProps) {
  const { products, columns, footerFor, heading, eager = 4 } = props
  // A card with buttons of its own is as wide alone as with others.
  const isAlone = products.length === 1 && !footerFor
  const look = isAlone ? { ...(props.look ?? LISTED), description: true } : props.look
  return (
    <ul className={cx('group/cards', gridClass(columns))}>
      {useOwnListed(products).map((product, index) => (
        <li key={product.id} className={cx(isAlone && 'alone col-span-full')}>
          <ProductCard
            {...{ product, look, footerFor, heading }}
            sizes={COLUMNS[columns].sizes}
            priority={index < eager}
          />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridLoading(props: { text: string; columns: Columns; cards: number }) {
  const { text, columns, cards } = props
  return (
    <Loading text={text}>
      <div className={gridClass(columns)}>
        {Array.from({ length: cards }, (_, card) => (
          <Skeleton key={card} className="aspect-1/2 sm:aspect-2/3" />
        ))}
      </div>
    </Loading>
  )
}

export interface CardLook {
  /** Text of the discount badge. */
  badge?: (percent: number) => string
  /** Text of the button, unless the card ends otherwise. */
  button?: () => string
  /** Shown above the name. */
  origin?: 'brand' | 'brand-and-category'
  /**
   * The stars of the demo shop's cards: `fixed` decoration, the product's rating with decoration for none (`featured`),
   * or its `rating`. Other shops show the product's rating on every card.
   */
  stars?: 'fixed' | 'featured' | 'rating'
  description?: boolean
}

/** In collections, categories and search results. */
export const LISTED: CardLook = {
  badge: (percent) => t`Save ${percent}%`,
  origin: 'brand',
  stars: 'fixed',
  button: () => t`Quick View`,
}

interface ProductCardProps extends Pick<ProductGridProps, 'look' | 'footerFor' | 'heading'> {
  product: ListedProduct
  sizes: string
  priority?: boolean
}

const ACTIONS = cx(
  'z-10 flex flex-col gap-1 *:transition-opacity has-[[aria-pressed=true]]:*:opacity-100',
  // On a phone small to the eye, and of 44 pixels to a thumb.
  'max-sm:*:relative max-sm:*:size-9 max-sm:*:after:absolute max-sm:*:after:-inset-1',
  'pointer-fine:*:opacity-0 group-hover:*:opacity-100 group-focus-within:*:opacity-100',
  // As specific as the look of a disabled button.
  'pointer-fine:*:disabled:opacity-0 group-hover:*:disabled:opacity-40 group-focus-within:*:disabled:opacity-40',
)

/** A product; the whole card links to its page. */
export function ProductCard(props: ProductCardProps) {
  const { product, look = LISTED, sizes, heading: Heading = 'h2', priority, footerFor } = props
  const settings = useSettings()
  const stars = starsOf(product.rating, look.stars, settings?.showcase)
  const wanted = product.wanted_variant
  const page = paths.product(product.id, product.name) + (wanted ? `?variant=${wanted.id}` : '')
  const shown = product.variants.find(({ id }) => id === wanted?.id) ?? product
  const brand = brandOf(product)
  const unit = unitPriceOf(product, defaultVariant(product.variants))
  const off = shown.discount_percentage > 0 && look.badge?.(Math.round(shown.discount_percentage))
  const note = product.in_stock ? off : t`Out of Stock`
  const badge = note && <Badge tone={product.in_stock ? 'offer' : 'brand'}>{note}</Badge>
  const add = !footerFor && <QuickAdd product={product} />
  // The brand stands in place of a missing picture.
  const origins = [
    look.origin && product.media_url && brand,
    look.origin === 'brand-and-category' && product.category_name,
  ].filter(Boolean)
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-md border border-line bg-card transition-colors hover:border-peacock alone:flex-row">
      <div className="relative alone:w-1/2 alone:max-w-72 alone:shrink-0">
        <Picture
          src={wanted?.media_url ?? product.media_url}
          name={brandedName(product)}
          label={brand || product.category_name}
          ratio={settings?.display.card_frame}
          alt=""
          sizes={sizes}
          priority={priority}
          className="card-picture alone:h-full alone:object-cover"
        />
        {product.media_url && (
          <>
            <div className={cx('absolute bottom-2 left-2', footerFor ? 'right-2' : 'right-13')}>{badge}</div>
            <div className={cx('absolute right-2 bottom-2', ACTIONS)}>{add}</div>
          </>
        )}
        <div className={cx('absolute right-2', product.media_url ? 'top-2' : 'top-1.5 sm:top-0.5', ACTIONS)}>
          <HeartButton product={product} />
          {product.media_url && <CompareIcon product={product} />}
        </div>
      </div>
      <div className="flex min-w-0 grow flex-col px-3 pt-2 pb-3 sm:p-4 sm:alone:justify-center sm:alone:px-8">
        {origins.length > 0 && (
          <p className="gap-x-1.5 overflow-hidden text-xs font-semibold text-ink-soft max-sm:truncate sm:flex sm:tamil:flex-col">
            <span className={cx(origins[1] && 'shrink-0 sm:text-ink')}>{origins[0]}</span>
            {origins[1] && <span className="truncate max-sm:hidden">{origins[1]}</span>}
          </p>
        )}
        <Heading
          className={cx(
            'leading-snug font-semibold max-sm:text-sm max-xs:tamil:text-[13px] sm:alone:text-xl',
            // Where no picture tells products apart, their names do.
            product.media_url ? 'line-clamp-3 sm:line-clamp-2 sm:tamil:line-clamp-3' : 'line-clamp-5',
          )}
        >
          <PrefetchLink
            to={page}
            state={{ product }}
            className="after:absolute after:inset-0 after:rounded-md group-hover:text-peacock focus-visible:shadow-none focus-visible:outline-none focus-visible:after:inset-ring-5 focus-visible:after:inset-ring-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-peacock"
          >
            {/* Another line may begin after a stroke or a dash, not before one. */}
            {product.name.replaceAll('/', '/\u200b').replaceAll(' - ', '\u00a0- ')}
          </PrefetchLink>
        </Heading>
        {look.description && (
          <p className="line-clamp-2 text-sm text-ink-soft max-sm:text-xs">{product.description}</p>
        )}
        <div className="mt-auto pt-2 sm:alone:mt-0">
          {stars && <Stars {...stars} className="sm:mb-1" />}
          <div className="flex items-end justify-between gap-1">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2">
              <Price price={shown.price} mrp={shown.mrp} />
              {!product.media_url && badge}
              <p className="figures basis-full text-xs text-ink-soft empty:hidden">{unit}</p>
            </div>
            {!product.media_url && <div className="relative z-10">{add}</div>}
          </div>
        </div>
        {look.button && !footerFor && (
          <PrefetchLink
            to={page}
            state={{ product }}
            className={cx(buttonClass('outline', 'sm'), 'relative z-10 mt-3 alone:max-w-80')}
          >
            {look.button()}
            <span className="sr-only">: {product.name}</span>
          </PrefetchLink>
        )}
        {footerFor && <div className="relative z-10 mt-2 grid sm:mt-3">{footerFor(product)}</div>}
      </div>
    </article>
  )
}

/** The decorative rating of a featured card without reviews. */
const FEATURED_RATING = 4.5

/** @param showcase null for a shop without decoration, undefined until the settings are here */
function starsOf(
  rating: number,
  look: CardLook['stars'],
  showcase: StorefrontSettings['showcase'] | undefined,
): { rating: number; decorative: boolean } | null {
  if (showcase && look === 'fixed') return { rating: showcase.card_stars, decorative: true }
  if (showcase && look === 'featured' && rating === 0) return { rating: FEATURED_RATING, decorative: true }
  const isShown = showcase ? look !== undefined : showcase === null && rating > 0
  return isShown ? { rating, decorative: false } : null
}
