import type { CartItem } from '@haat/contract/cart'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'
import { readSession, useSession } from '../../api/session.ts'
import { parseJson, store, useStored } from '../../lib/device-storage.ts'

/** Where the device keeps whose cart it saw last, and that cart, until the session ends. */
const SEEN_CART = 'seenCart'

/** The cart as this device saw it last, if it is this customer's. */
export function useSeenCart(): CartItem[] | undefined {
  const [userId, cart] = (parseJson(useStored(SEEN_CART)) ?? []) as [userId?: number, cart?: CartItem[]]
  return userId === useSession()?.user.id ? cart : undefined
}

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

export const savedQuery = () => queryTo(['me', 'saved'], contract.cart.saved, {}, ({ saved }) => saved)
