import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'

/** Switched-on deals that are running or still to start. */
export const activeDealsQuery = () => queryTo(['deals', 'active'], contract.deals.active, {})

/** All deals, including expired and switched-off ones. */
export const allDealsQuery = () => queryTo(['deals', 'all'], contract.deals.all, {})
