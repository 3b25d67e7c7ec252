import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { FIRST_WAIT, LONGEST_WAIT, whenReachable } from '../lib/reachable.ts'
import { ApiError } from './client.ts'

const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.status >= 500)

/**
 * Creates the cache of server data. A failed query is retried once; every failure is logged. What stays failed is loaded
 * again when the shop answers, ever more rarely while it fails again.
 */
export function createQueryClient(): QueryClient {
  let wait = FIRST_WAIT
  let isWaiting = false
  const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const
  const loadAgain = async (): Promise<void> => {
    isWaiting = false
    wait = Math.min(wait * 2, LONGEST_WAIT)
    await client.refetchQueries(failed)
    if (!isWaiting) wait = FIRST_WAIT
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        console.warn('Could not load', query.queryKey, error.message)
        if (isWaiting || !isWorthRetrying(error)) return
        isWaiting = true
        whenReachable(() => void loadAgain(), wait)
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
  return client
}
