import { staffSession } from '@haat/contract/staff/session'
import { useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { forgetSession } from '../api/session.ts'
import { clearDrafts } from '../form/drafts.ts'
import { toast } from '../ui/toast.ts'

/** Logs out, and leaves nothing of it on the device. */
export function useLogout(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      await call(staffSession.logout, {}, { asksLogin: false })
    } catch (error) {
      return toast('error', messageOf(error))
    }
    await clearDrafts()
    forgetSession()
    client.clear()
    client.setQueryData(meQuery.queryKey, null)
  }
}
