/** The footer's text pages, in its order, and how the footer calls them. */
export const COMPANY_PAGES = [
  { slug: 'about', label: 'About Us' },
  { slug: 'return-exchange', label: 'Return/Exchange' },
  { slug: 'refund-policy', label: 'Refund Policy' },
  { slug: 'terms', label: 'Terms And Conditions' },
] as const

export const PAGE_SLUGS = COMPANY_PAGES.map((page) => page.slug)
