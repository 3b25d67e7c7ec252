import type { Deal } from '@haat/contract/deals'
import { dealState } from '@haat/contract/rules'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { serverNow } from '../../lib/use-now.ts'

/** The variants whose deals are running now. */
export const dealVariantsOf = (deals: readonly Deal[]): number[] =>
  deals
    .filter((deal) => deal.is_active && dealState(deal, serverNow()) === 'active')
    .map(({ variant_id }) => variant_id)

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
