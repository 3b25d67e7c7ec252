/** Every address of the desk, below /desk. */
export const patterns = {
  today: '/',
  orders: '/orders',
  order: '/orders/:order',
  products: '/products',
  newProduct: '/products/new',
  productGrid: '/products/grid',
  product: '/products/:product',
  stock: '/stock',
  account: '/account',
  link: '/link/:token',
} as const

const withSearch = (path: string, search: Record<string, string>): string => {
  const text = new URLSearchParams(search).toString()
  return path + (text && `?${text}`)
}

export const paths = {
  today: patterns.today,
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
