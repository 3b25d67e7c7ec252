import type { ListedProduct } from '@haat/contract/catalog'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'

/** Products with a heart, the latest first. */
export const wishlistQuery = () =>
  queryOptions({
    queryKey: ['me', 'wishlist'],
    queryFn: async ({ signal }) => (await call(contract.wishlist.list, { signal })).products,
  })

/** Whether a product has the shopper's heart; false for a guest. */
export function useIsWished(productId: number): boolean {
  const session = useSession()
  const { data } = useQuery({
    ...wishlistQuery(),
    enabled: session !== null,
    select: (products) => products.some((product) => product.id === productId),
  })
  return session !== null && data === true
}

/** Gives or takes a heart at once, and takes the step back when the server refuses. */
export function useToggleWish() {
  const client = useQueryClient()
  const { queryKey } = wishlistQuery()
  return useMutation({
    mutationFn: ({ product, wished }: { product: ListedProduct; wished: boolean }): Promise<unknown> =>
      wished
        ? call(contract.wishlist.add, { body: { product_id: product.id } })
        : call(contract.wishlist.remove, { params: { id: product.id } }),
    onMutate: async ({ product, wished }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const others = (before ?? []).filter((other) => other.id !== product.id)
      client.setQueryData(queryKey, wished ? [product, ...others] : others)
      return { before }
    },
    onError: (_error, _wish, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
