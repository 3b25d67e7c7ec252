import { t } from '@lingui/core/macro'
import type { ProductFilter } from '@haat/contract/catalog'
import { formatShortRupees, parseAmount, toPaise, toRupees } from '@haat/contract/money'
import { LIMITS, SORTS } from '@haat/contract/rules'
import { changeSearch, type SearchValues } from '../../lib/link.tsx'

/** The pages and the filters in a listing's address. */
export interface Listing {
  /** The first page that is shown. */
  page: number
  /** The last page that is shown, after Load more. */
  to: number
  filter: ProductFilter & Scope
}

/** What a screen lists whatever its filters are: a category, what was searched for, or what is new. */
export type Scope = { category?: number; search?: string; is_new_arrival?: true }

/** Pages that are shown at once. */
export const PAGES_MOST = 10

/** The names in the address of the filters that a screen offers. */
export const FILTER_NAMES =
  'category brand color size price min_price max_price rating min_discount in_stock'.split(' ')
/** With the words and the order. */
export const LISTING_NAMES = [...FILTER_NAMES, 'search', 'sort']

const readInteger = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const readPaise = (text: string | null): number | undefined =>
  text === null ? undefined : (parseAmount(text) ?? undefined)

/** Reads a band of prices like `500-1000`, which ends below its second number of rupees. */
function readBand(text: string | null): { min_price?: number; max_price?: number } {
  const [, from, below] = /^(\d{1,8})-(\d{1,8})?$/.exec(text ?? '') ?? []
  if (from === undefined) return {}
  return {
    min_price: from === '0' ? undefined : toPaise(Number(from)),
    max_price: below === undefined ? undefined : toPaise(Number(below)) - 1,
  }
}

/** A band of prices in the address; `below` is null for no upper limit. Paise. */
export const bandText = ({ from, below }: { from: number; below: number | null }): string =>
  `${toRupees(from)}-${below === null ? '' : toRupees(below)}`

/** A band of prices as shoppers read it. Paise. */
export function bandLabel({ from, below }: { from: number; below: number | null }): string {
  if (below === null) return t`${formatShortRupees(from)} and above`
  if (from === 0) return t`Under ${formatShortRupees(below)}`
  return `${formatShortRupees(from)} – ${formatShortRupees(below)}`
}

/** The words that are searched, in the address. */
export const queryIn = (search: URLSearchParams): string =>
  (search.get('query') ?? '').trim().slice(0, LIMITS.search_length)

/**
 * Reads pages and filters from the address. Invalid values are ignored, since people edit addresses.
 *
 * @param scope of a list with counts for the choices of its filters
 */
export function readListing(search: URLSearchParams, scope?: Scope): Listing {
  const page = Math.min(readInteger(search.get('page')) ?? 1, LIMITS.page_max)
  // A form without JavaScript sends each name by itself.
  const names = (filter: string) => {
    const all = search.getAll(filter).flatMap((list) => list.split(',').filter(Boolean))
    return all.length > 0 ? all : undefined
  }
  const rating = readInteger(search.get('rating'))
  const discount = readInteger(search.get('min_discount'))
  const band = readBand(search.get('price'))
  const least = readPaise(search.get('min_price')) ?? band.min_price
  const most = readPaise(search.get('max_price')) ?? band.max_price
  const [min_price, max_price] = (least ?? 0) > (most ?? Infinity) ? [most, least] : [least, most]
  const text = search.get('search')?.trim().slice(0, LIMITS.search_length)
  const to = Math.max(page, Math.min(readInteger(search.get('to')) ?? 1, page + PAGES_MOST - 1))
  return {
    page,
    to,
    filter: {
      page,
      limit: LIMITS.page_size,
      category: readInteger(search.get('category')),
      brand: names('brand'),
      color: names('color'),
      size: names('size'),
      min_price,
      max_price,
      rating: rating !== undefined && rating <= 5 ? rating : undefined,
      min_discount: discount !== undefined && discount <= 100 ? discount : undefined,
      in_stock: search.get('in_stock') === '1' ? true : undefined,
      search: text || undefined,
      sort: SORTS.find((sort) => sort === search.get('sort')),
      ...(scope && { ...scope, facets: true }),
    },
  }
}

/** The filter of one page of a listing. Only the first page that is shown brings counts. */
export const pageOf = ({ page, filter }: Listing, number: number): ProductFilter => ({
  ...filter,
  page: number,
  facets: number === page ? filter.facets : undefined,
})

/** The pages that are shown. */
export const pagesOf = ({ page, to }: Pick<Listing, 'page' | 'to'>): number[] =>
  Array.from({ length: to - page + 1 }, (_, n) => page + n)

/** Whether search engines leave the listing out: of one category, there is one page for each combination of filters. */
export const isNarrowed = ({ filter }: Listing): boolean =>
  Object.entries(filter).some(
    ([name, value]) => value !== undefined && !['page', 'limit', 'category', 'sort'].includes(name),
  )

/** The page of a listing in an address; undefined for the first. */
export function pageIn(search: URLSearchParams): number | undefined {
  const { page } = readListing(search)
  return page === 1 ? undefined : page
}

/** The search string after a change of filters, on the first page. An empty value removes its filter. */
export const changeListing = (search: URLSearchParams, changes: SearchValues): URLSearchParams =>
  changeSearch(search, { page: '', to: '', ...changes })

/** The category in the navigation state's `selectedCategory` (id, category_id or _id), or null. */
export function readSelectedCategory(state: unknown): { id: number; name: string } | null {
  const { id, category_id, _id, name } = Object(Object(state).selectedCategory) as Record<string, unknown>
  const found = Number(id ?? category_id ?? _id)
  if (!Number.isInteger(found) || found <= 0) return null
  return { id: found, name: typeof name === 'string' ? name : '' }
}
