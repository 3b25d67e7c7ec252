import type { Contract } from '@haat/contract'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { badRequest, conflict, Failure, forbidden, unauthorized } from '../../http/failure.ts'
import { mayPreview } from '../../http/preview.ts'
import { countAttempt, forgetAttempts } from '../../http/rate-limits.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import { networkOf } from '../../network.ts'
import type { Context, Shop } from '../../shop.ts'
import { mailShop } from '../mail/mail-layout.ts'
import { isOpen, readSettings } from '../settings/settings.store.ts'
import { enqueuePasswordChangedMail, type OtpPurpose, otpMail } from './account-mails.ts'
import {
  codeCounters,
  forgetWrongPasswords,
  isKnownBrowser,
  loginCounters,
  markKnownBrowser,
} from './attempts.ts'
import {
  clearAccount,
  countOrders,
  type Customer,
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  insertCustomer,
  lockCustomer,
  lockUnchanged,
  missingLogin,
  nameOfMailbox,
  openSession,
  type SessionRow,
  toCustomer,
  updateCustomer,
} from './customer.store.ts'
import { deviceName } from './device-name.ts'
import { deleteExpiredOtps, deleteOtp, makeOtp, storeOtp, tryOtp } from './otp.store.ts'
import { checkPassword, hashNewPassword } from './password.ts'

export const accountExists = () => conflict(t`An account with this email or phone number already exists.`)
const invalidCredentials = () => unauthorized(t`Invalid credentials`)
export const invalidOtp = () =>
  badRequest(t`Invalid or expired OTP. Please try again.`, { code: 'OTP_INVALID' })

/**
 * Only for requests that have proven who sends them: a stranger must not learn that the account exists.
 *
 * @throws Failure 403 when the merchant has blocked the customer
 */
export function refuseBlocked({ blocked_at }: Customer): void {
  if (blocked_at === null) return
  throw forbidden(t`This account is blocked. Please contact the shop.`, { code: 'ACCOUNT_BLOCKED' })
}

export const auth: Omit<Handlers<Contract['auth']>, 'sendPhoneOtp' | 'phoneLogin'> = {
  async login({ body, ip, cookie, userAgent }, shop) {
    const { db, now, config } = shop
    const { email = '', phone_number = '', password } = body
    const customer = email
      ? await findCustomerByEmail(db, email)
      : await findCustomerByPhone(db, phone_number)
    const caller = { ip, isKnownBrowser: isKnownBrowser(cookie, customer, config.keys) }
    const counters = loginCounters(email || phone_number, caller, config.keys)
    const isRight = await checkPassword(shop, counters, customer, password)
    if (!isRight || !customer) throw invalidCredentials()
    const session = await db.transaction(async (tx) => {
      const current = await lockUnchanged(tx, customer)
      if (!current) return null
      refuseBlocked(current)
      await forgetAttempts(tx, counters)
      return openSession(tx, current, now(), deviceName(userAgent))
    })
    if (!session) throw invalidCredentials()
    const reply = sessionReply(shop, t`Logged in successfully!`, customer, session)
    return answer(200, reply, markKnownBrowser(customer, config))
  },

  async signup({ body, userAgent, cookie }, shop) {
    const { db, now, config } = shop
    const { name, email, phone_number, password } = body
    const password_hash = await hashNewPassword(shop, password, { name, email, phone_number })
    const isPreview = await mayPreview(shop, cookie)
    const created = await db.transaction(async (tx) => {
      // No account is made before there is an owner.
      if (!isPreview && !(await isOpen(tx, config))) throw forbidden(t`This shop is not open yet.`)
      const created_at = now()
      const customer = await insertCustomer(tx, { name, email, phone_number, password_hash, created_at })
      if (!customer) return null
      return { customer, session: await openSession(tx, customer, created_at, deviceName(userAgent)) }
    })
    if (!created) throw accountExists()
    const { customer, session } = created
    const reply = sessionReply(shop, t`Account created successfully! Please login.`, customer, session)
    return answer(201, reply, markKnownBrowser(customer, config))
  },

  async logout({ customerId, sid }, { db }) {
    await db.transaction((tx) => deleteSession(tx, customerId, sid))
    return { message: t`Logged out successfully!` }
  },

  async forgotPassword({ body: { email }, ip }, shop) {
    requireMail(shop.config)
    // After the reply, and the same work for an address without an account: its time reveals nothing.
    shop.background.run(async () => {
      const customer = await findCustomerByEmail(shop.db, email)
      const owner = customer && asKnownTo(customer)
      await sendOtp(shop, { email, ip, purpose: 'reset' }, owner).catch(ignoreRefusal)
    })
    return { message: t`OTP sent to your email!` }
  },

  async verifyOtp({ body }, { db, now, config }) {
    const { email, otp: code } = body
    const isRight = await db.transaction((tx) => tryOtp(tx, { to: email, code }, config.keys, now()))
    if (!isRight) throw invalidOtp()
    return { message: t`OTP verified successfully!` }
  },

  async resetPassword({ body, ip }, shop) {
    const { db, now, config } = shop
    const { email, otp: code, newPassword } = body
    const tryCode = (tx: Tx) => tryOtp(tx, { to: email, code }, config.keys, now())
    const owner = await findCustomerByEmail(db, email)
    // First alone, so that a new password that is refused does not use up the code.
    if (!(await db.transaction(tryCode)) || !owner) throw invalidOtp()
    const password_hash = await hashNewPassword(shop, newPassword, asKnownTo(owner))
    const customer = await db.transaction(async (tx) => {
      const current = await lockCustomer(tx, owner.id)
      const found = current.email === email ? await tryCode(tx) : null
      if (!found) return null
      if (found.isMailed && isOwnedByPhone(current)) {
        // A merchant's block stays with the address.
        refuseBlocked(current)
        await deleteOtp(tx, email, config.keys)
        await forgetWrongPasswords(tx, current, ip, config.keys)
        return openForMailbox(tx, current, { email, password_hash, created_at: now() })
      }
      await replacePassword(tx, shop, current, password_hash, { ip })
      if (found.isMailed) await verifyByReset(tx, current, now())
      return { ...current, password_hash }
    })
    if (!customer) throw invalidOtp()
    const message = t`Password reset successfully! Please login with your new password.`
    return answer(200, { message }, markKnownBrowser(customer, config))
  },
}

/**
 * Whether the phone number is proven and the e-mail address is not: whoever reads the mailbox may be a stranger to the
 * account.
 */
const isOwnedByPhone = ({ email_verified_at, phone_verified_at }: Customer): boolean =>
  phone_verified_at !== null && email_verified_at === null

/** A customer as whoever reads the mailbox may know them: nothing of the owner of the phone. */
const asKnownTo = (customer: Customer): Customer =>
  isOwnedByPhone(customer)
    ? { ...customer, name: nameOfMailbox(customer.email), phone_number: missingLogin() }
    : customer

/** A new account for the owner of a mailbox. The one that had the address without proof keeps all but that. */
async function openForMailbox(
  tx: Tx,
  { id }: Customer,
  account: Pick<Customer, 'email' | 'password_hash' | 'created_at'>,
): Promise<Customer> {
  const { email, created_at } = account
  await updateCustomer(tx, id, { email: missingLogin() })
  const named = { name: nameOfMailbox(email), phone_number: missingLogin() }
  const customer = await insertCustomer(tx, { ...account, ...named, email_verified_at: created_at })
  return customer!
}

/** Nobody learns that an account has had its mails. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** In production without a mail server no mail reaches anybody. Elsewhere the built-in inbox shows it. */
export const canMail = ({ production, smtpUrl }: Shop['config']): boolean => !production || smtpUrl !== null

/** @throws Failure 503 MAIL_UNAVAILABLE */
export function requireMail(config: Shop['config']): void {
  if (canMail(config)) return
  throw new Failure(503, /*i18n*/ 'We cannot send emails at the moment. Please contact us.', {
    code: 'MAIL_UNAVAILABLE',
  })
}

/**
 * Mails a new code, which replaces the one that the same network has asked for before.
 *
 * @param customer who has this address; without one nothing is sent
 * @throws Failure 429 when the address has had its mails
 */
export async function sendOtp(
  shop: Shop,
  { email, ip, purpose }: { email: string; ip: string; purpose: OtpPurpose },
  customer: Customer | undefined,
): Promise<void> {
  const { db, now, config, mail } = shop
  const code = makeOtp()
  const message = otpMail(await mailShop(shop), { name: customer?.name ?? '', code, purpose })
  await db.transaction(async (tx) => {
    await countAttempt(tx, shop, codeCounters(email, config.keys))
    await storeOtp(tx, { to: email, code, isMailed: true, asker: networkOf(ip) }, config.keys, now())
  })
  if (customer) mail.post({ to: email, ...message })
}

/**
 * Notes that the customer reads the mailbox. Where first orders need that, an account that was never verified and has no
 * order may be somebody else's until now: nothing that they put there is left to its owner.
 */
async function verifyByReset(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const { limits } = await readSettings(tx)
  const isDoubtful = customer.email_verified_at === null && limits.verified_contact
  if (isDoubtful && (await countOrders(tx, customer.id)) === 0) await clearAccount(tx, customer)
  await updateCustomer(tx, customer.id, { email_verified_at: now })
}

/** The reply of login and signup. */
export function sessionReply(
  { tokens }: Pick<Context, 'tokens'>,
  message: string,
  customer: Customer,
  session: SessionRow,
) {
  const accessToken = tokens.sign(session)
  return { message, user: toCustomer(customer), accessToken, expiresAt: session.expires_at }
}

/**
 * Sets a new password: ends all sessions but one that is kept, forgets wrong passwords and the code, and mails the
 * customer.
 *
 * @param customer as returned by `lockCustomer`
 * @param caller the address that the new password comes from, and the session that goes on
 */
export async function replacePassword(
  tx: Tx,
  { config, now }: Pick<Shop, 'config' | 'now'>,
  customer: Customer,
  password_hash: string,
  { ip = '', keptSid }: { ip?: string; keptSid?: string } = {},
): Promise<void> {
  const { id, email, revision } = customer
  await deleteOtp(tx, email, config.keys)
  await updateCustomer(tx, id, { password_hash })
  await deleteSessions(tx, id, keptSid)
  await forgetWrongPasswords(tx, customer, ip, config.keys)
  await enqueuePasswordChangedMail(tx, id, revision, now())
}

/** Deletes expired sessions and codes. Runs every hour. */
export async function sweepAccounts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredSessions(tx, now())
    await deleteExpiredOtps(tx, now())
  })
}
