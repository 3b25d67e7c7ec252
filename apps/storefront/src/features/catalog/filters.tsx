import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { brandsQuery, categoriesQuery } from './catalog.queries.ts'
import { readListing } from './listing.ts'
import { PriceRange } from './price-range.tsx'
import { useListingSearch } from './use-listing-search.ts'

const NO_FILTERS = { category: '', brand: '', min_price: '', max_price: '' }

/** Category, brand and price of a listing, kept in the address. */
export function Filters() {
  const { search, change } = useListingSearch()
  const { category, brand = [], min_price, max_price } = readListing(search).filter
  const isFiltered =
    category !== undefined || brand.length > 0 || min_price !== undefined || max_price !== undefined
  return (
    <div className="grid grid-cols-1 gap-6">
      <Categories
        selected={typeof category === 'number' ? category : undefined}
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

function Categories({
  selected,
  onSelect,
}: {
  selected: number | undefined
  onSelect: (id: string) => void
}) {
  const { data: categories, isError } = useQuery(categoriesQuery())
  if (!categories && !isError) return <Skeleton className="h-132" />
  const options = [
    { value: '', label: 'All Categories' },
    ...(categories ?? []).map(({ id, name, parent_id }) => ({
      value: String(id),
      label: parent_id === null ? name : <span className="pl-4">{name}</span>,
    })),
  ]
  return <RadioGroup legend="Category" options={options} value={String(selected ?? '')} onChange={onSelect} />
}

interface BrandsProps {
  category: number | undefined
  selected: readonly string[]
  onSelect: (brands: string[]) => void
}

function Brands({ category, selected, onSelect }: BrandsProps) {
  const { data: brands = [] } = useQuery(brandsQuery(category))
  const toggle = (brand: string) =>
    onSelect(selected.includes(brand) ? selected.filter((other) => other !== brand) : [...selected, brand])
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Brand</legend>
      <div className="-mx-2 grid max-h-80 overflow-y-auto px-2">
        {brands.map((brand) => (
          <Checkbox
            key={brand}
            label={brand}
            checked={selected.includes(brand)}
            onChange={() => toggle(brand)}
          />
        ))}
      </div>
    </fieldset>
  )
}
