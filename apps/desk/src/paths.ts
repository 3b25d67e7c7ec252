/** Every address of the desk, below /desk. */
export const patterns = {
  today: '/',
  orders: '/orders',
  order: '/orders/:order',
  coupons: '/coupons',
  deals: '/deals',
  categories: '/categories',
  banners: '/banners',
  pages: '/pages',
  page: '/pages/:slug',
  synonyms: '/synonyms',
  customers: '/customers',
  customer: '/customers/:customer',
  reports: '/reports',
  gst: '/reports/gst',
  exports: '/exports',
  settings: '/settings',
  settingGroup: '/settings/:group',
  staff: '/staff',
  audit: '/audit',
  account: '/account',
  link: '/link/:token',
} as const

export const paths = {
  today: patterns.today,
  orders: (search: Record<string, string> = {}): string => {
    const text = new URLSearchParams(search).toString()
    return patterns.orders + (text && `?${text}`)
  },
  order: (order: number | string): string => `/orders/${order}`,
  page: (slug: string): string => `/pages/${slug}`,
  customer: (customer: number): string => `/customers/${customer}`,
  settingGroup: (group: string): string => `/settings/${group}`,
  pages: patterns.pages,
  customers: patterns.customers,
  reports: patterns.reports,
  gst: patterns.gst,
  settings: patterns.settings,
  staff: patterns.staff,
  audit: patterns.audit,
  account: patterns.account,
}
