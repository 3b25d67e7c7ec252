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

/** Rows, a page at a time. @param name of the list, in the cache */
const pagesOf = <Row extends { id: number }>(
  name: string,
  filter: object,
  load: (page: { after: number | undefined; limit: number }, signal: AbortSignal) => Promise<Row[]>,
) =>
  infiniteQueryOptions({
    queryKey: ['products', name, filter],
    queryFn: ({ pageParam, signal }) => load({ after: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (rows) => (rows.length < PAGE ? undefined : rows.at(-1)?.id),
    select: ({ pages }): readonly Row[] => pages.flat(),
    placeholderData: keepPreviousData,
  })

export const productsQuery = (filter: CallInput<typeof staffProducts.list>) =>
  pagesOf('products list', filter, (page, signal) =>
    call(staffProducts.list, { ...filter, ...page }, { signal }),
  )

export const variantsQuery = (filter: CallInput<typeof staffVariants.list>) =>
  pagesOf('variants list', filter, (page, signal) =>
    call(staffVariants.list, { ...filter, ...page }, { signal }),
  )

/** The variants that a grid edits, all at once. */
export const gridQuery = (filter: CallInput<typeof staffVariants.list>) =>
  queryOptions({
    queryKey: ['products', 'variants grid', filter],
    queryFn: ({ signal }) => call(staffVariants.list, { ...filter, limit: 2000 }, { signal }),
    staleTime: Infinity,
  })

export function useBrands(): readonly string[] {
  const { data } = useQuery({ queryKey: ['products', 'brands'], queryFn: () => call(catalog.brands, {}) })
  return data?.brands ?? []
}

/** Paths of all categories, such as `Clothing > Shirts`. */
export function useCategoryPaths(): readonly string[] {
  const { data } = useQuery(actQuery(staffCategories.list, {}))
  return data?.map(({ path }) => path) ?? []
}
