import { t } from '@lingui/core/macro'
import { formatShortRupees } from '@haat/contract/money'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { HereLink } from '../../lib/link.tsx'
import { categoriesQuery } from './catalog.queries.ts'
import { bandLabel, FILTER_NAMES, readListing, type Scope } from './listing.ts'

/** The names of the filters of a screen in the address; a category page keeps its category. */
export const filterNames = ({ category }: Scope): string[] =>
  FILTER_NAMES.filter((name) => category === undefined || name !== 'category')

interface Chosen {
  label: string
  /** The change of the address that takes the filter away. */
  change: Record<string, string>
}

/** What a shopper has chosen, in the order of the filters. */
export function useChosen(scope: Scope): Chosen[] {
  const [search] = useSearchParams()
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { category, brand = [], rating, min_discount, in_stock } = readListing(search).filter
  const own = scope.category === undefined && categories.find(({ id }) => id === category)
  const text = scope.search === undefined && search.get('search')
  const price = priceText(search)
  return [
    ...(text ? [{ label: `“${text}”`, change: { search: '' } }] : []),
    ...(in_stock ? [{ label: t`In stock`, change: { in_stock: '' } }] : []),
    ...(own ? [{ label: own.name, change: { category: '' } }] : []),
    ...(price === null ? [] : [{ label: price, change: { price: '', min_price: '', max_price: '' } }]),
    ...(rating === undefined ? [] : [{ label: t`${rating} stars and up`, change: { rating: '' } }]),
    ...(min_discount === undefined
      ? []
      : [{ label: t`${min_discount}% or more off`, change: { min_discount: '' } }]),
    ...brand.map((name) => ({
      label: name,
      change: { brand: brand.filter((other) => other !== name).join() },
    })),
  ]
}

function priceText(search: URLSearchParams): string | null {
  const { min_price, max_price } = readListing(search).filter
  const isTyped = search.has('min_price') || search.has('max_price')
  if (min_price === undefined && max_price === undefined) return null
  // A band ends below its limit, which a typed one includes.
  const below = max_price === undefined ? null : max_price + (isTyped ? 0 : 1)
  if (isTyped && min_price === undefined && below !== null) return t`Up to ${formatShortRupees(below)}`
  return bandLabel({ from: min_price ?? 0, below })
}

/** Leads to the list without filters. */
export function ClearFilters({ scope, className }: { scope: Scope; className: string }) {
  const all = ['page', 'to', 'search', ...filterNames(scope)]
  return (
    <HereLink values={Object.fromEntries(all.map((name) => [name, '']))} className={className}>
      {t`Clear all`}
    </HereLink>
  )
}

/** On a phone one row, which scrolls sideways. */
const ROW =
  'mb-3 flex items-center gap-2 whitespace-nowrap max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 scrollbar-none sm:mb-5 sm:flex-wrap'

/** A chip for each filter that is on, which takes it away. */
export function ChosenFilters({ scope }: { scope: Scope }) {
  const chosen = useChosen(scope)
  if (chosen.length === 0) return null
  return (
    <ul aria-label={t`Chosen filters`} className={ROW}>
      {chosen.map(({ label, change }) => (
        <li key={label}>
          <HereLink
            values={{ page: '', to: '', ...change }}
            aria-label={t`Remove filter: ${label}`}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line-strong bg-card px-3.5 text-sm font-semibold hover:border-peacock hover:text-peacock"
          >
            <span className="max-w-60 truncate">{label}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </HereLink>
        </li>
      ))}
      <li>
        <ClearFilters
          scope={scope}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-peacock underline underline-offset-4"
        />
      </li>
    </ul>
  )
}
