import { t } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The text pages that every shop has, with their labels, in the order of the footer. */
export const COMPANY_PAGES = [
  { slug: 'about', title: () => t`About Us` },
  { slug: 'return-exchange', title: () => t`Return/Exchange` },
  { slug: 'refund-policy', title: () => t`Refund Policy` },
  { slug: 'terms', title: () => t`Terms And Conditions` },
] as const

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug],
    queryFn: async ({ signal }) => (await call(contract.settings.page, { params: { slug }, signal })).page,
    staleTime: 10 * 60_000,
  })
