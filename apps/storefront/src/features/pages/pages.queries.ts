import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The footer's text pages with their labels, in order. */
export const COMPANY_PAGES = [
  { slug: 'about', label: 'About Us' },
  { slug: 'return-exchange', label: 'Return/Exchange' },
  { slug: 'refund-policy', label: 'Refund Policy' },
  { slug: 'terms', label: 'Terms And Conditions' },
] as const

export const PAGE_SLUGS = COMPANY_PAGES.map((page) => page.slug)

/** A text page of the footer. Disabled for an unknown slug. */
export const pageQuery = (slug: string) => {
  const pageSlug = PAGE_SLUGS.find((page) => page === slug)
  return queryOptions({
    queryKey: ['pages', slug],
    queryFn: async ({ signal }) => {
      if (!pageSlug) throw new Error(`There is no page ${slug}`)
      return (await call(contract.settings.page, { params: { slug: pageSlug }, signal })).page
    },
    enabled: pageSlug !== undefined,
    staleTime: 10 * 60_000,
  })
}
