import { t } from '@lingui/core/macro'
import { formatShortRupees } from '@haat/contract/money'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { Link, useHere } from '../../lib/link.tsx'
import { categoriesQuery } from './catalog.queries.ts'
import { bandLabel, changeListing, readListing, type Scope } from './listing.ts'

const NO_FILTERS = {
  brand: '',
  price: '',
  min_price: '',
  max_price: '',
  rating: '',
  min_discount: '',
  in_stock: '',
}

/** What no filter changes to; a category page keeps its category. */
const noFilters = ({ category }: Scope) =>
  category === undefined ? { ...NO_FILTERS, category: '' } : NO_FILTERS

/** The names of the filters of a screen in the address. */
export const filterNames = (scope: Scope): string[] => Object.keys(noFilters(scope))

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
  const [search] = useSearchParams()
  const here = useHere()
  return (
    <Link
      to={here(changeListing(search, { ...noFilters(scope), search: '' }).toString())}
      className={className}
    >{t`Clear all`}</Link>
  )
}

const CHIP =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line-strong bg-card px-3.5 text-sm font-semibold hover:border-peacock hover:text-peacock'

/** A chip for each filter that is on, which takes it away. */
export function ChosenFilters({ scope }: { scope: Scope }) {
  const [search] = useSearchParams()
  const here = useHere()
  const chosen = useChosen(scope)
  if (chosen.length === 0) return null
  return (
    <ul aria-label={t`Chosen filters`} className="mb-5 flex flex-wrap items-center gap-2">
      {chosen.map(({ label, change }) => (
        <li key={label}>
          <Link
            to={here(changeListing(search, change).toString())}
            aria-label={t`Remove filter: ${label}`}
            className={CHIP}
          >
            <span className="max-w-60 truncate">{label}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
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
