import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { whenReachable } from '../lib/reachable.ts'
import { ApiError, isUnreached, onChangeElsewhere } from './client.ts'

const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (isUnreached(error) || error.status >= 500)

/**
 * Creates the cache of server data. A failed query is retried once; every failure is logged. What stays failed is loaded
 * again when the shop answers, and what another tab has changed of the customer at once.
 */
export function createQueryClient(): QueryClient {
  let isWaiting = false
  const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const
  const loadAgain = (): void => {
    isWaiting = false
    void client.refetchQueries(failed)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        console.warn('Could not load', query.queryKey, error.message)
        if (isWaiting || !isWorthRetrying(error)) return
        isWaiting = true
        whenReachable(loadAgain)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
        networkMode: 'always',
        // What has failed comes back by itself when the network does.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  onChangeElsewhere(() => void client.invalidateQueries({ queryKey: ['me'] }))
  return client
}
