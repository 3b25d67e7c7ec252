import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { readSession } from '../../api/session.ts'
import { store } from '../../lib/device-storage.ts'

/** Where the device keeps whose cart it saw last, and that cart, until the session ends. */
export const SEEN_CART = 'seenCart'

/** The customer's cart, the oldest line first. */
export const cartQuery = () =>
  queryOptions({
    queryKey: ['me', 'cart'],
    queryFn: async ({ signal }) => {
      const { cart } = await call(contract.cart.list, { signal })
      store(SEEN_CART, JSON.stringify([readSession()?.user.id, cart]))
      return cart
    },
  })

/** The items saved for later. */
export const savedQuery = () =>
  queryOptions({
    queryKey: ['me', 'saved'],
    queryFn: async ({ signal }) => (await call(contract.cart.saved, { signal })).saved,
  })
