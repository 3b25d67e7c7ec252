import { LIMITS } from '@haat/contract/rules'
import { useSyncExternalStore } from 'react'
import { serverNow } from '../lib/use-now.ts'

/** Who is logged in, as the login reply names them. */
export interface SessionUser {
  id: number
  name: string
  email: string
  phone_number: string
}

export interface Session {
  user: SessionUser
  accessToken: string
  expiresAt: Date
}

/** `logout`: the shopper left. `expired`: time is up. `refused`: the server said 401. */
export type SessionEnd = 'logout' | 'expired' | 'refused'

const MINUTE = 60_000
const SESSION_KEYS = ['user', 'userId', 'accessToken', 'tokenExpiry', 'refreshToken'] as const
const PAYMENT_KEYS = ['pendingOrderData', 'paymentStatus'] as const

let current: Session | null = null
let opened = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const endListeners = new Set<(end: SessionEnd) => void>()

function load(): Session | null {
  const accessToken = localStorage.getItem('accessToken')
  const expiresAt = new Date(localStorage.getItem('tokenExpiry') ?? '')
  if (!accessToken || Number.isNaN(expiresAt.getTime())) return null
  try {
    const user: SessionUser = JSON.parse(localStorage.getItem('user') ?? '')
    return typeof user.id === 'number' ? { user, accessToken, expiresAt } : null
  } catch {
    return null
  }
}

/** Milliseconds until the session is five minutes from its end. */
const timeLeft = (session: Session): number =>
  session.expiresAt.getTime() - LIMITS.session_threshold_minutes * MINUTE - serverNow().getTime()

// Timers hold at most 24.8 days; a longer session is looked at again then.
const MAX_TIMER = 2 ** 31 - 1

function keep(session: Session | null): void {
  current = session
  clearTimeout(timer)
  if (session) timer = setTimeout(watch, Math.min(Math.max(timeLeft(session), 0), MAX_TIMER))
  for (const listener of listeners) listener()
}

function watch(): void {
  if (!current) return
  if (timeLeft(current) <= 0) endSession('expired')
  else keep(current)
}

/** Reads the stored session once, and follows other tabs. A session too close to its end is over at once. */
export function openSession(): void {
  if (opened) return
  opened = true
  const stored = load()
  if (stored && timeLeft(stored) > 0) keep(stored)
  else if (localStorage.getItem('accessToken') !== null) endSession('expired')
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === 'accessToken') keep(load())
  })
}

/** The session now, for event handlers and calls. A component asks `useSession`. */
export const readSession = (): Session | null => current

/** Keeps a login or signup reply. `expiresAt` absent means 24 hours from now. */
export function startSession(reply: { user: SessionUser; accessToken: string; expiresAt?: Date }): void {
  const { user, accessToken } = reply
  const expiresAt = reply.expiresAt ?? new Date(serverNow().getTime() + LIMITS.session_hours * 60 * MINUTE)
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userId', String(user.id))
  localStorage.setItem('accessToken', accessToken)
  localStorage.setItem('tokenExpiry', expiresAt.toISOString())
  keep({ user, accessToken, expiresAt })
}

/** Forgets the session; a logout also forgets a payment under way. */
export function endSession(end: SessionEnd): void {
  for (const key of SESSION_KEYS) localStorage.removeItem(key)
  if (end === 'logout') for (const key of PAYMENT_KEYS) localStorage.removeItem(key)
  keep(null)
  for (const listener of endListeners) listener(end)
}

/** Calls back after a session has ended; returns how to stop. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The session, null for a visitor; always null while rendering on the server. */
export const useSession = (): Session | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
