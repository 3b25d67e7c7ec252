import { plural, t } from '@lingui/core/macro'
import type { ListedProduct, ProductDetail, Variant } from '@haat/contract/catalog'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { countryName } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { Loading } from '../../ui/feedback.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { NamedIcon, Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'
import { FRAME, Gallery, PHONE_GRID, PICTURE_SIZES } from './gallery.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { brandOf, galleryMedia, unitPriceOf, variantButtonText } from './variants.ts'

/** Gallery beside the facts; on a phone above them, so low that name and price are still on the first screen. */
const PRODUCT_GRID =
  'grid grid-cols-1 gap-2 sm:gap-4 md:grid-cols-2 md:grid-rows-[auto_auto_1fr] md:gap-x-6 lg:grid-cols-[minmax(0,--spacing(124))_minmax(0,1fr)] lg:gap-x-10'
const GALLERY = 'md:col-start-1 md:row-span-3 md:row-start-1'

interface ProductViewProps {
  product: ProductDetail
  variant: Variant | null
  onVariant: (variant: Variant) => void
  /** Whether nobody has chosen the variant. */
  isPreselected: boolean
  /** Below the price. */
  offer: ReactNode
  /** Beside the name. */
  heart: ReactNode
  /** What can be done with the variant, below the choice. */
  children: ReactNode
}

export function ProductView(props: ProductViewProps) {
  const { product, variant, onVariant, isPreselected, offer, heart, children } = props
  const media = galleryMedia(product, variant)
  return (
    <div className={PRODUCT_GRID}>
      {media.length > 0 && (
        <div className={cx(GALLERY, 'md:sticky md:top-24 md:z-10 md:self-start lg:top-36')}>
          <Gallery key={media[0]?.media_url} media={media} name={product.name} />
        </div>
      )}
      <div className="grid grid-cols-1 content-start gap-2 sm:gap-4">
        <div>
          <div className="flex flex-wrap justify-between gap-x-3 text-sm">
            <p className="font-semibold text-ink-soft">{brandOf(product)}</p>
            <Rating product={product} />
          </div>
          <div className="flex items-start gap-3">
            <PageHeading key={product.id} className="grow text-lg! leading-snug! sm:text-2xl!">
              {product.name}
            </PageHeading>
            {heart}
          </div>
        </div>
        <ProductPrice product={product} variant={variant} />
        {!variant?.stock && <SoldOutHint product={product} />}
        {offer}
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <div id="variants" className="scroll-mt-20 empty:hidden">
          <VariantPicker variants={product.variants} selected={variant} onSelect={onVariant} />
        </div>
        {isPreselected && <PreselectedNote product={product} variant={variant} />}
        {children}
      </div>
      <div
        className={cx(
          'grid grid-cols-1 content-start gap-4 max-sm:mt-6',
          media.length === 0 && 'md:col-start-2 md:row-span-3 md:row-start-1',
        )}
      >
        {product.short_description && (
          <section>
            <h2 className="mb-1 text-base font-bold">{t`About this item`}</h2>
            <p className="max-w-prose">{product.short_description}</p>
          </section>
        )}
        <Facts product={product} />
        {media.length === 0 && <AboutTheItem description={product.description} />}
      </div>
    </div>
  )
}

export function AboutTheItem({ description }: { description: string }) {
  if (!description) return null
  return (
    <section>
      <h2 className="mb-2 text-xl font-extrabold tracking-tight">{t`About the Item`}</h2>
      <p className="max-w-prose whitespace-pre-line">{description}</p>
    </section>
  )
}

function Rating({ product: { rating, review_count: count } }: { product: ProductDetail }) {
  // Reviews below would have to show what it comes from.
  if (count === 0) return null
  return (
    <p className="flex items-center gap-2 font-semibold">
      <Stars rating={rating} />
      <span aria-hidden className="figures">
        {rating.toFixed(1)}
      </span>
      <a href="#reviews" className="-mt-2 pt-2 font-normal text-peacock underline underline-offset-4">
        {plural(count, { one: '# review', other: '# reviews' })}
      </a>
    </p>
  )
}

function ProductPrice({ product, variant }: Pick<ProductViewProps, 'product' | 'variant'>) {
  const { price, mrp, discount_percentage: percent } = variant ?? product
  const rounded = Math.round(percent)
  const unit = unitPriceOf(product, variant)
  const stock = variant?.stock ?? 0
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Price price={price} mrp={mrp} size="xl" />
        {percent > 0 && <Badge tone="offer">{t`${rounded}% off`}</Badge>}
        {unit && <span className="text-sm text-ink-soft">{unit}</span>}
      </div>
      <div className="flex flex-wrap gap-x-4 text-sm">
        <p className="text-ink-soft">{t`Inclusive of all taxes`}</p>
        <p aria-live="polite" className={cx('font-semibold', stock > 0 ? 'text-leaf' : 'text-brick')}>
          {stock > 0 ? t`In Stock (${stock} available)` : t`Out of Stock`}
        </p>
      </div>
    </div>
  )
}

/** What to do instead of buying. */
function SoldOutHint({ product }: { product: ProductDetail }) {
  return (
    <Notice tone="wait">
      {product.in_stock ? t`Another variant is in stock. Or see more in` : t`Sold out for now. See more in`}{' '}
      <Link
        to={paths.categoryPage(product.category_id)}
        className="font-semibold text-peacock underline underline-offset-4"
      >
        {product.category_name}
      </Link>
      {t`.`}
    </Notice>
  )
}

function PreselectedNote({ product, variant }: Pick<ProductViewProps, 'product' | 'variant'>) {
  const usual = product.variants.find(({ is_default }) => is_default)
  if (!usual || !variant || usual === variant) return null
  const [missing, chosen] = [variantButtonText(usual), variantButtonText(variant)]
  return <p className="text-sm text-ink-soft">{t`Sold out in ${missing}. We chose ${chosen}.`}</p>
}

function Facts({ product }: { product: ProductDetail }) {
  const contact = useSettings()?.contact
  const isPacked = product.manufacturer !== null || product.net_quantity !== null
  const care = isPacked && contact ? [...contact.phones, ...contact.emails] : []
  const facts: [name: string, value: string | null][] = [
    [t`Brand`, brandOf(product)],
    [t`Category`, product.category_name],
    [t`Country of origin`, countryName(product.country_of_origin)],
    [t`Net quantity`, product.net_quantity],
    [t`Maker, packer or importer`, product.manufacturer],
    [
      t`Consumer care`,
      product.consumer_care ?? care.map((each) => each.replaceAll(' ', '\u00a0')).join(', '),
    ],
  ]
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1.5 border-y border-line py-4 text-sm lg:grid-cols-[auto_1fr] lg:gap-x-6">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

export function InfoCards({ className }: { className?: string }) {
  const cards = useSettings()?.info_cards
  if (cards?.length === 0) return null
  return (
    <ul
      className={cx(
        'flex min-h-32 flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line',
        className,
      )}
    >
      {cards?.map(({ icon, title, text }) => (
        <li key={title} className="flex grow basis-70 gap-4 bg-card p-5">
          <NamedIcon name={icon} className="size-8 shrink-0 text-peacock" />
          <div>
            <h2 className="leading-snug font-bold">{title}</h2>
            <p className="mt-1 text-sm text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The product page while the product loads, with what the clicked card has passed on. */
export function ProductLoading({ preview }: { preview: ListedProduct | undefined }) {
  return (
    <Loading text={t`Loading...`}>
      <div className={cx(PRODUCT_GRID, 'pt-11')}>
        {preview?.media_url !== null && (
          <div className={cx(GALLERY, 'grid *:rounded-lg *:border *:border-line', PHONE_GRID)}>
            {preview ? (
              <Picture src={preview.media_url} alt="" sizes={PICTURE_SIZES} priority className={FRAME} />
            ) : (
              <Skeleton className={cx('aspect-square', FRAME)} />
            )}
          </div>
        )}
        {preview ? (
          <div>
            <p className="text-sm font-semibold text-ink-soft">{brandOf(preview)}</p>
            <p className="text-lg leading-snug font-extrabold tracking-tight sm:text-2xl">{preview.name}</p>
            <Price price={preview.price} mrp={preview.mrp} size="xl" />
          </div>
        ) : (
          <Skeleton className="h-48" />
        )}
        <Skeleton className="h-72" />
      </div>
    </Loading>
  )
}
