import type { User } from '@haat/contract/auth'
import { LIMITS } from '@haat/contract/rules'
import { useSyncExternalStore } from 'react'
import { parseJson, store, stored } from '../lib/device-storage.ts'
import { serverNow } from '../lib/use-now.ts'

export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'phone_number'>

export interface Session {
  user: SessionUser
  accessToken: string
  expiresAt: Date
}

/**
 * `logout`: the customer logged out. `expired`: five minutes or less are left. `refused`: a call got a 401. `elsewhere`:
 * another tab has ended the session, or begun another customer's.
 */
export type SessionEnd = 'logout' | 'expired' | 'refused' | 'elsewhere'

const MINUTE = 60_000
const SESSION_KEYS = ['user', 'userId', 'accessToken', 'tokenExpiry', 'refreshToken', 'seenCart'] as const
/** What the next person at this device need not know, besides. */
const LOGOUT_KEYS = ['pendingOrderData', 'paymentStatus', 'orderExtras', 'recentlyViewed', 'pincode'] as const

let current: Session | null = null
let opened = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const endListeners = new Set<(end: SessionEnd) => void>()
/** The stored session expired before any screen could listen. */
let expiredAtLoad = false
/** Whether the customer has lost a session, here or in another tab, and has none since. */
let isLost = false

function load(): Session | null {
  const accessToken = stored('accessToken')
  const expiresAt = new Date(stored('tokenExpiry') ?? '')
  if (!accessToken || Number.isNaN(expiresAt.getTime())) return null
  const user = parseJson(stored('user')) as SessionUser | null
  return typeof user?.id === 'number' ? { user, accessToken, expiresAt } : null
}

/** Milliseconds until the session is five minutes from its end. */
const timeLeft = (session: Session): number =>
  session.expiresAt.getTime() - LIMITS.session_threshold_minutes * MINUTE - serverNow().getTime()

// The longest delay of a timer, 24.8 days; a longer session sets another one then.
const MAX_TIMER = 2 ** 31 - 1

function setSession(session: Session | null, end?: SessionEnd): void {
  isLost = session === null && (end === undefined ? isLost : end !== 'logout')
  current = session
  clearTimeout(timer)
  if (session) timer = setTimeout(checkExpiry, Math.min(Math.max(timeLeft(session), 0), MAX_TIMER))
  for (const listener of listeners) listener()
}

function checkExpiry(): void {
  if (!current) return
  if (timeLeft(current) <= 0) endSession('expired')
  else setSession(current)
}

/** Loads the stored session once and follows the other tabs. A session with five minutes or less left ends at once. */
export function openSession(): void {
  if (opened) return
  opened = true
  const session = load()
  if (session && timeLeft(session) > 0) setSession(session)
  else if (stored('accessToken') !== null) {
    expiredAtLoad = endListeners.size === 0
    endSession('expired')
  }
  window.addEventListener('storage', (event) => {
    // One change is told key by key, and the other keys of a login may not be visible yet.
    if (event.key !== null && event.key !== 'accessToken' && event.key !== 'tokenExpiry') return
    const before = current
    setSession(load(), before ? 'elsewhere' : undefined)
    if (before && before.user.id !== current?.user.id)
      for (const listener of endListeners) listener('elsewhere')
  })
}

/** The current session, for event handlers and calls. Components use `useSession`. */
export const readSession = (): Session | null => current

/** Stores a login or signup reply. Without `expiresAt` the session lasts 24 hours. */
export function startSession(reply: { user: SessionUser; accessToken: string; expiresAt?: Date }): void {
  const { user, accessToken } = reply
  const expiresAt = reply.expiresAt ?? new Date(serverNow().getTime() + LIMITS.session_hours * 60 * MINUTE)
  store('user', JSON.stringify(user))
  store('userId', String(user.id))
  store('accessToken', accessToken)
  store('tokenExpiry', expiresAt.toISOString())
  setSession({ user, accessToken, expiresAt })
}

/** Clears the stored session; a logout also what this customer wrote and looked at. */
export function endSession(end: SessionEnd): void {
  for (const key of SESSION_KEYS) store(key, null)
  if (end === 'logout') for (const key of LOGOUT_KEYS) store(key, null)
  setSession(null, end)
  for (const listener of endListeners) listener(end)
}

/** Calls `listener` after a session has ended, also one that expired at load; returns the unsubscribe function. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener)
  if (expiredAtLoad) {
    expiredAtLoad = false
    listener('expired')
  }
  return () => void endListeners.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The session; null for a visitor, and always null on the server. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession, () => null)

/** Whether to tell the visitor that their session has ended: it did, without a logout in this tab. */
export const useIsSessionLost = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  )
