/** What is asked of a list of products, and which index is to lead the answer. */
import type { Sort } from '@haat/contract/rules'

/** What to let through; absent means everything. Prices in paise. */
export interface Filter {
  /** With their sub-categories. */
  categories: number[] | undefined
  brands: string[] | undefined
  min_price: number | undefined
  max_price: number | undefined
  rating: number | undefined
  is_new_arrival: boolean | undefined
  is_featured: boolean | undefined
  is_on_sale: boolean | undefined
  in_stock: boolean | undefined
}

export type Order = Sort | 'id'

const FLAGS = ['is_new_arrival', 'is_featured', 'is_on_sale'] as const
const RESIDUAL_FLAGS = [...FLAGS, 'in_stock'] as const

/** SQLite merges no more than 500 queries. The contract keeps brands below; a category may hold more others. */
const MOST_BRANCHES = 100

type Lead = 'brand' | 'category' | (typeof FLAGS)[number] | null

/** What the text of the query depends on. */
export interface Shape {
  order: Order | 'count'
  lead: Lead
  brands: number
  categories: number
  bounds: ('min_price' | 'max_price' | 'rating')[]
  flags: (typeof RESIDUAL_FLAGS)[number][]
}

/** Brands lead, being narrower than categories; a flag leads where it has an index in the order asked for. */
export function shapeOf(filter: Filter, order: Shape['order']): Shape {
  const brands = filter.brands?.length ?? 0
  const categories = filter.categories?.length ?? 0
  const flag = FLAGS.find((name) => filter[name] === true)
  let lead: Lead = null
  if (brands > 0) lead = 'brand'
  else if (categories > 0 && categories <= MOST_BRANCHES) lead = 'category'
  const bounds = (['min_price', 'max_price', 'rating'] as const).filter((name) => filter[name] !== undefined)
  const flags = RESIDUAL_FLAGS.filter((name) => filter[name] !== undefined)
  const isAlone = brands + categories + bounds.length === 0 && flags.length === 1
  if (lead === null && flag !== undefined && (order === 'id' || (order === 'count' && isAlone))) lead = flag
  return { order, lead, brands, categories, bounds, flags }
}
