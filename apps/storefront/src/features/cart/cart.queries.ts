import type { CartItem } from '@haat/contract/cart'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The customer's cart, the oldest line first. */
export const cartQuery = () =>
  queryOptions({
    queryKey: ['me', 'cart'],
    queryFn: async ({ signal }) => (await call(contract.cart.list, { signal })).cart,
  })

/** The items saved for later. */
export const savedQuery = () =>
  queryOptions({
    queryKey: ['me', 'saved'],
    queryFn: async ({ signal }) => (await call(contract.cart.saved, { signal })).saved,
  })

/** A line that the server has not confirmed yet. */
export type NewLine = Omit<CartItem, 'cart_item_id'>

function withNewLine(cart: CartItem[], added: NewLine): CartItem[] {
  const isInCart = cart.some((line) => line.variant_id === added.variant_id)
  if (!isInCart) return [...cart, { ...added, cart_item_id: -added.variant_id }]
  return cart.map((line) =>
    line.variant_id === added.variant_id ? { ...line, quantity: line.quantity + added.quantity } : line,
  )
}

/** Adds a line to the cart. The cart counts it at once and drops it on refusal. */
export function useAddToCart() {
  const client = useQueryClient()
  const { queryKey } = cartQuery()
  return useMutation({
    mutationFn: ({ variant_id, quantity }: NewLine) =>
      call(contract.cart.add, { body: { variant_id, quantity } }),
    onMutate: async (line) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, withNewLine(before, line))
      return { before }
    },
    onError: (_error, _line, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
