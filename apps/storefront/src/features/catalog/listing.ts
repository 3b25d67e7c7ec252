import type { ProductFilter } from '@haat/contract/catalog'
import { parseAmount } from '@haat/contract/money'
import type { Sort } from '@haat/contract/rules'
import { LIMITS, SORTS } from '@haat/contract/rules'

/** The page and the filters in a listing's address. */
export interface Listing {
  page: number
  filter: ProductFilter
}

/** The filters' names in the address. */
export const FILTER_NAMES = ['category', 'brand', 'min_price', 'max_price', 'rating', 'search', 'sort']

const readInteger = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const readPaise = (text: string | null): number | undefined =>
  text === null ? undefined : (parseAmount(text) ?? undefined)

const readSort = (text: string | null): Sort | undefined => SORTS.find((sort) => sort === text)

/** Reads page and filters from the address. Invalid values are ignored, since people edit addresses. */
export function readListing(search: URLSearchParams): Listing {
  const page = Math.min(readInteger(search.get('page')) ?? 1, LIMITS.page_max)
  // A form without JavaScript sends each brand by itself.
  const brand = search.getAll('brand').flatMap((brands) => brands.split(',').filter(Boolean))
  const rating = readInteger(search.get('rating'))
  const text = search.get('search')?.trim().slice(0, LIMITS.search_length)
  return {
    page,
    filter: {
      page,
      limit: LIMITS.page_size,
      category: readInteger(search.get('category')),
      brand: brand.length > 0 ? brand : undefined,
      min_price: readPaise(search.get('min_price')),
      max_price: readPaise(search.get('max_price')),
      rating: rating !== undefined && rating <= 5 ? rating : undefined,
      search: text || undefined,
      sort: readSort(search.get('sort')),
    },
  }
}

/** The listing with counts for the choices of its filters. */
export const withFacets = ({ page, filter }: Listing): Listing => ({
  page,
  filter: { ...filter, facets: true },
})

/** The id of the category of a filter; undefined for all categories. */
export const categoryIn = ({ category }: ProductFilter): number | undefined =>
  typeof category === 'number' ? category : undefined

/** The page of a listing in an address; undefined for the first. */
export function pageIn(search: URLSearchParams): number | undefined {
  const { page } = readListing(search)
  return page === 1 ? undefined : page
}

/** The search string after a change of filters, on the first page. An empty value removes its filter. */
export function changeListing(search: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

const readCategoryId = (category: object): number | undefined => {
  const { id, category_id, _id } = category as Record<string, unknown>
  const value = Number(id ?? category_id ?? _id)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The category in the navigation state's `selectedCategory` (id, category_id or _id), or null. */
export function readSelectedCategory(state: unknown): { id: number; name: string } | null {
  if (typeof state !== 'object' || state === null || !('selectedCategory' in state)) return null
  const category = state.selectedCategory
  if (typeof category !== 'object' || category === null) return null
  const id = readCategoryId(category)
  const name = 'name' in category && typeof category.name === 'string' ? category.name : ''
  return id === undefined ? null : { id, name }
}
