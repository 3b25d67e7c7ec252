import { queryOptions } from '@tanstack/react-query'
import { call, contract } from './client.ts'

/** The customer's addresses, the default one first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['me', 'addresses'],
    queryFn: async ({ signal }) => (await call(contract.profile.addresses, { signal })).addresses,
  })
