import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

export type Profile = Reply<Contract['profile']['get']>['user']

export const profileQuery = () =>
  queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: async ({ signal }) => (await call(contract.profile.get, { signal })).user,
  })

/** The customer's sessions. Loaded anew with each visit: other devices log in and out. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => (await call(contract.profile.sessions, { signal })).sessions,
    staleTime: 0,
  })
