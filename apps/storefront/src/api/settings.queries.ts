import { queryOptions, useQuery } from '@tanstack/react-query'
import { setServerTime } from '../lib/use-now.ts'
import { call, contract } from './client.ts'

/** The shop's settings. Each fetch also sets the storefront's clock to the server's. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => {
      const reply = await call(contract.settings.get, { signal })
      setServerTime(reply.now)
      return { ...reply.settings, test_bank: reply.test_bank }
    },
    staleTime: 5 * 60_000,
  })

/** The shop's settings; undefined until they are loaded. */
export const useSettings = () => useQuery(settingsQuery()).data
