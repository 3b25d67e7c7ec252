import { Select } from '../../ui/field.tsx'
import { useListingSearch } from './use-listing-search.ts'

interface SortSelectProps {
  options: readonly { value: string; label: string }[]
  className?: string
}

/** The order of a listing, kept in the address. */
export function SortSelect({ options, className }: SortSelectProps) {
  const { search, change } = useListingSearch()
  return (
    <Select
      label="Sort"
      labelHidden
      options={options}
      value={search.get('sort') ?? ''}
      onChange={(event) => change({ sort: event.target.value })}
      className={className}
    />
  )
}
