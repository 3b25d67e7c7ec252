import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** Switched-on deals that are running or still to start. */
export const activeDealsQuery = () =>
  queryOptions({
    queryKey: ['deals', 'active'],
    queryFn: ({ signal }) => call(contract.deals.active, { signal }),
  })

/** All deals, including expired and switched-off ones. */
export const allDealsQuery = () =>
  queryOptions({
    queryKey: ['deals', 'all'],
    queryFn: ({ signal }) => call(contract.deals.all, { signal }),
  })
