/** Who of the staff is calling, and whether the call comes from the desk's own pages. */
import { CSRF_HEADER } from '@haat/contract/staff/session'
import { type Permission, PERMISSIONS, ROLES } from '@haat/contract/staff/permissions'
import { parseCookie, stringifySetCookie } from 'cookie'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { equalDigests, keyedDigest } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { forbidden, unauthorized } from './failure.ts'
import { noteUse } from './session.ts'
import { findStaffSession, storeStaffSessionUse } from './session.store.ts'

export type StaffCaller = Awaited<ReturnType<typeof identifyStaff>>

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffCaller | null
  }
}

const HOUR_MS = 3_600_000
const IDLE_MS = 12 * HOUR_MS
const LONGEST_MS = 30 * 24 * HOUR_MS
/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')
export const DESK_COOKIE = 'haat_desk'
const cookieName = (config: Config): string => `${isHttps(config) ? '__Host-' : ''}${DESK_COOKIE}`

/**
 * The header that sets the session's cookie, or deletes it.
 *
 * @param token null to delete it
 * @param remember whether it outlives the browser
 */
export const sessionCookie = (config: Config, token: string | null, remember = false) => ({
  'set-cookie': stringifySetCookie({
    name: cookieName(config),
    value: token ?? '',
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(config),
    ...(token === null ? { maxAge: 0 } : remember && { maxAge: LONGEST_MS / 1000 }),
  }),
})

/** Sessions and links are stored under this. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

export const csrfOf = (token: string): string => keyedDigest(token, 'csrf')

/** When a session ends unless it is used before. */
export function sessionEnd(isRemembered: boolean, createdAt: Date, now: Date): Date {
  const longest = createdAt.getTime() + LONGEST_MS
  return new Date(isRemembered ? longest : Math.min(longest, now.getTime() + IDLE_MS))
}

/** What a role may do. @param own the permissions of a role of the shop's own, as JSON; null where there is none */
export function permissionsOf(role: string, own: string | null): readonly Permission[] {
  if (Object.hasOwn(ROLES, role)) return ROLES[role as keyof typeof ROLES]
  const listed = own === null ? [] : (JSON.parse(own) as string[])
  return PERMISSIONS.filter((one) => listed.includes(one))
}

type Sessions = Pick<Shop, 'db' | 'now' | 'config' | 'background'>

/** @throws Failure 401 unless the cookie names a session that is still open */
export async function identifyStaff(shop: Sessions, cookie = '') {
  const token = parseCookie(cookie)[cookieName(shop.config)] ?? ''
  const caller = TOKEN.test(token) ? await findStaff(shop, tokenHash(token)) : null
  if (!caller) throw unauthorized()
  // A call that writes repeats it in CSRF_HEADER.
  return { ...caller, csrf: csrfOf(token) }
}

/** The member of a session, as they are now; null once it has ended. */
export async function findStaff(shop: Sessions, token_hash: string) {
  const found = await findStaffSession(shop.db, token_hash)
  const now = shop.now()
  if (!found || found.disabled_at !== null || found.expires_at <= now) return null
  const use = { last_used_at: now, expires_at: sessionEnd(found.is_remembered, found.created_at, now) }
  noteUse(shop, found.last_used_at, (tx) => storeStaffSessionUse(tx, token_hash, use))
  const { staff_id: id, session_id, name, email, role, role_permissions, totp_confirmed_at } = found
  return {
    ...{ id, name, email, role },
    has_second_factor: totp_confirmed_at !== null,
    permissions: permissionsOf(role, role_permissions),
    session: { id: session_id, token_hash },
  }
}

/** Types that a form of another site cannot send. */
const OWN_TYPES = /^(application\/(json|octet-stream)|(image|video)\/[a-z\d]+)\b/i

/** @throws Failure 403 for a call that a page of another site may have made */
export function refuseForeign({ headers }: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const { origin, host, 'sec-fetch-site': site, 'content-type': type } = headers
  const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')
  const isOwnOrigin =
    origin === undefined || origin === new URL(publicUrl).origin || (host && hostOf(origin) === host)
  const isOwn = site === undefined ? isOwnOrigin : site === 'same-origin'
  if (!isOwn || (type !== undefined && !OWN_TYPES.test(type)))
    throw forbidden('This call did not come from the desk.', { code: 'FOREIGN_CALL' })
}

export const isReading = ({ method }: { method: string }): boolean => method === 'GET' || method === 'HEAD'

/**
 * Lets a call of the staff in.
 *
 * @throws Failure 401 without a session; 403 for a write that may come from another site
 */
export async function admitStaff(shop: Shop, request: FastifyRequest): Promise<StaffCaller> {
  const staff = await identifyStaff(shop, request.headers.cookie)
  request.staff = staff
  if (isReading(request)) return staff
  refuseForeign(request, shop.config)
  const csrf = request.headers[CSRF_HEADER]
  if (typeof csrf !== 'string' || !equalDigests(csrf, staff.csrf))
    throw forbidden(`The header ${CSRF_HEADER} is missing or not that of this session.`, { code: 'CSRF' })
  return staff
}

/**
 * @param needed any of these is enough; `own` is for everybody
 * @throws Failure 403
 */
export function requirePermission(
  { permissions }: Pick<StaffCaller, 'permissions'>,
  needed: Permission | readonly Permission[] | 'own',
): void {
  const any = [needed].flat()
  if (any.some((one) => one === 'own' || permissions.includes(one))) return
  throw forbidden(`This needs the permission ${any.join(' or ')}.`, { code: 'FORBIDDEN' })
}
