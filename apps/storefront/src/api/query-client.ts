import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.status >= 500)

/** The cache of server data: a failed read is tried once more, and every failure is logged. */
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
      },
      mutations: { networkMode: 'always' },
    },
  })
