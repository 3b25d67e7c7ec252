import { Select } from '../../ui/field.tsx'
import { useListingSearch } from './use-listing-search.ts'

const RATINGS = [
  { value: '', label: 'Any rating' },
  { value: '4', label: '4 stars and up' },
  { value: '3', label: '3 stars and up' },
  { value: '2', label: '2 stars and up' },
]

/** The least rating of a listing, kept in the address. */
export function RatingSelect() {
  const { search, change } = useListingSearch()
  return (
    <Select
      label="Rating"
      labelHidden
      options={RATINGS}
      value={search.get('rating') ?? ''}
      onChange={(event) => change({ rating: event.target.value })}
    />
  )
}
