import { t } from '@lingui/core/macro'
import type { ProductDetail } from '@haat/contract/catalog'
import { brandedName, UNBRANDED } from '@haat/contract/rules'
import { inSizeOrder } from '@haat/contract/sizes'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isNotFound } from '../../api/client.ts'
import { drop, dropAll, useKeptProducts } from '../../api/kept-products.ts'
import { countryName } from '../../lib/format.ts'
import { PrefetchLink } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture, Thumb } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { AddToCartButton } from '../cart/add-to-cart.tsx'
import { productQuery } from '../catalog/catalog.queries.ts'

export function CompareTray({ className }: { className: string }) {
  const ids = useKeptProducts('compared')
  const results = useQueries({ queries: ids.map((id) => productQuery(id)) })
  const [isOpen, setOpen] = useState(false)
  if (isOpen && ids.length < 2) setOpen(false)
  const gone = ids.find((_, at) => isNotFound(results[at]?.error))
  useEffect(() => {
    if (gone !== undefined) drop('compared', gone)
  }, [gone])
  const products = results.flatMap(({ data }) => data ?? [])
  if (products.length === 0) return null
  return (
    <>
      <section
        data-no-print
        aria-label={t`Compare`}
        className={cx(
          'flex items-center gap-2 border-line-strong bg-card px-4 py-2 max-xs:px-2 in-[html:has(dialog:modal)]:invisible',
          className,
        )}
      >
        <div className="flex min-w-9 items-center gap-1.5 max-xs:gap-1">
          {ids.map((id, at) => {
            const { media_url = '', name = '', brand = '' } = results[at]?.data ?? {}
            const tile = { src: media_url, name: brandedName({ name, brand }) }
            return <Thumb key={id} {...tile} sizes="3rem" className="w-9 min-w-0 shrink! max-sm:w-8" />
          })}
        </div>
        {ids.length === 1 ? (
          <p className="grow text-sm sm:grow-0">{t`Choose one more to compare.`}</p>
        ) : (
          <Button size="sm" onClick={() => setOpen(true)} className="whitespace-nowrap max-sm:grow">
            {t`Compare ${ids.length}`}
          </Button>
        )}
        <IconButton icon={X} label={t`End the comparison`} onClick={() => dropAll('compared')} />
      </section>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t`Compare`} side="wide">
        <CompareTable products={products} />
      </Dialog>
    </>
  )
}

const sizeOf = ({ size, color, variant_name: name }: ProductDetail['variants'][number]) =>
  size ?? (color ? null : name)

const inStock = (product: ProductDetail) => product.variants.filter(({ stock }) => stock > 0)

const listed = (values: readonly (string | null)[]): string =>
  inSizeOrder([...new Set(values.filter(Boolean))], (value) => value).join(', ')

/** The facts of a product, each null or empty where the product does not have it. */
const FACTS: { name: (all: ProductDetail[]) => string; of: (product: ProductDetail) => ReactNode }[] = [
  {
    name: () => t`Price`,
    of: (product) => (
      <div className="grid max-w-52 gap-2">
        <Price price={product.price} mrp={product.mrp} />
        <AddToCartButton product={{ ...product, in_stock: inStock(product).length > 0 }} />
      </div>
    ),
  },
  {
    name: () => t`Rating`,
    of: ({ rating, review_count: n }) => rating > 0 && `★ ${rating.toFixed(1)}${n > 0 ? ` (${n})` : ''}`,
  },
  { name: () => t`Stock`, of: (product) => (inStock(product).length > 0 ? t`In Stock` : t`Out of Stock`) },
  { name: () => t`Brand`, of: ({ brand }) => (brand === UNBRANDED ? '' : brand) },
  { name: () => t`Category`, of: ({ category_name }) => category_name },
  { name: () => t`Colours`, of: (product) => listed(inStock(product).map(({ color }) => color)) },
  {
    name: (products) => (products.every(({ variants }) => variants[0]?.size) ? t`Size` : t`Variants`),
    of: (product) => listed(inStock(product).map(sizeOf)),
  },
  { name: () => t`Net quantity`, of: ({ net_quantity }) => net_quantity },
  { name: () => t`Made in`, of: ({ country_of_origin }) => countryName(country_of_origin) },
  { name: () => t`About`, of: ({ short_description }) => short_description },
]

/** On a phone the fact's name stands above its values, which need the width. */
const ROW = 'max-sm:grid max-sm:auto-cols-[minmax(7rem,1fr)] max-sm:grid-flow-col max-sm:py-1.5'
const NAME =
  'text-left font-normal text-ink-soft max-sm:sticky max-sm:left-0 max-sm:col-[1/span_2] max-sm:row-start-1 max-sm:w-fit'
const HEAD = 'px-2 py-1 text-left align-top leading-snug font-semibold wrap-anywhere sm:p-3'
const CELL = 'border-line px-2 align-top wrap-anywhere max-sm:py-0.5 sm:border-t sm:p-3'

/** Products beside each other, fact by fact: first those that differ. What none of them has is left out. */
function CompareTable({ products }: { products: ProductDetail[] }) {
  const rows = FACTS.map(({ name, of }) => {
    const values = products.map(of)
    return { name: name(products), values, isSame: new Set(values).size === 1 }
  })
    .filter(({ values }) => values.some(Boolean))
    .toSorted((a, b) => Number(a.isSame) - Number(b.isSame))
  const hasPictures = products.some(({ media_url }) => media_url)
  const corner = <td aria-label={t`Facts`} className="max-sm:hidden sm:w-36" />
  return (
    <section
      aria-label={t`Products side by side`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="-m-5 max-h-[calc(100dvh-5rem)] overflow-auto max-sm:snap-x max-sm:snap-mandatory pb-10 [mask-image:linear-gradient(#000_calc(100%-2.5rem),transparent)] sm:max-h-[75dvh] sm:px-5"
    >
      {products.length > 2 && (
        <p className="sticky left-0 w-fit p-2 text-xs text-ink-soft sm:hidden">{t`Swipe to see all`} →</p>
      )}
      <table
        className="w-full text-sm max-sm:block sm:table-fixed tamil:[--column:49vw]"
        style={{ minWidth: `calc(${products.length} * max(7rem, min(var(--column, 42vw), 12rem)))` }}
      >
        <thead className="max-sm:contents">
          <tr className={ROW}>
            {corner}
            {products.map((product) => (
              <td key={product.id} className={cx(HEAD, 'snap-start')}>
                <div className="relative max-w-36">
                  <Picture
                    src={product.media_url}
                    name={brandedName(product)}
                    label={product.brand === UNBRANDED ? product.category_name : product.brand}
                    alt=""
                    sizes="9rem"
                    className={cx('rounded-sm', !hasPictures && 'aspect-auto! h-16')}
                  />
                  <IconButton
                    look="raised"
                    label={t`Remove ${product.name} from the comparison`}
                    icon={X}
                    onClick={() => drop('compared', product.id)}
                    className="absolute top-1 right-1 max-sm:size-8 max-sm:after:absolute max-sm:after:-inset-1.5"
                  />
                </div>
              </td>
            ))}
          </tr>
          <tr className={cx(ROW, 'sticky top-0 z-10 border-b border-line bg-card max-sm:py-0')}>
            {corner}
            {products.map(({ id, name }) => (
              <th key={id} scope="col" className={cx(HEAD, 'sm:pt-1')}>
                <PrefetchLink
                  to={paths.product(id, name)}
                  className="line-clamp-5 text-peacock underline underline-offset-4 sm:line-clamp-2"
                >
                  {name}
                </PrefetchLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(({ name, values, isSame }) => (
            <tr key={name} className={cx(ROW, 'border-line max-sm:border-t', isSame && 'text-ink-soft')}>
              <th scope="row" className={cx(CELL, NAME)}>
                {name}
              </th>
              {values.map((value, at) => (
                <td key={products[at]?.id} className={cx(CELL, 'row-start-2')}>
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
