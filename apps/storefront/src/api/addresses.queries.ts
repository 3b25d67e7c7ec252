import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from './client.ts'
import { queryTo } from './query-client.ts'

/** The customer's addresses, the default one first. */
export const addressesQuery = () =>
  queryTo(['me', 'addresses'], contract.profile.addresses, {}, ({ addresses }) => addresses)

/** Changes the addresses, one after the other. It settles when the list is reloaded. */
export function useAddressChange<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: 'addresses' },
    onSuccess: () => client.invalidateQueries(addressesQuery()),
  })
}
