/** Login and signup with a code to the phone: see decision 037. */
import { t } from '#say'
import type { Contract } from '@haat/contract'
import type { Tx } from '../../db/database.ts'
import { conflict, forbidden } from '../../http/failure.ts'
import { mayPreview } from '../../http/preview.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import { isOpen } from '../settings/settings.store.ts'
import { markKnownBrowser } from './attempts.ts'
import { accountExists, invalidOtp, refuseBlocked, sessionReply } from './auth.ts'
import {
  type Customer,
  findCustomerByPhone,
  insertCustomer,
  lockCustomer,
  missingLogin,
  openSession,
  releasePhone,
} from './customer.store.ts'
import { deviceName } from './device-name.ts'
import { deleteOtp, tryOtp } from './otp.store.ts'
import { NO_PASSWORD } from './password.ts'
import { browserAsking, markAsker, sendPhoneOtp } from './phone-codes.ts'

export const phoneLogin: Pick<Handlers<Contract['auth']>, 'sendPhoneOtp' | 'phoneLogin'> = {
  async sendPhoneOtp({ body: { phone_number }, cookie }, shop) {
    const holder = await findCustomerByPhone(shop.db, phone_number)
    const { headers, ...asker } = markAsker(cookie, holder, shop.config)
    await sendPhoneOtp(shop, phone_number, asker)
    return answer(200, { message: t`OTP sent to your phone!` }, headers)
  },

  async phoneLogin({ body, userAgent, cookie }, shop) {
    const { db, now, config } = shop
    const { phone_number: phone, otp: code, name } = body
    const otp = { to: phone, code, asker: browserAsking(cookie) }
    const isPreview = await mayPreview(shop, cookie)
    const opened = await db.transaction(async (tx) => {
      const holder = await lockHolder(tx, phone)
      // Not thrown here, so that the wrong try is counted.
      if (!(await tryOtp(tx, otp, config.keys, now()))) return null
      // A merchant's block stays with the number.
      if (holder) refuseBlocked(holder)
      const known = holder && holder.phone_verified_at !== null ? holder : undefined
      if (!known && !isPreview && !(await isOpen(tx, config))) throw forbidden(t`This shop is not open yet.`)
      const customer = known ?? (await openAccount(tx, { phone, name, holder, now: now() }))
      await deleteOtp(tx, phone, config.keys)
      const session = await openSession(tx, customer, now(), deviceName(userAgent))
      return { customer, session, isNew: known === undefined }
    })
    if (!opened) throw invalidOtp()
    const { customer, session, isNew } = opened
    const message = isNew ? t`Account created successfully!` : t`Logged in successfully!`
    const reply = sessionReply(shop, message, customer, session)
    return answer(isNew ? 201 : 200, reply, markKnownBrowser(customer, config))
  },
}

async function lockHolder(tx: Tx, phone: string): Promise<Customer | undefined> {
  const found = await findCustomerByPhone(tx, phone)
  const holder = found && (await lockCustomer(tx, found.id))
  return holder?.phone_number === phone ? holder : undefined
}

/**
 * A new account for whoever has just proven the number. An account that has it without proof loses it: whose that is,
 * nobody knows.
 *
 * @throws Failure 409 NAME_NEEDED, or PHONE_UNPROVEN when such an account has it, and no name was given yet
 */
async function openAccount(
  tx: Tx,
  {
    phone,
    name,
    holder,
    now,
  }: { phone: string; name?: string | undefined; holder?: Customer | undefined; now: Date },
): Promise<Customer> {
  if (name === undefined && holder)
    throw conflict(
      t`An account has this number, but never verified it. If it is yours, log in with your password and verify the number in your profile. To use the number for a new account instead, tell us your name.`,
      { code: 'PHONE_UNPROVEN' },
    )
  if (name === undefined) throw conflict(t`Please tell us your name.`, { code: 'NAME_NEEDED' })
  if (holder) await releasePhone(tx, holder.id)
  const account = { name, email: missingLogin(), phone_number: phone, password_hash: NO_PASSWORD }
  const customer = await insertCustomer(tx, { ...account, created_at: now, phone_verified_at: now })
  if (!customer) throw accountExists()
  return customer
}
