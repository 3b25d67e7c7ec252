import type { QueryClient } from '@tanstack/react-query'

/** Moves what is on the device into the account that is logged in, at once or when the shop answers. */
export const mergeSoon = (queries: QueryClient, isReachable?: boolean): Promise<void> =>
  import('./merge-guest-cart.ts').then(
    ({ mergeGuestCart }) => mergeGuestCart(queries, window.location.pathname, isReachable),
    () => undefined,
  )
