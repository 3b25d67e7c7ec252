import type { ProductFilter } from '@haat/contract/catalog'
import type { Sort } from '@haat/contract/rules'
import { LIMITS, SORTS } from '@haat/contract/rules'

/** What a listing's search string asks for. */
export interface Listing {
  page: number
  filter: ProductFilter
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const paise = (text: string | null): number | undefined =>
  text !== null && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined

const sortOf = (text: string | null): Sort | undefined => SORTS.find((sort) => sort === text)

/** Reads page and filters out of the address; what makes no sense is as absent, since people edit addresses. */
export function readListing(search: URLSearchParams): Listing {
  const page = Math.min(wholeNumber(search.get('page')) ?? 1, LIMITS.page_max)
  const brand = search.get('brand')?.split(',').filter(Boolean) ?? []
  const rating = wholeNumber(search.get('rating'))
  const text = search.get('search')?.trim().slice(0, LIMITS.search_length)
  return {
    page,
    filter: {
      page,
      limit: LIMITS.page_size,
      category: wholeNumber(search.get('category')),
      brand: brand.length > 0 ? brand : undefined,
      min_price: paise(search.get('min_price')),
      max_price: paise(search.get('max_price')),
      rating: rating !== undefined && rating <= 5 ? rating : undefined,
      search: text || undefined,
      sort: sortOf(search.get('sort')),
    },
  }
}

/** The address after a change of filters: back to the first page. An empty value removes its filter. */
export function changeListing(search: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The address of another page of the same listing. */
export function pageOfListing(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

const idOf = (category: object): number | undefined => {
  const { id, category_id, _id } = category as Record<string, unknown>
  const value = Number(id ?? category_id ?? _id)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The category in a link's navigation state (`selectedCategory`), whichever of its ids it carries; null without. */
export function readSelectedCategory(state: unknown): { id: number; name: string } | null {
  if (typeof state !== 'object' || state === null || !('selectedCategory' in state)) return null
  const category = state.selectedCategory
  if (typeof category !== 'object' || category === null) return null
  const id = idOf(category)
  const name = 'name' in category && typeof category.name === 'string' ? category.name : ''
  return id === undefined ? null : { id, name }
}
