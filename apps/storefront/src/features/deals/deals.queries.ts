import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** Deals that run or are about to. */
export const activeDealsQuery = () =>
  queryOptions({
    queryKey: ['deals', 'active'],
    queryFn: ({ signal }) => call(contract.deals.active, { signal }),
  })

/** All deals, those that are over or switched off too. */
export const allDealsQuery = () =>
  queryOptions({
    queryKey: ['deals', 'all'],
    queryFn: ({ signal }) => call(contract.deals.all, { signal }),
  })
