/** Every address of the desk, below /desk. */
export const patterns = {
  today: '/',
  orders: '/orders',
  order: '/orders/:order',
  imports: '/import',
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
  imports: (job?: number): string => patterns.imports + (job === undefined ? '' : `?job=${job}`),
  account: patterns.account,
}
