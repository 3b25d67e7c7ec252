/** The cache of what the server replied: keys by group of acts, so that an act and an event can refresh it. */
import type { AnyAct } from '@haat/contract/staff/act'
import type { Permission } from '@haat/contract/staff/permissions'
import { type Me, staffSession } from '@haat/contract/staff/session'
import { staffToday } from '@haat/contract/staff/today'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, CallError, type CallInput, type CallReply, send, type Sent } from './client.ts'
import { sessionBegan } from './session.ts'

/** A server that does not say so, or says in a day, is not asked again; seconds. */
const RETRY_WITHIN = 5

/** Whether the server is only busy. */
const isBusy = (error: unknown): error is CallError & { retryAfter: number } =>
  error instanceof CallError && error.status === 503 && (error.retryAfter ?? Infinity) <= RETRY_WITHIN

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof CallError && error.status >= 400) || isBusy(error)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: (_failures, error) => (isBusy(error) ? error.retryAfter * 1000 : 500),
      },
    },
  })

const isRefused = (error: unknown): boolean => error instanceof CallError && error.status === 401

/** Who is logged in; null for nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 300_000,
  async queryFn(): Promise<Me | null> {
    try {
      const me = await call(staffSession.me, {}, { asksLogin: false })
      sessionBegan(me.csrf)
      return me
    } catch (error) {
      if (isRefused(error)) return null
      throw error
    }
  },
})

/** Who is logged in. Only the frame is shown to nobody, and it does not ask. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('Nobody is logged in.')
  return data
}

/** What is needed to see or do something: any of several permissions, or none. */
export type Needed = Permission | readonly Permission[] | 'own'

export function isAllowed(permissions: readonly Permission[], needed: Needed): boolean {
  if (needed === 'own') return true
  return typeof needed === 'string'
    ? permissions.includes(needed)
    : needed.some((one) => permissions.includes(one))
}

/** Tells whether who is logged in may do something. */
export function useMay(): (needed: Needed) => boolean {
  const { permissions } = useMe()
  return (needed) => isAllowed(permissions, needed)
}

/** `orders` of `/api/desk/orders/{order}`. */
const groupOf = ({ route }: AnyAct): string => route.split('/')[3] ?? route

export const actQuery = <A extends AnyAct>(act: A, input: CallInput<A>) =>
  queryOptions<CallReply<A>>({
    queryKey: [groupOf(act), act.route, input],
    queryFn: ({ signal }) => call(act, input, { signal }),
    placeholderData: keepPreviousData,
  })

/** What an act shows to who may see it. */
export const useAllowed = <A extends AnyAct>(act: A, input: CallInput<A>) =>
  useQuery({ ...actQuery(act, input), enabled: useMay()(act.permission) })

/** What waits for the staff. */
export const todayQuery = actQuery(staffToday.show, {})
export type Waiting = Exclude<keyof CallReply<typeof staffToday.show>, 'statuses'>

/** What is simulated or missing, and whether the shop is open. */
export const warningsQuery = { ...actQuery(staffToday.warnings, {}), refetchOnWindowFocus: true }

/** What an act shows, with its version for a later change. */
export const versionQuery = <A extends AnyAct>(act: A, input: CallInput<A>) =>
  queryOptions<Sent<CallReply<A>>>({
    queryKey: [groupOf(act), act.route, input, 'version'],
    queryFn: ({ signal }) => send(act, input, { signal }),
  })

export const refreshAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
