import { t } from '@lingui/core/macro'
import { PrefetchLink } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'

interface PriceBandsProps {
  /** With the value that the list's price filter has for each. */
  bands: readonly { label: string; price: string }[]
}

/** Links to the products of each band of prices. */
export function PriceBands({ bands }: PriceBandsProps) {
  if (bands.length < 2) return null
  return (
    <section aria-labelledby="price-bands">
      <h2
        id="price-bands"
        className="mb-3 text-xl font-extrabold tracking-tight sm:text-2xl"
      >{t`Shop by Price`}</h2>
      <ul className="grid grid-cols-pair gap-3 sm:grid-cols-3 lg:flex">
        {bands.map(({ label, price }) => (
          <li key={price} className="grow">
            <PrefetchLink
              to={paths.collections({ price })}
              className="figures flex h-full min-h-14 items-center justify-center rounded-md border border-line bg-peacock-tint px-3 py-2 text-center font-bold text-peacock-deep hover:border-peacock"
            >
              {label}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
