import { t } from '@lingui/core/macro'
import type { ProductFilter } from '@haat/contract/catalog'
import { patterns } from '@haat/contract/storefront-paths'
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, startTransition, useOptimistic, useRef, useState } from 'react'
import { Search, X } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { HereLink, type SearchValues } from '../../lib/link.tsx'
import { useSearchOnce } from '../../lib/use-once.ts'
import { Button, IconButton } from '@haat/ui/button'
import { Select, TextField } from '@haat/ui/field'
import { categoriesQuery, choicesOf, filterQuery } from './catalog.queries.ts'
import { bandLabel, changeListing, FILTER_NAMES, LISTING_NAMES, readListing, type Scope } from './listing.ts'

/** The filters in the address and a setter. A change shows at once, even while the next screen still renders. */
export function useListingSearch() {
  const [search, setSearch] = useSearchOnce()
  const [optimistic, setOptimistic] = useOptimistic(search)
  const change = (changes: Record<string, string>) =>
    startTransition(() => {
      const next = changeListing(optimistic, changes)
      setOptimistic(next)
      setSearch(next)
    })
  return { search: optimistic, change }
}

interface FilterFormProps extends ComponentProps<'form'> {
  /** Names of the filters that the form sets. */
  names: readonly string[]
}

/** A form that leads to the listing with another filter, also without JavaScript. */
export function FilterForm({ names, children, ...rest }: FilterFormProps) {
  const [search] = useSearchParams()
  const isSearch = useLocation().pathname === patterns.searchResults
  const others = [...(isSearch ? ['query'] : []), ...LISTING_NAMES].filter(
    (name) => !names.includes(name) && search.has(name),
  )
  return (
    <form onSubmit={(event) => event.preventDefault()} {...rest}>
      {others.map((name) => (
        <input key={name} type="hidden" name={name} value={search.getAll(name).join(',')} />
      ))}
      {children}
    </form>
  )
}

export interface Sorts {
  /** What the list's own order is called. */
  unsorted: string
  byPriceOnly?: boolean
}

/** The order of the list, stored in the address. */
export function SortSelect({ unsorted, byPriceOnly = false }: Sorts) {
  const { search, change } = useListingSearch()
  const options = [
    { value: '', label: unsorted },
    { value: 'price_asc', label: t`Price: Low to High` },
    { value: 'price_desc', label: t`Price: High to Low` },
    { value: 'discount_desc', label: t`Highest Discount` },
    { value: 'newest', label: t`Newest` },
  ]
  return (
    <FilterForm
      names={['sort']}
      className="max-sm:grow max-sm:basis-[7em] [&_select]:text-ellipsis max-xs:[&_select]:pr-9 max-xs:[&_select]:pl-2.5 max-xs:tamil:[&_select]:text-sm sm:w-56"
    >
      <Select
        label={t`Sort`}
        labelHidden
        name="sort"
        options={byPriceOnly ? options.slice(0, 3) : options}
        value={search.get('sort') ?? ''}
        onChange={(event) => change({ sort: event.target.value })}
      />
      <div className="mt-2 hidden noscript:grid">
        <Button type="submit" variant="outline" size="sm">{t`Apply`}</Button>
      </div>
    </FilterForm>
  )
}

/** A search within the category, stored in the address. */
export function CategorySearch() {
  const { search, change } = useListingSearch()
  const [text, setText] = useState(search.get('search') ?? '')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === (search.get('search') ?? '')) return field.current?.focus()
    return change({ search: text.trim() })
  }
  return (
    <FilterForm
      names={['search']}
      role="search"
      aria-label={t`Search in this category`}
      onSubmit={submit}
      className="max-sm:w-full sm:w-72"
    >
      <TextField
        ref={field}
        type="search"
        name="search"
        label={t`Search in this category`}
        labelHidden
        placeholder={t`Search in this category`}
        maxLength={LIMITS.search_length}
        value={text}
        onChange={(event) => setText(event.target.value)}
        end={<IconButton type="submit" label={t`Search`} icon={Search} className="bg-card" />}
      />
    </FilterForm>
  )
}

/** The names of the filters of a screen in the address; a category page keeps its category. */
export const filterNames = ({ category }: Scope): string[] =>
  FILTER_NAMES.filter((name) => category === undefined || name !== 'category')

/** The change of the address that leaves these of the words that are searched. */
export const withWords = ({ search }: Scope, words: string) => ({ [search ? 'query' : 'search']: words })

/** What a shopper has chosen, in about the order of the filters; `change` of the address takes a filter away. */
export function useChosen(scope: Scope) {
  const [search] = useSearchParams()
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { filter } = readListing(search, scope)
  const { category, rating, min_discount, in_stock } = filter
  const { data } = useQuery({ ...filterQuery(filter), placeholderData: keepPreviousData })
  const [named, facets] = [data?.price, data?.facets]
  const own = scope.category === undefined && categories.find(({ id }) => id === category)
  const text = scope.search === undefined && search.get('search')
  const price = priceText(filter, search.has('min_price') || search.has('max_price'))
  return [
    ...(named ? [{ label: priceText(named, true) ?? '', change: withWords(scope, named.rest) }] : []),
    ...(text ? [{ label: `“${text}”`, change: { search: '' } }] : []),
    ...(in_stock ? [{ label: t`In stock`, change: { in_stock: '' } }] : []),
    ...(own ? [{ label: own.name, change: { category: '' } }] : []),
    ...(price === null ? [] : [{ label: price, change: { price: '', min_price: '', max_price: '' } }]),
    ...(rating === undefined ? [] : [{ label: t`${rating} stars and up`, change: { rating: '' } }]),
    ...(min_discount === undefined
      ? []
      : [{ label: t`${min_discount}% or more off`, change: { min_discount: '' } }]),
    ...(['size', 'color', 'brand'] as const).flatMap((kind) => {
      const names = filter[kind] ?? []
      const choices = facets && choicesOf(facets)[kind]
      return names.map((name) => ({
        label: choices?.find((choice) => choice.name === name)?.label ?? name,
        change: { [kind]: names.filter((other) => other !== name).join() },
      }))
    }),
  ]
}

function priceText({ min_price, max_price }: ProductFilter, isTyped: boolean): string | null {
  if (min_price === undefined && max_price === undefined) return null
  // A band ends below its limit, which a typed one includes.
  const below = max_price === undefined ? null : max_price + (isTyped ? 0 : 1)
  if (isTyped && min_price === undefined && below !== null) return t`Up to ${formatShortRupees(below)}`
  return bandLabel({ from: min_price ?? 0, below })
}

/** Leads to the list without filters. */
export function ClearFilters({ scope, className }: { scope: Scope; className: string }) {
  const changes = useChosen(scope).map(({ change }): SearchValues => change)
  const all = ['page', 'to', 'search', ...filterNames(scope)].map((name) => [name, ''])
  return (
    <HereLink values={Object.assign({}, ...changes, Object.fromEntries(all))} className={className}>
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
        <li key={Object.keys(change).join() + label}>
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
      <li className="-right-4 bg-paper max-sm:sticky max-sm:-mr-4 max-sm:pr-2">
        <ClearFilters
          scope={scope}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-peacock underline underline-offset-4"
        />
      </li>
    </ul>
  )
}
