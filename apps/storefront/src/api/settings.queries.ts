import { queryOptions, useQuery } from '@tanstack/react-query'
import { setServerTime } from '../lib/use-now.ts'
import { call } from './client.ts'
import { contract } from './contract.ts'

/** The shop's constants; each reading also sets the storefront's clock by the server's. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => {
      const reply = await call(contract.settings.settings, { signal })
      setServerTime(reply.now)
      return { ...reply.settings, test_bank: reply.test_bank }
    },
    staleTime: 5 * 60_000,
  })

/** The shop's constants, undefined until they are here. */
export const useSettings = () => useQuery(settingsQuery()).data
