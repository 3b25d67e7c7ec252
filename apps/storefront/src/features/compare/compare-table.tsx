import { t } from '@lingui/core/macro'
import type { ProductDetail } from '@haat/contract/catalog'
import { UNBRANDED } from '@haat/contract/rules'
import { buttonClass, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { drop } from '../../api/kept-products.ts'
import { countryName } from '../../lib/format.ts'
import { PrefetchLink } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'

const sizeOf = ({ size, color, variant_name: name }: ProductDetail['variants'][number]) =>
  size ?? (color ? null : name)

const inStock = (product: ProductDetail) => product.variants.filter(({ stock }) => stock > 0)

/** The first number of a size; 0 for none, which leaves the order. */
const numberIn = (text: string | null) => Number(/\d+(\.\d+)?/.exec(text ?? '')?.[0] ?? 0)

const listed = (values: readonly (string | null)[]): string =>
  [...new Set(values.filter((value) => value !== null && value !== ''))]
    .toSorted((a, b) => numberIn(a) - numberIn(b))
    .join(', ')

/** The facts of a product, each null or empty where the product does not have it. */
const FACTS: { name: () => string; of: (product: ProductDetail) => ReactNode }[] = [
  { name: () => t`Price`, of: ({ price, mrp }) => <Price price={price} mrp={mrp} /> },
  {
    name: () => t`Rating`,
    of: ({ rating, review_count: count }) =>
      rating > 0 && `★ ${rating.toFixed(1)}${count > 0 ? ` (${count})` : ''}`,
  },
  { name: () => t`Stock`, of: (product) => (inStock(product).length > 0 ? t`In Stock` : t`Out of Stock`) },
  { name: () => t`Brand`, of: ({ brand }) => (brand === UNBRANDED ? '' : brand) },
  { name: () => t`Category`, of: ({ category_name }) => category_name },
  { name: () => t`Colours`, of: (product) => listed(inStock(product).map(({ color }) => color)) },
  { name: () => t`Sizes`, of: (product) => listed(inStock(product).map(sizeOf)) },
  { name: () => t`Net quantity`, of: ({ net_quantity }) => net_quantity },
  { name: () => t`Made in`, of: ({ country_of_origin }) => countryName(country_of_origin) },
  { name: () => t`About`, of: ({ short_description }) => short_description },
]

/** On a phone the fact's name stands above its values, which need the width. */
const ROW = 'max-sm:grid max-sm:auto-cols-[minmax(7rem,1fr)] max-sm:grid-flow-col max-sm:py-1.5'
const NAME =
  'text-left font-normal text-ink-soft max-sm:sticky max-sm:left-0 max-sm:col-[1/span_2] max-sm:row-start-1 max-sm:w-fit'
const HEAD =
  'px-2 py-1 text-left align-top leading-snug font-semibold wrap-anywhere max-sm:[&:lang(ta)]:text-xs sm:p-3'
const CELL =
  'border-line px-2 align-top wrap-anywhere max-sm:py-0.5 max-sm:[&:lang(ta)]:text-xs sm:border-t sm:p-3'

/** Products beside each other, fact by fact. What none of them has is left out. */
export function CompareTable({ products }: { products: readonly ProductDetail[] }) {
  const rows = FACTS.map(({ name, of }) => ({ name: name(), values: products.map(of) })).filter(
    ({ values }) => values.some(Boolean),
  )
  const corner = (
    <td className="max-sm:hidden sm:w-36">
      <span className="sr-only">{t`Facts`}</span>
    </td>
  )
  return (
    <section
      aria-label={t`Products side by side`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="-m-5 max-h-[calc(100dvh-5rem)] overflow-auto max-sm:snap-x max-sm:snap-mandatory pb-3 sm:max-h-[75dvh] sm:px-5 sm:pb-5"
    >
      {products.length > 3 && (
        <p className="sticky left-0 w-fit px-2 text-xs text-ink-soft sm:hidden">{t`Swipe to see all`} →</p>
      )}
      <table
        className="w-full text-sm max-sm:block sm:table-fixed"
        style={{ minWidth: `calc(${products.length} * max(6.5rem, min(100vw, 40rem) / 3.3))` }}
      >
        <thead className="max-sm:contents">
          <tr className={ROW}>
            {corner}
            {products.map((product) => (
              <td key={product.id} className={cx(HEAD, 'snap-start')}>
                <ComparedProduct product={product} hasPicture={products.some(({ media_url }) => media_url)} />
              </td>
            ))}
          </tr>
          <tr className={cx(ROW, 'sticky top-0 z-10 border-b border-line bg-card max-sm:py-0')}>
            {corner}
            {products.map(({ id, name }) => (
              <th key={id} scope="col" className={cx(HEAD, 'sm:py-1')}>
                <span className="line-clamp-3 sm:line-clamp-2">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          <tr className={ROW}>
            {corner}
            {products.map(({ id, name }) => (
              <td key={id} className={cx(HEAD, 'sm:py-1')}>
                <PrefetchLink
                  to={paths.product(id, name)}
                  className={cx(buttonClass('outline', 'sm'), 'max-sm:px-2!')}
                >
                  {t`View Product`}
                  <span className="sr-only">: {name}</span>
                </PrefetchLink>
              </td>
            ))}
          </tr>
          {rows.map(({ name, values }) => (
            <tr key={name} className={cx(ROW, 'border-line max-sm:border-t')}>
              <th scope="row" className={cx(CELL, NAME)}>
                {name}
              </th>
              {values.map((value, at) => (
                <td
                  key={products[at]?.id}
                  className={cx(CELL, 'row-start-2', new Set(values).size === 1 && 'text-ink-soft')}
                >
                  {value || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ComparedProduct = ({ product, hasPicture }: { product: ProductDetail; hasPicture: boolean }) => (
  <div className="relative max-w-52 sm:max-w-40">
    <Picture
      src={product.media_url}
      name={product.name}
      alt=""
      sizes="13rem"
      className={cx('rounded-sm', !hasPicture && 'aspect-auto! h-16')}
    />
    <IconButton
      look="raised"
      label={t`Remove ${product.name} from the comparison`}
      icon={X}
      onClick={() => drop('compared', product.id)}
      className="absolute top-1 right-1 max-sm:size-8 max-sm:after:absolute max-sm:after:-inset-1.5"
    />
  </div>
)
