import { useSearchParams } from 'react-router-dom'
import { Select } from '../../ui/select.tsx'
import { changeListing } from './listing.ts'

interface SortSelectProps {
  options: readonly { value: string; label: string }[]
  className?: string
}

/** The order of a listing, kept in the address. */
export function SortSelect({ options, className }: SortSelectProps) {
  const [search, setSearch] = useSearchParams()
  return (
    <Select
      label="Sort"
      labelHidden
      options={options}
      value={search.get('sort') ?? ''}
      onChange={(event) => setSearch(changeListing(search, { sort: event.target.value }))}
      className={className}
    />
  )
}
