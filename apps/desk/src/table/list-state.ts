/** What a list shows, kept in the address: a view, filters, the search, the order and how many rows. */
import { useSearchParams } from 'react-router-dom'

/** Rows of a list at first, and added by Show more. */
const PAGE = 50

export interface ListState {
  /** The text under a name; empty without. */
  get: (name: string) => string
  /** Changes some of it; an empty text takes a name away. A change of what is listed begins at the top. */
  set: (changes: Record<string, string>) => void
  /** The address after some of it has changed. */
  pathWith: (changes: Record<string, string>) => string
  limit: number
  showMore: () => void
  sort: { id: string; desc: boolean } | null
}

function changed(before: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(before)
  if (!('show' in changes)) next.delete('show')
  for (const [name, value] of Object.entries(changes))
    if (value === '') next.delete(name)
    else next.set(name, value)
  return next
}

export function useListState(): ListState {
  const [search, setSearch] = useSearchParams()
  const get = (name: string): string => search.get(name) ?? ''
  const set = (changes: Record<string, string>): void =>
    setSearch((before) => changed(before, changes), { replace: true })
  const shown = Number(get('show'))
  const limit = Number.isInteger(shown) && shown > PAGE && shown <= 5000 ? shown : PAGE
  const sort = get('sort')
  return {
    get,
    set,
    pathWith: (changes) => `?${changed(search, { show: get('show'), ...changes })}`,
    limit,
    showMore: () => set({ show: String(limit + PAGE) }),
    sort: sort === '' ? null : { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') },
  }
}

/** Whether one of the texts contains what is searched for. */
export const matches = (searched: string, ...texts: (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(searched.toLowerCase()))
