import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { PAGE_SLUGS } from './page-slugs.ts'

/** A text page of the footer. Runs only for one that exists. */
export const pageQuery = (slug: string) => {
  const known = PAGE_SLUGS.find((page) => page === slug)
  return queryOptions({
    queryKey: ['pages', slug],
    queryFn: async ({ signal }) => {
      if (!known) throw new Error(`There is no page ${slug}`)
      return (await call(contract.settings.page, { params: { slug: known }, signal })).page
    },
    enabled: known !== undefined,
    staleTime: 10 * 60_000,
  })
}
