import { LIMITS } from '@haat/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps, FormEvent } from 'react'
import { startTransition, useOptimistic, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSearchOnce } from '../../lib/use-once.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { brandsQuery, categoriesQuery, filterQuery } from './catalog.queries.ts'
import { changeListing, FILTER_NAMES, readListing, withFacets } from './listing.ts'

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
  /** Whether `children` has a button; otherwise browsers without JavaScript show one. */
  hasButton?: boolean
}

/** A form that leads to the listing with another filter, also without JavaScript. */
function FilterForm({ names, hasButton = false, children, ...rest }: FilterFormProps) {
  const [search] = useSearchParams()
  const others = FILTER_NAMES.filter((name) => !names.includes(name) && search.has(name))
  return (
    <form onSubmit={(event) => event.preventDefault()} {...rest}>
      {others.map((name) => (
        <input key={name} type="hidden" name={name} value={search.getAll(name).join(',')} />
      ))}
      {children}
      {!hasButton && (
        <div className="mt-2 hidden noscript:grid">
          <Button type="submit" variant="outline" size="sm">
            Apply
          </Button>
        </div>
      )}
    </form>
  )
}

/** How many products each category and brand of the listing has; undefined until the reply is here. */
function useFacets(search: URLSearchParams) {
  const { data } = useQuery({
    ...filterQuery(withFacets(readListing(search)).filter),
    placeholderData: keepPreviousData,
  })
  const facets = data?.facets
  return {
    categories: facets && new Map(facets.categories.map(({ id, count }) => [id, count])),
    brands: facets && new Map(facets.brands.map(({ name, count }) => [name, count])),
  }
}

/** A choice of a filter with the number of its products. */
function Choice<Key>({ name, id, counts }: { name: string; id: Key; counts: Map<Key, number> | undefined }) {
  return (
    <>
      {name}
      {counts && (
        <span aria-hidden className="ml-2 text-sm text-ink-soft tabular-nums">
          {counts.get(id) ?? 0}
        </span>
      )}
    </>
  )
}

const NO_FILTERS = { category: '', brand: '', min_price: '', max_price: '' }

/** Category, brand and price filters, stored in the address. */
export function Filters() {
  const { search, change } = useListingSearch()
  const { category, brand = [], min_price, max_price } = readListing(search).filter
  const counts = useFacets(search)
  const isFiltered =
    category !== undefined || brand.length > 0 || min_price !== undefined || max_price !== undefined
  return (
    <div className="grid grid-cols-1 gap-6">
      <Categories
        selected={typeof category === 'number' ? category : undefined}
        counts={counts.categories}
        onSelect={(id) => change({ category: id, brand: '' })}
      />
      <PriceRange
        key={`${search.get('min_price')}-${search.get('max_price')}`}
        min={search.get('min_price') ?? ''}
        max={search.get('max_price') ?? ''}
        onChange={(min, max) => change({ min_price: min, max_price: max })}
      />
      <Brands
        category={typeof category === 'number' ? category : undefined}
        selected={brand}
        counts={counts.brands}
        onSelect={(brands) => change({ brand: brands.join(',') })}
      />
      {isFiltered && (
        <Button variant="outline" size="sm" onClick={() => change(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

interface CategoriesProps {
  selected: number | undefined
  counts: Map<number, number> | undefined
  onSelect: (id: string) => void
}

function Categories({ selected, counts, onSelect }: CategoriesProps) {
  const { data: categories, isError } = useQuery(categoriesQuery())
  if (!categories && !isError) return <Skeleton className="h-132" />
  const options = [
    { value: '', label: 'All Categories' },
    ...(categories ?? []).map(({ id, name, parent_id }) => ({
      value: String(id),
      label: (
        <span className={parent_id === null ? undefined : 'pl-4'}>
          <Choice name={name} id={id} counts={counts} />
        </span>
      ),
    })),
  ]
  return (
    <FilterForm names={['category', 'brand']}>
      <RadioGroup
        legend="Category"
        name="category"
        options={options}
        value={String(selected ?? '')}
        onChange={onSelect}
      />
    </FilterForm>
  )
}

interface BrandsProps {
  category: number | undefined
  selected: readonly string[]
  counts: Map<string, number> | undefined
  onSelect: (brands: string[]) => void
}

function Brands({ category, selected, counts, onSelect }: BrandsProps) {
  const { data: brands = [] } = useQuery(brandsQuery(category))
  if (brands.length === 0) return null
  const toggle = (brand: string) =>
    onSelect(selected.includes(brand) ? selected.filter((other) => other !== brand) : [...selected, brand])
  return (
    <FilterForm names={['brand']}>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Brand</legend>
        <div className="-mx-2 grid max-h-80 overflow-y-auto px-2">
          {brands.map((brand) => (
            <Checkbox
              key={brand}
              label={<Choice name={brand} id={brand} counts={counts} />}
              name="brand"
              value={brand}
              checked={selected.includes(brand)}
              onChange={() => toggle(brand)}
            />
          ))}
        </div>
      </fieldset>
    </FilterForm>
  )
}

interface PriceRangeProps {
  /** Rupees as typed; empty for no limit. */
  min: string
  max: string
  onChange: (min: string, max: string) => void
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 8)

/** Minimum and maximum price, applied on Enter or by the button. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const [draft, setDraft] = useState({ min, max })
  const apply = () => {
    if (draft.min !== min || draft.max !== max) onChange(draft.min, draft.max)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  const box = (name: 'min' | 'max', label: string) => (
    <TextField
      label={label}
      name={`${name}_price`}
      inputMode="numeric"
      placeholder="₹"
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: digits(event.target.value) })}
    />
  )
  return (
    <FilterForm names={['min_price', 'max_price']} hasButton onSubmit={submit}>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Price</legend>
        <div className="grid grid-cols-2 gap-2">
          {box('min', 'Min price')}
          {box('max', 'Max price')}
        </div>
        <Button type="submit" variant="outline" size="sm" className="mt-2 w-full">
          Apply price
        </Button>
      </fieldset>
    </FilterForm>
  )
}

const RATINGS = [
  { value: '', label: 'Any rating' },
  { value: '4', label: '4 stars and up' },
  { value: '3', label: '3 stars and up' },
  { value: '2', label: '2 stars and up' },
]

/** The minimum rating, stored in the address. */
export function RatingSelect() {
  const { search, change } = useListingSearch()
  return (
    <FilterForm names={['rating']}>
      <Select
        label="Rating"
        labelHidden
        name="rating"
        options={RATINGS}
        value={search.get('rating') ?? ''}
        onChange={(event) => change({ rating: event.target.value })}
      />
    </FilterForm>
  )
}

interface SortSelectProps {
  options: readonly { value: string; label: string }[]
  className?: string
}

/** The sort order, stored in the address. */
export function SortSelect({ options, className }: SortSelectProps) {
  const { search, change } = useListingSearch()
  return (
    <FilterForm names={['sort']} className={className}>
      <Select
        label="Sort"
        labelHidden
        name="sort"
        options={options}
        value={search.get('sort') ?? ''}
        onChange={(event) => change({ sort: event.target.value })}
      />
    </FilterForm>
  )
}

/** A search within the category, stored in the address. */
export function CategorySearch() {
  const { search, change } = useListingSearch()
  const [text, setText] = useState(search.get('search') ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ search: text.trim() })
  }
  return (
    <FilterForm
      names={['search']}
      hasButton
      role="search"
      aria-label="Search in this category"
      onSubmit={submit}
      className="flex gap-2"
    >
      <TextField
        type="search"
        name="search"
        label="Search in this category"
        labelHidden
        placeholder="Search in this category"
        maxLength={LIMITS.search_length}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="grow"
      />
      <Button type="submit" variant="outline" className="min-h-12">
        Search
      </Button>
    </FilterForm>
  )
}
