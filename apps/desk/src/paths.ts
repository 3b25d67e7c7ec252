/** Every address of the desk, below /desk. */
export const patterns = {
  today: '/',
  packing: '/packing',
  orders: '/orders',
  order: '/orders/:order',
  products: '/products',
  newProduct: '/products/new',
  productGrid: '/products/grid',
  product: '/products/:product',
  stock: '/stock',
  imports: '/import',
  opening: '/opening',
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

const withSearch = (path: string, search: Record<string, string>): string => {
  const text = new URLSearchParams(search).toString()
  return path + (text && `?${text}`)
}

export const paths = {
  today: patterns.today,
  packing: patterns.packing,
  opening: patterns.opening,
  imports: (job?: number): string => patterns.imports + (job === undefined ? '' : `?job=${job}`),
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
  orders: (search: Record<string, string> = {}): string => withSearch(patterns.orders, search),
  order: (order: number | string): string => `/orders/${order}`,
  products: (search: Record<string, string> = {}): string => withSearch(patterns.products, search),
  product: (product: number): string => `/products/${product}`,
  newProduct: (copyOf?: number): string =>
    withSearch(patterns.newProduct, copyOf === undefined ? {} : { copy: String(copyOf) }),
  productGrid: (search: Record<string, string>): string => withSearch(patterns.productGrid, search),
  stock: (search: Record<string, string> = {}): string => withSearch(patterns.stock, search),
  account: patterns.account,
}
