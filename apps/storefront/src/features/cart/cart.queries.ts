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

/** Adds one piece of a variant to the cart. Settles when the cart shows it. */
export function useAddToCart() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (variant_id: number) => call(contract.cart.add, { body: { variant_id, quantity: 1 } }),
    onSettled: () => client.invalidateQueries({ queryKey: cartQuery().queryKey }),
  })
}
