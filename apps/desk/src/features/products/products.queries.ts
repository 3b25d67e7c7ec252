import type { ReplyOf } from '@haat/contract/staff/act'
import { catalog } from '@haat/contract/catalog'
import { staffProducts, staffVariants } from '@haat/contract/staff/products'
import { staffCategories } from '@haat/contract/staff/shop'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'

export type ProductRow = ReplyOf<typeof staffProducts.list>[number]
export type VariantRow = ReplyOf<typeof staffVariants.list>[number]

const PAGE = 50
const afterLast = (rows: readonly { id: number }[]): number | undefined =>
  rows.length < PAGE ? undefined : rows.at(-1)?.id
const first: number | undefined = undefined

/** Products, a page at a time. */
export const productsQuery = (filter: CallInput<typeof staffProducts.list>) =>
  infiniteQueryOptions({
    queryKey: ['products', 'products list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(staffProducts.list, { ...filter, after: pageParam, limit: PAGE }, { signal }),
    initialPageParam: first as number | undefined,
    getNextPageParam: afterLast,
    select: ({ pages }): readonly ProductRow[] => pages.flat(),
    placeholderData: keepPreviousData,
  })

/** Variants, a page at a time. */
export const variantsQuery = (filter: CallInput<typeof staffVariants.list>) =>
  infiniteQueryOptions({
    queryKey: ['products', 'variants list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(staffVariants.list, { ...filter, after: pageParam, limit: PAGE }, { signal }),
    initialPageParam: first as number | undefined,
    getNextPageParam: afterLast,
    select: ({ pages }): readonly VariantRow[] => pages.flat(),
    placeholderData: keepPreviousData,
  })

/** The variants that a grid edits, all at once. */
export const gridQuery = (filter: CallInput<typeof staffVariants.list>) =>
  queryOptions({
    queryKey: ['products', 'variants grid', filter],
    queryFn: ({ signal }) => call(staffVariants.list, { ...filter, limit: 2000 }, { signal }),
    staleTime: Infinity,
  })

/** Brands of what the shop sells. */
export function useBrands(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['products', 'brands'],
    queryFn: () => call(catalog.brands, {}),
  })
  return data?.brands ?? []
}

/** Paths of all categories, such as `Clothing > Shirts`. */
export function useCategoryPaths(): readonly string[] {
  const { data } = useQuery(actQuery(staffCategories.list, {}))
  return data?.map(({ path }) => path) ?? []
}
