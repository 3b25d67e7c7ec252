import { staffSession } from '@haat/contract/staff/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(staffSession.sessions, {}),
})
