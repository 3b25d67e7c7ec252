import { t } from '@lingui/core/macro'
import type { ProductDetail } from '@haat/contract/catalog'
import { UNBRANDED } from '@haat/contract/rules'
import { IconButton } from '@haat/ui/button'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { drop } from '../../api/kept-products.ts'
import { PrefetchLink } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'

const inStock = (product: ProductDetail) => product.variants.filter(({ stock }) => stock > 0)

const listed = (values: readonly (string | null)[]): string =>
  [...new Set(values.filter((value) => value !== null && value !== ''))].join(', ')

/** The facts of a product, each null or empty where the product does not have it. */
const FACTS: { name: () => string; of: (product: ProductDetail) => ReactNode }[] = [
  { name: () => t`Price`, of: ({ price, mrp }) => <Price price={price} mrp={mrp} /> },
  {
    name: () => t`Rating`,
    of: ({ rating, review_count: count }) =>
      rating > 0 && (
        <span className="flex flex-wrap items-center gap-x-2">
          <Stars rating={rating} />
          {rating.toFixed(1)}
          {count > 0 && ` (${count})`}
        </span>
      ),
  },
  { name: () => t`Stock`, of: (product) => (inStock(product).length > 0 ? t`In Stock` : t`Out of Stock`) },
  { name: () => t`Brand`, of: ({ brand }) => (brand === UNBRANDED ? '' : brand) },
  { name: () => t`Category`, of: ({ category_name }) => category_name },
  { name: () => t`Colours`, of: (product) => listed(inStock(product).map(({ color }) => color)) },
  { name: () => t`Sizes`, of: (product) => listed(inStock(product).map(({ size }) => size)) },
  { name: () => t`Net quantity`, of: ({ net_quantity }) => net_quantity },
  { name: () => t`Made in`, of: ({ country_of_origin }) => country_of_origin },
  { name: () => t`About`, of: ({ short_description }) => short_description },
]

const CELL = 'border-t border-line px-1 py-2 align-top wrap-anywhere sm:p-3'

/** Products beside each other, fact by fact. What none of them has is left out. */
export function CompareTable({ products }: { products: readonly ProductDetail[] }) {
  const rows = FACTS.map(({ name, of }) => ({ name: name(), values: products.map(of) })).filter(
    ({ values }) => values.some(Boolean),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section aria-label={t`Products side by side`} tabIndex={0} className="-m-5 overflow-x-auto p-5">
      <table className="w-full text-sm sm:table-fixed">
        <thead>
          <tr>
            <td className="sticky left-0 bg-card sm:w-36">
              <span className="sr-only">{t`Facts`}</span>
            </td>
            {products.map((product) => (
              <th
                key={product.id}
                scope="col"
                className="min-w-27 px-1 py-2 text-left align-top font-semibold sm:p-3"
              >
                <ComparedProduct product={product} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th
                scope="row"
                className={`${CELL} sticky left-0 min-w-16 bg-card text-left text-ink-soft max-sm:text-xs`}
              >
                {name}
              </th>
              {values.map((value, at) => (
                <td key={products[at]?.id} className={CELL}>
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

const ComparedProduct = ({ product }: { product: ProductDetail }) => (
  <div className="relative grid max-w-52 gap-2">
    <Picture src={product.media_url} name={product.name} alt="" sizes="13rem" className="rounded-sm" />
    <PrefetchLink to={paths.product(product.id, product.name)} className="hover:text-peacock hover:underline">
      {product.name}
    </PrefetchLink>
    <IconButton
      look="raised"
      label={t`Remove ${product.name} from the comparison`}
      icon={X}
      onClick={() => drop('compared', product.id)}
      className="absolute top-1 right-1 max-sm:size-9"
    />
  </div>
)
