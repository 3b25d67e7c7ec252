import { t } from '@lingui/core/macro'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'

/** Those that every shop has, in the order of the footer. */
export const COMPANY_PAGES = [
  { slug: 'about', title: () => t`About Us` },
  { slug: 'return-exchange', title: () => t`Return/Exchange` },
  { slug: 'refund-policy', title: () => t`Refund Policy` },
  { slug: 'terms', title: () => t`Terms And Conditions` },
] as const

/** All text pages with their titles. @param own those of the merchant */
export const textPages = (own: StorefrontSettings['pages'] = []) => [
  ...COMPANY_PAGES.map(({ slug, title }) => ({ slug, title: title(), in_footer: true })),
  ...own,
]

export const pageQuery = (slug: string) => ({
  ...queryTo(['pages', slug], contract.settings.page, { params: { slug } }, ({ page }) => page),
  staleTime: 10 * 60_000,
})
