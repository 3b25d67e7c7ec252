import type { Contract } from '@haat/contract'
import { badRequest, conflict, unauthorized } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import type { Tx } from '../../db/database.ts'
import { deleteAttempts } from './attempts.store.ts'
import { findCustomerByEmail, findCustomerByPhone, insertCustomer, lockCustomer } from './customer.store.ts'
import { guess, subjectOf } from './guesses.ts'
import { digestOtp, sameDigest } from './otp.ts'
import { sendOtp } from './send-otp.ts'
import { returnOtpTry, takeOtpTry } from './otp.store.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { replacePassword } from './replace-password.ts'
import { openSession, sessionReply } from './sessions.ts'
import { deleteSession } from './sessions.store.ts'

const invalidCredentials = () => unauthorized('Invalid credentials')
const invalidOtp = () => badRequest('Invalid or expired OTP. Please try again.')

export const auth: Handlers<Contract['auth']> = {
  async login({ body }, shop) {
    const { db, now } = shop
    const { email = '', phone_number = '', password } = body
    const customer = email
      ? await findCustomerByEmail(db, email)
      : await findCustomerByPhone(db, phone_number)
    const attempt = { kind: 'login', subject: subjectOf(customer, email || phone_number, shop) } as const
    const right = await guess(shop, { ...attempt, customerId: customer?.id }, () =>
      verifyPassword(customer?.password_hash, password),
    )
    if (!right || !customer) throw invalidCredentials()
    const session = await db.transaction(async (tx) => {
      const current = await lockCustomer(tx, customer.id)
      if (current?.password_hash !== customer.password_hash) return null
      await deleteAttempts(tx, attempt)
      return openSession(tx, customer.id, now())
    })
    if (!session) throw invalidCredentials()
    return sessionReply(shop, 'Logged in successfully!', customer, session)
  },

  async signup({ body }, shop) {
    const { db, now } = shop
    const { name, email, phone_number, password } = body
    const password_hash = await hashPassword(password)
    const made = await db.transaction(async (tx) => {
      const created_at = now()
      const customer = await insertCustomer(tx, { name, email, phone_number, password_hash, created_at })
      return customer && { customer, session: await openSession(tx, customer.id, created_at) }
    })
    if (!made) throw conflict('An account with this email or phone number already exists.')
    return sessionReply(shop, 'Account created successfully! Please login.', made.customer, made.session)
  },

  async logout({ customerId, sid }, { db }) {
    await db.transaction((tx) => deleteSession(tx, customerId, sid))
    return { message: 'Logged out successfully!' }
  },

  async forgotPassword({ body }, shop) {
    shop.background.run(() => sendOtp(shop, body.email))
    return { message: 'OTP sent to your email!' }
  },

  async verifyOtp({ body }, shop) {
    if ((await checkOtp(shop, body)) === null) throw invalidOtp()
    return { message: 'OTP verified successfully!' }
  },

  async resetPassword({ body }, shop) {
    const customerId = await checkOtp(shop, body)
    if (customerId === null) throw invalidOtp()
    const password_hash = await hashPassword(body.newPassword)
    const done = await shop.db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, customerId)
      if (!customer || !(await tryOtp(tx, shop, customerId, body.otp))) return false
      await replacePassword(tx, customer, password_hash, shop.now())
      return true
    })
    if (!done) throw invalidOtp()
    return { message: 'Password reset successfully! Please login with your new password.' }
  },
}

/** Takes one try; true when the code is right. A wrong one stays taken if the transaction commits. */
async function tryOtp(tx: Tx, { now, config }: Shop, customerId: number, code: string): Promise<boolean> {
  const digest = digestOtp(config.jwtSecret, customerId, code)
  const stored = await takeOtpTry(tx, customerId, now())
  return stored !== undefined && sameDigest(stored, digest)
}

/** Whose code it is, without consuming it; null when it is wrong, old, used up or nobody's. */
async function checkOtp(shop: Shop, { email, otp }: { email: string; otp: string }): Promise<number | null> {
  const customer = await findCustomerByEmail(shop.db, email)
  const customerId = customer?.id ?? 0
  return shop.db.transaction(async (tx) => {
    if (!(await tryOtp(tx, shop, customerId, otp))) return null
    await returnOtpTry(tx, customerId)
    return customerId
  })
}
