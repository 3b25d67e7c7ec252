/** Where a customer is logged in, and how the customer ends that. */
import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { deleteSessionById, deleteSessions, findSessions, type SessionRow } from '../auth/customer.store.ts'

type SessionCalls = Pick<Contract['profile'], 'sessions' | 'endSession' | 'endOtherSessions'>

export const sessions: Handlers<SessionCalls> = {
  async sessions({ customerId, sid }, { db, now }) {
    const at = now()
    const found = await findSessions(db, customerId, sid, at)
    return { sessions: found.map((session) => toSession(session, sid, at)) }
  },

  async endSession({ params, customerId }, { db }) {
    if (!(await db.transaction((tx) => deleteSessionById(tx, customerId, params.id))))
      throw notFound('Session')
    return { message: 'That device is logged out.' }
  },

  async endOtherSessions({ customerId, sid }, { db }) {
    await db.transaction((tx) => deleteSessions(tx, customerId, sid))
    return { message: 'All your other devices are logged out.' }
  },
}

/** A session without its `sid`. */
function toSession({ id, device, created_at, last_used_at, sid }: SessionRow, current: string, now: Date) {
  const is_current = sid === current
  return {
    id,
    device: device || 'Unknown device',
    is_current,
    created_at,
    last_used_at: is_current ? now : (last_used_at ?? created_at),
  }
}
