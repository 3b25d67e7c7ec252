import { LIMITS } from '@haat/contract/rules'
import { useSearchParams } from 'react-router-dom'

/** The page of a list of orders, kept in the address beside whatever else stands there. */
export function useOrderPage() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1)
  const goTo = (target: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(target))
    if (target === 1) next.delete('page')
    setSearch(next)
    window.scrollTo(0, 0)
  }
  return { page: Number.isInteger(page) && page >= 1 && page <= LIMITS.page_max ? page : 1, goTo }
}
