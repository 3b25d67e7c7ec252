/** How the staff log in and out, and what they change about their own account. */
import { randomBytes, randomInt } from 'node:crypto'
import type { StaffSession } from '@haat/contract/staff/session'
import { ID_MAX } from '@haat/contract/wire'
import { lockName, type Tx } from '../../db/database.ts'
import { badRequest, conflict, Failure, noSuch, unauthorized } from '../../http/failure.ts'
import { type Counter, countAttempt, counter, forgetAttempts } from '../../http/rate-limits.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import {
  csrfOf,
  findStaff,
  sessionCookie,
  sessionEnd,
  type StaffCaller,
  tokenHash,
} from '../../http/staff-guard.ts'
import type { Keys } from '../../secrets.ts'
import type { Context, Shop } from '../../shop.ts'
import { codeCounters, isKnownBrowser, loginCounters, markKnownBrowser } from '../auth/attempts.ts'
import { ignoreRefusal, requireMail } from '../auth/auth.ts'
import { deviceName } from '../auth/device-name.ts'
import { checkPassword, hashNewPassword } from '../auth/password.ts'
import { readSettings } from '../settings/settings.store.ts'
import { makeLink, newLinkSeed } from './links.ts'
import { appUri, newRecoveryCodes, newSecret, recoveryHash, stepOf } from './second-factor.ts'
import * as store from './staff.store.ts'

/** The same for an unknown address, a wrong password and a wrong code: a refusal does not say which of what was given. */
const wrongLogin = (code?: string) =>
  unauthorized(
    `The e-mail address${code === undefined ? ' or the password' : ', the password or the code'} is wrong.`,
  )
const linkGone = () =>
  new Failure(404, 'This link was used or is too old. Ask for a new one.', { code: 'LINK_GONE' })
const wrongPassword = () => badRequest('The password is wrong.', { code: 'WRONG_PASSWORD' })

/** Apart from a customer with the same address. */
const account = (email: string): string => `staff ${email}`
const countersOf = (email: string, ip: string, keys: Keys, isKnownBrowser = false): Counter[] =>
  loginCounters(account(email), { ip, isKnownBrowser }, keys)

const activeMember = async ({ db }: Pick<Shop, 'db'>, email: string) => {
  const member = await store.findMemberByEmail(db, email)
  return member?.disabled_at === null ? member : undefined
}

/**
 * Asks for the second factor of a member who has one. A code is used up with the transaction.
 *
 * @throws Failure 401, `SECOND_FACTOR` where the code is missing
 */
async function proveSecondFactor(tx: Tx, member: store.Member, code: string | undefined, now: Date) {
  const { id, totp_secret, totp_confirmed_at } = member
  if (totp_secret === null || totp_confirmed_at === null) return
  if (code === undefined)
    throw new Failure(401, 'Give the code of your authenticator app too.', { code: 'SECOND_FACTOR' })
  const step = /^\d{6}$/.test(code) ? stepOf(totp_secret, code, now) : null
  const isRight =
    step === null
      ? await store.takeRecoveryCode(tx, id, recoveryHash(code))
      : await store.takeStep(tx, id, step)
  if (!isRight) throw wrongLogin(code)
}

/** A session to be stored with its member, and the token that opens it. */
function newSession({ ip, userAgent }: { ip: string; userAgent: string }, now: Date, is_remembered = false) {
  const token = randomBytes(32).toString('base64url')
  const times = { created_at: now, last_used_at: now }
  const expires_at = sessionEnd(is_remembered, now, now)
  const device = { device: deviceName(userAgent), ip, is_remembered }
  return {
    token,
    row: { token_hash: tokenHash(token), id: randomInt(1, ID_MAX), ...device, ...times, expires_at },
  }
}

async function meOf({ db }: Pick<Shop, 'db'>, caller: StaffCaller) {
  const { id, name, email, role, has_second_factor, permissions, csrf } = caller
  const { shop_name } = await readSettings(db)
  const staff = { id, name, email, role, has_second_factor }
  return { staff, permissions: [...permissions], csrf, shop_name }
}

/** The reply to whoever has just logged in: a session, and a mark by which strangers do not lock this browser out. */
async function loggedIn(shop: Context, token: string, member: store.Member, remember = false) {
  const caller = await findStaff(shop, tokenHash(token))
  if (!caller) throw wrongLogin()
  const me = await meOf(shop, { ...caller, csrf: csrfOf(token) })
  const cookies = [
    sessionCookie(shop.config, token, remember),
    markKnownBrowser(member, shop.config, 'staff'),
  ].map((one) => one['set-cookie'])
  return answer(200, me, { 'set-cookie': cookies })
}

/** @throws Failure 400 unless it is the member's current password */
async function requirePassword(shop: Shop, { id }: StaffCaller, password: string): Promise<store.Member> {
  const member = await store.findMember(shop.db, id)
  const counters = [counter('wrongCurrentPasswords', account(String(id)), shop.config.keys)]
  if (!(await checkPassword(shop, counters, member, password)) || !member) throw wrongPassword()
  await shop.db.transaction((tx) => forgetAttempts(tx, counters))
  return member
}

export const staffSession: Handlers<StaffSession> = {
  async login({ body, ip, userAgent, cookie }, shop) {
    const { email, password, code, remember } = body
    const { db, now, config } = shop
    const { token, row } = newSession({ ip, userAgent }, now(), remember)
    const found = await activeMember(shop, email)
    // Empty after a reset: it must take as long as any other.
    const member = found?.password_hash === '' ? undefined : found
    const isKnown = isKnownBrowser(cookie, member, config.keys, 'staff')
    const counters = countersOf(email, ip, config.keys, isKnown)
    if (!(await checkPassword(shop, counters, member, password)) || !member) throw wrongLogin(code)
    await db.transaction(async (tx) => {
      const current = await store.lockUnchanged(tx, member)
      if (!current) throw wrongLogin(code)
      await proveSecondFactor(tx, current, code, now())
      await forgetAttempts(tx, counters)
      await store.insertSession(tx, { ...row, staff_id: current.id })
      await store.insertLogin(tx, current, row)
    })
    return loggedIn(shop, token, member, remember)
  },

  me: ({ staff }, shop) => meOf(shop, staff),

  async logout({ staff }, { db, config }) {
    await db.transaction((tx) => store.deleteSession(tx, staff.id, staff.session.id))
    return answer(200, { success: true as const }, sessionCookie(config, null))
  },

  async sessions({ staff }, { db, now }) {
    const sessions = await store.findSessions(db, staff.id, now())
    return sessions.map((session) => ({ ...session, is_current: session.id === staff.session.id }))
  },

  async endSession({ staff, params }, { db }) {
    if (!(await db.transaction((tx) => store.deleteSession(tx, staff.id, params.id))))
      throw noSuch('Session not found')
    return { success: true }
  },

  async changePassword({ staff, body }, shop) {
    const member = await requirePassword(shop, staff, body.current)
    const password_hash = await hashNewPassword(shop, body.password, { ...member, phone_number: '' })
    await shop.db.transaction(async (tx) => {
      if (!(await store.lockUnchanged(tx, member))) throw wrongPassword()
      await store.updateMember(tx, member.id, { password_hash })
      await store.deleteSessions(tx, member.id, staff.session.token_hash)
      await store.deleteLinks(tx, member.email)
    })
    return { success: true }
  },

  async link({ params }, { db, now }) {
    const link = await store.findLink(db, tokenHash(params.token), now())
    if (!link) throw linkGone()
    const { kind, email, name } = link
    const { shop_name } = await readSettings(db)
    return answer(200, { kind, email, name, shop_name }, { 'cache-control': 'no-store' })
  },

  async acceptLink({ params, body, ip, userAgent }, shop) {
    const { db, now, config } = shop
    const link = await store.findLink(db, tokenHash(params.token), now())
    if (!link) throw linkGone()
    const email = link.kind === 'owner' ? body.email : link.email
    const name = body.name ?? link.name
    if (!email) throw badRequest('Give your e-mail address.', missing('email'))
    if (!name) throw badRequest('Give your name.', missing('name'))
    const counters = countersOf(email, ip, config.keys)
    if (body.code !== undefined) await db.transaction((tx) => countAttempt(tx, shop, counters))
    const password_hash = await hashNewPassword(shop, body.password, { name, email, phone_number: '' })
    const { token, row } = newSession({ ip, userAgent }, now())
    const member = await db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      if (!(await store.takeLink(tx, link))) throw linkGone()
      await store.deleteLinks(tx, link.email)
      const id =
        link.kind === 'password'
          ? await renew(tx, { email, password_hash }, body.code, now())
          : await join(tx, link, { name, email, password_hash, created_at: now() })
      await forgetAttempts(tx, counters)
      await store.insertSession(tx, { ...row, staff_id: id })
      await store.insertLogin(tx, { id, name }, row, ENTERED[link.kind])
      return store.findMember(tx, id)
    })
    return loggedIn(shop, token, member!)
  },

  async forgotPassword({ body: { email } }, shop) {
    requireMail(shop.config)
    // After the reply, so that its time does not tell who is one of the staff.
    shop.background.run(async () => {
      const member = await activeMember(shop, email)
      const seed = newLinkSeed()
      const send = async (tx: Tx) => {
        await countAttempt(tx, shop, codeCounters(account(email), shop.config.keys))
        if (member) await makeLink(tx, shop, seed, { ...member, kind: 'password' })
      }
      await shop.db.transaction(send).catch(ignoreRefusal)
    })
    return { success: true }
  },

  async startSecondFactor({ staff, body }, shop) {
    const member = await requirePassword(shop, staff, body.password)
    if (member.totp_confirmed_at !== null)
      throw conflict('The second factor is on. Turn it off first.', { code: 'SECOND_FACTOR_ON' })
    const secret = newSecret()
    await shop.db.transaction((tx) => store.updateMember(tx, member.id, { totp_secret: secret }))
    const { shop_name } = await readSettings(shop.db)
    return { secret, uri: appUri(shop_name, member.email, secret) }
  },

  async confirmSecondFactor({ staff, body }, { db, now }) {
    const codes = newRecoveryCodes()
    await db.transaction(async (tx) => {
      const member = await store.findMember(tx, staff.id)
      const secret = member?.totp_confirmed_at === null ? member.totp_secret : null
      const step = secret === null ? null : stepOf(secret, body.code, now())
      if (step === null || !(await store.takeStep(tx, staff.id, step)))
        throw badRequest('The code is wrong. Check the clock of the device.', { code: 'WRONG_CODE' })
      await store.updateMember(tx, staff.id, { totp_confirmed_at: now() })
      await store.storeRecoveryCodes(tx, staff.id, codes.map(recoveryHash))
    })
    return { recovery_codes: codes }
  },

  async endSecondFactor({ staff, body }, shop) {
    const { id } = await requirePassword(shop, staff, body.password)
    await shop.db.transaction((tx) => dropSecondFactor(tx, id))
    return { success: true }
  },
}

const ENTERED = { owner: 'first_owner', invitation: 'invitation', password: 'new_password' } as const

const missing = (path: string) => ({ code: 'INVALID_REQUEST', errors: [{ path, message: 'Is missing' }] })

/** Sets a new password by a link, which ends all sessions. */
async function renew(
  tx: Tx,
  { email, password_hash }: Pick<store.Member, 'email' | 'password_hash'>,
  code: string | undefined,
  now: Date,
): Promise<number> {
  const member = await store.findMemberByEmail(tx, email)
  if (member?.disabled_at !== null) throw linkGone()
  await proveSecondFactor(tx, member, code, now)
  await store.updateMember(tx, member.id, { password_hash })
  await store.deleteSessions(tx, member.id)
  return member.id
}

/** Makes the account of an invitation, or that of the first owner. */
async function join(
  tx: Tx,
  { kind, role }: store.StaffLink,
  member: Pick<store.Member, 'name' | 'email' | 'password_hash' | 'created_at'>,
): Promise<number> {
  const isTaken =
    kind === 'owner' ? await store.hasStaff(tx) : await store.findMemberByEmail(tx, member.email)
  if (isTaken) throw linkGone()
  return (await store.insertMember(tx, { ...member, role })).id
}

/** Also forgets what was begun. */
export async function dropSecondFactor(tx: Tx, id: number): Promise<void> {
  await store.updateMember(tx, id, { totp_secret: null, totp_confirmed_at: null })
  await store.storeRecoveryCodes(tx, id, [])
}

/** Deletes sessions and links that have ended. Runs every hour. */
export async function sweepStaff({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction((tx) => store.deleteEnded(tx, now()))
}
