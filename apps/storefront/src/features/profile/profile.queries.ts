import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'

export type Profile = Reply<Contract['profile']['get']>['user']

export const profileQuery = () => queryTo(['me', 'profile'], contract.profile.get, {}, ({ user }) => user)

/** The customer's sessions. Loaded anew with each visit: other devices log in and out. */
export const sessionsQuery = () => ({
  ...queryTo(['me', 'sessions'], contract.profile.sessions, {}, ({ sessions }) => sessions),
  staleTime: 0,
})
