/** Every address of the desk, below /desk. */
export const patterns = {
  today: '/',
  packing: '/packing',
  orders: '/orders',
  newOrder: '/orders/new',
  order: '/orders/:order',
  returns: '/returns',
  reviews: '/reviews',
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
  translations: '/translations',
  customers: '/customers',
  customer: '/customers/:customer',
  reports: '/reports',
  gst: '/reports/gst',
  moneyReport: '/reports/money',
  payments: '/payments',
  exports: '/exports',
  settings: '/settings',
  settingGroup: '/settings/:group',
  delivery: '/settings/delivery/areas',
  backups: '/backups',
  staff: '/staff',
  audit: '/audit',
  account: '/account',
  link: '/link/:token',
  camera: '/camera',
} as const

const withSearch = (path: string, search: Record<string, string>): string => {
  const text = new URLSearchParams(search).toString()
  return path + (text && `?${text}`)
}

export const paths = {
  ...patterns,
  imports: (job?: number): string => patterns.imports + (job === undefined ? '' : `?job=${job}`),
  page: (slug: string): string => `/pages/${slug}`,
  customer: (customer: number): string => `/customers/${customer}`,
  settingGroup: (group: string): string => `/settings/${group}`,
  moneyReport: (days: { from: string; to: string }): string => withSearch(patterns.moneyReport, days),
  payments: (view?: string): string => withSearch(patterns.payments, view === undefined ? {} : { view }),
  orders: (search: Record<string, string> = {}): string => withSearch(patterns.orders, search),
  returns: (search: Record<string, string> = {}): string => withSearch(patterns.returns, search),
  reviews: (view?: 'pending' | 'questions'): string => withSearch(patterns.reviews, view ? { view } : {}),
  /** @param step what is asked for at once */
  order: (order: number | string, step?: 'compare'): string =>
    withSearch(`/orders/${order}`, step === undefined ? {} : { do: step }),
  products: (search: Record<string, string> = {}): string => withSearch(patterns.products, search),
  product: (product: number): string => `/products/${product}`,
  newProduct: (copyOf?: number): string =>
    withSearch(patterns.newProduct, copyOf === undefined ? {} : { copy: String(copyOf) }),
  productGrid: (search: Record<string, string>): string => withSearch(patterns.productGrid, search),
  synonyms: (term: string): string => withSearch(patterns.synonyms, { term }),
  stock: (search: Record<string, string> = {}): string => withSearch(patterns.stock, search),
  /** The secret comes after a hash, which no server logs. */
  camera: (token: string): string => `${patterns.camera}#${token}`,
}
