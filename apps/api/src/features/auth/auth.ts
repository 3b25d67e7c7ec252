import type { Contract } from '@haat/contract'
import { LIMITS } from '@haat/contract/rules'
import { lockName, type Tx } from '../../db/database.ts'
import { badRequest, conflict, Failure, forbidden, unauthorized } from '../../http/failure.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import type { Context, Shop } from '../../shop.ts'
import { mailShop } from '../mail/mail-layout.ts'
import { readSettings } from '../settings/settings.store.ts'
import { enqueuePasswordChangedMail, otpMail } from './account-mails.ts'
import {
  accountCounters,
  accountKey,
  attemptSource,
  countOnly,
  deviceMark,
  furtherOtpMails,
  loginCounters,
  loginKey,
  otpMailCounters,
  otpTryCounters,
} from './attempt-limits.ts'
import {
  deleteAttempts,
  deleteOldAttempts,
  hasAttempted,
  resetCounters,
  takeAttempt,
  takeFirst,
} from './attempts.store.ts'
import {
  clearAccount,
  type Customer,
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  insertCustomer,
  lockCustomer,
  markEmailVerified,
  openSession,
  type Session,
  storePasswordHash,
  toCustomer,
} from './customer.store.ts'
import { deviceName } from './device-name.ts'
import {
  deleteExpiredOtps,
  deleteOtps,
  findOtpTimes,
  makeOtp,
  type Requester,
  returnOtpTry,
  storeOtp,
  tryOtp,
} from './otp.store.ts'
import { checkPassword, hashNewPassword } from './password.ts'

export const accountExists = () => conflict('An account with this email or phone number already exists.')
const invalidCredentials = () => unauthorized('Invalid credentials')
export const invalidOtp = () => badRequest('Invalid or expired OTP. Please try again.')

/**
 * Only for requests that have proven who sends them: a stranger must not learn that the account exists.
 *
 * @throws Failure 403 when the merchant has blocked the customer
 */
export function refuseBlocked({ blocked_at }: Customer): void {
  if (blocked_at === null) return
  throw forbidden('This account is blocked. Please contact the shop.', { code: 'ACCOUNT_BLOCKED' })
}

export const auth: Handlers<Contract['auth']> = {
  async login({ body, ip, cookie, userAgent }, shop) {
    const { db, now, config } = shop
    const { email = '', phone_number = '', password } = body
    const customer = email
      ? await findCustomerByEmail(db, email)
      : await findCustomerByPhone(db, phone_number)
    const account = accountKey(customer, email || phone_number, config.keys)
    const caller = attemptSource({ ip, cookie }, account, customer, config.keys)
    const counters = loginCounters(account, caller, loginKey(email || phone_number, config.keys))
    const isRight = await checkPassword(shop, counters, customer, password)
    if (!isRight || !customer) throw invalidCredentials()
    const session = await db.transaction(async (tx) => {
      const current = await lockCustomer(tx, customer.id)
      if (current?.password_hash !== customer.password_hash) return null
      refuseBlocked(current)
      await resetCounters(tx, counters.flat())
      return openSession(tx, customer.id, now(), deviceName(userAgent))
    })
    if (!session) throw invalidCredentials()
    const reply = sessionReply(shop, 'Logged in successfully!', customer, session)
    return answer(200, reply, deviceMark(customer, caller.device, config))
  },

  async signup({ body, userAgent }, shop) {
    const { db, now } = shop
    const { name, email, phone_number, password } = body
    const password_hash = await hashNewPassword(shop, password, { name, email, phone_number })
    const created = await db.transaction(async (tx) => {
      const created_at = now()
      const { limits } = await readSettings(tx)
      const row = { name, email, phone_number, password_hash, created_at }
      const customer = await insertCustomer(tx, row, limits.verified_contact)
      if (!customer) return null
      return { customer, session: await openSession(tx, customer.id, created_at, deviceName(userAgent)) }
    })
    if (!created) throw accountExists()
    const { customer, session } = created
    const reply = sessionReply(shop, 'Account created successfully! Please login.', customer, session)
    return answer(201, reply, deviceMark(customer, null, shop.config))
  },

  async logout({ customerId, sid }, { db }) {
    await db.transaction((tx) => deleteSession(tx, customerId, sid))
    return { message: 'Logged out successfully!' }
  },

  async forgotPassword({ body, ip, cookie }, shop) {
    requireMail(shop.config)
    shop.background.run(() => sendOtp(shop, body.email, { ip, cookie }))
    return { message: 'OTP sent to your email!' }
  },

  async verifyOtp({ body, ip, cookie }, shop) {
    if ((await checkOtp(shop, body, { ip, cookie })) === null) throw invalidOtp()
    return { message: 'OTP verified successfully!' }
  },

  async resetPassword({ body, ip, cookie }, shop) {
    const { db, now, config } = shop
    const checked = await checkOtp(shop, body, { ip, cookie })
    if (!checked) throw invalidOtp()
    const { customer: owner, requester } = checked
    const customerId = owner.id
    const password_hash = await hashNewPassword(shop, body.newPassword, owner)
    const reset = await db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, customerId)
      const otp = { customerId, code: body.otp, key: config.keys.otps, now: now(), requester }
      if (!customer || !(await tryOtp(tx, otp))) return null
      const account = accountKey(customer, body.email, config.keys)
      const caller = attemptSource({ ip, cookie }, account, customer, config.keys)
      for (const login of [customer.email, customer.phone_number])
        await resetCounters(tx, loginCounters(account, caller, loginKey(login, config.keys)).flat())
      await replacePassword(tx, customer, password_hash, now())
      if (requester !== 'support') await verifyByReset(tx, customer, now())
      return { ...customer, password_hash }
    })
    if (!reset) throw invalidOtp()
    const message = 'Password reset successfully! Please login with your new password.'
    return answer(200, { message }, deviceMark(reset, null, config))
  },
}

/**
 * In production without a mail server no code reaches anybody. Elsewhere the built-in inbox shows it.
 *
 * @throws Failure 503 MAIL_UNAVAILABLE
 */
export function requireMail({ production, smtpUrl }: Shop['config']): void {
  if (!production || smtpUrl !== null) return
  throw new Failure(503, 'We cannot send emails at the moment. Please contact us.', {
    code: 'MAIL_UNAVAILABLE',
  })
}

/**
 * Notes that the customer reads the mailbox. Where first orders need that, an account that was never verified may be
 * somebody else's until now: nothing that they put there is left to its owner.
 */
async function verifyByReset(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const { limits } = await readSettings(tx)
  const isCleared = customer.email_verified_at === null && limits.verified_contact
  await markEmailVerified(tx, isCleared ? await clearAccount(tx, customer) : customer, now)
}

/** The reply of login and signup. */
export function sessionReply(
  { tokens }: Pick<Context, 'tokens'>,
  message: string,
  customer: Customer,
  session: Session,
) {
  const accessToken = tokens.sign(session)
  return { message, user: toCustomer(customer), accessToken, expiresAt: session.expires_at }
}

/**
 * Mails a new code to the account with this address, unless it has been sent too many. For an unknown address it does
 * the same work and writes a row too, so that the time of later requests reveals nothing.
 */
async function sendOtp(
  { db, now, config, mail }: Shop,
  email: string,
  request: { ip: string; cookie: string },
): Promise<void> {
  const customer = await findCustomerByEmail(db, email)
  const customerId = customer?.id ?? 0
  const code = makeOtp()
  const message = otpMail(await mailShop({ db, config }), { name: customer?.name ?? '', code })
  const account = accountKey(customer, email, config.keys)
  const caller = attemptSource(request, account, customer, config.keys)
  const choices = otpMailCounters(account, caller)
  const requester = caller.device === null ? 'stranger' : 'customer'
  const isStored = await db.transaction(async (tx) => {
    await lockOtps(tx, account)
    await lockCustomer(tx, customerId)
    // One time for both: the requester of a code is whoever was counted no earlier than the code was made.
    const at = now()
    const taken = await takeFirst(tx, config.rateLimit ? choices : choices.slice(0, 1).map(countOnly), at)
    if ('retryAfter' in taken || !customer) return false
    await storeOtp(tx, { customerId, code, key: config.keys.otps, now: at, requester })
    return true
  })
  if (isStored && customer) mail.post({ to: customer.email, ...message })
}

/** Locks the codes of an account, whether or not it exists, until the transaction ends. */
const lockOtps = (tx: Tx, account: string): Promise<void> => lockName(tx, `otps of ${account}`)

/**
 * Returns the customer whose code this is and who requested it, without using it up; null when the code is wrong, expired
 * or used up, when the caller may not try it, or when there is no such customer. It writes the same rows whether or not
 * there is a code, so that the time reveals nothing.
 */
async function checkOtp(
  { db, now, config }: Shop,
  { email, otp: code }: { email: string; otp: string },
  request: { ip: string; cookie: string },
): Promise<{ customer: Customer; requester: Requester } | null> {
  const customer = await findCustomerByEmail(db, email)
  const customerId = customer?.id ?? 0
  const account = accountKey(customer, email, config.keys)
  const caller = attemptSource(request, account, customer, config.keys)
  return db.transaction(async (tx) => {
    await lockOtps(tx, account)
    const times = await findOtpTimes(tx, customerId, now())
    const since = times.stranger ?? new Date(now().getTime() - LIMITS.otp_minutes * 60_000)
    const hasRequested = await hasAttempted(tx, { kind: 'otp-mail', subject: caller.subject }, since)
    const isFurther = await hasAttempted(tx, furtherOtpMails(account), since)
    const counted: number[] = []
    for (const requester of REQUESTERS) {
      const current = { requester, madeAt: times[requester], hasRequested, isFurther }
      const counters = otpTryCounters(account, caller, current)
      const taken = await takeAttempt(tx, config.rateLimit ? counters : countOnly(counters), now())
      if ('retryAfter' in taken) continue
      counted.push(...taken.ids)
      if (!(await tryOtp(tx, { customerId, code, key: config.keys.otps, now: now(), requester }))) continue
      await returnOtpTry(tx, customerId, requester)
      await deleteAttempts(tx, counted)
      return customer ? { customer, requester } : null
    }
    return null
  })
}

const REQUESTERS: readonly Requester[] = ['customer', 'stranger', 'support']

/**
 * Sets a new password without asking for the old one: ends all sessions, resets the account's counters and mails the
 * customer.
 *
 * @param customer as returned by `lockCustomer`
 */
export async function replacePassword(
  tx: Tx,
  { id, revision }: Customer,
  password_hash: string,
  now: Date,
): Promise<void> {
  await deleteOtps(tx, id)
  await storePasswordHash(tx, id, password_hash)
  await deleteSessions(tx, id)
  await resetCounters(tx, accountCounters(id))
  await enqueuePasswordChangedMail(tx, id, revision, now)
}

/** Deletes expired sessions and codes, and attempts that no limit counts any more. Runs every hour. */
export async function sweepAccounts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredSessions(tx, now())
    await deleteExpiredOtps(tx, now())
    await deleteOldAttempts(tx, now())
  })
}
