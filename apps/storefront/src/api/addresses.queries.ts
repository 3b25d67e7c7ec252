import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from './client.ts'

/** The customer's addresses, the default one first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['me', 'addresses'],
    queryFn: async ({ signal }) => (await call(contract.profile.addresses, { signal })).addresses,
  })

/** Changes the addresses, one after the other. It settles when the list is reloaded. */
export function useAddressChange<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: 'addresses' },
    onSuccess: () => client.invalidateQueries(addressesQuery()),
  })
}
