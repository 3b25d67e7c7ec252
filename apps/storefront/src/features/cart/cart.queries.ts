import type { CartItem } from '@haat/contract/cart'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The shopper's cart, the oldest line first. */
export const cartQuery = () =>
  queryOptions({
    queryKey: ['me', 'cart'],
    queryFn: async ({ signal }) => (await call(contract.cart.list, { signal })).cart,
  })

/** What the shopper has put aside for later. */
export const savedQuery = () =>
  queryOptions({
    queryKey: ['me', 'saved'],
    queryFn: async ({ signal }) => (await call(contract.cart.saved, { signal })).saved,
  })

interface Addition {
  variant_id: number
  quantity: number
  /** The line as it will probably look: lets the cart count move at once. */
  guess?: Omit<CartItem, 'cart_item_id' | 'quantity'>
}

function withAddition(cart: CartItem[], { variant_id, quantity, guess }: Addition): CartItem[] {
  if (cart.some((line) => line.variant_id === variant_id)) {
    return cart.map((line) =>
      line.variant_id === variant_id ? { ...line, quantity: line.quantity + quantity } : line,
    )
  }
  return guess ? [...cart, { ...guess, cart_item_id: -variant_id, quantity }] : cart
}

/** Puts a variant into the cart; the cart shows it before the server has answered, and takes it back on refusal. */
export function useAddToCart() {
  const client = useQueryClient()
  const { queryKey } = cartQuery()
  return useMutation({
    mutationFn: ({ variant_id, quantity }: Addition) =>
      call(contract.cart.add, { body: { variant_id, quantity } }),
    onMutate: async (addition) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, withAddition(before, addition))
      return { before }
    },
    onError: (_error, _addition, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
