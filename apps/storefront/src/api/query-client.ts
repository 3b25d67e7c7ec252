import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.status >= 500)

/** Creates the cache of server data. A failed query is retried once; every failure is logged. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.warn('Could not load', query.queryKey, error.message),
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
