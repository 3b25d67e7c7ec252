import type { Endpoint, Reply } from '@haat/contract/endpoint'
import {
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { whenReachable } from '../lib/reachable.ts'
import { ApiError, call, type CallParts, isUnreached, onChangeElsewhere } from './client.ts'
import type { Planned } from './wire.ts'

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

/** A query that calls an endpoint, until no screen waits for it any more. @param read what is kept of the reply, if not all */
export const queryTo = <E extends Endpoint, Data = Reply<E>>(
  queryKey: QueryKey,
  plan: Planned<E>,
  parts: CallParts<E>[0],
  read = (reply: Reply<E>) => reply as Data,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => read(await call(plan, ...([{ ...parts, signal }] as CallParts<E>))),
  })

/** A mutation; what is queried under these keys is loaded again when it settles, which waits for that. */
export function useChange<Variables, Result>(
  send: (variables: Variables) => Promise<Result>,
  ...changed: QueryKey[]
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
