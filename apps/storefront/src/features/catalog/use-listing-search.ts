import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changeListing } from './listing.ts'

/**
 * The filters in the address, and how to change them. A choice shows at once, even while the screen behind it is
 * still on its way.
 */
export function useListingSearch() {
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useOptimistic(search)
  const change = (changes: Record<string, string>) =>
    startTransition(() => {
      const next = changeListing(shown, changes)
      setShown(next)
      setSearch(next)
    })
  return { search: shown, change }
}
