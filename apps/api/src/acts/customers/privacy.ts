/**
 * A customer's personal data: to hand over, and to erase, by the staff or by the customer. Orders and their papers stay, as
 * tax law asks.
 */
import { t } from '#say'
import type { Contract } from '@haat/contract'
import { formatShortRupees } from '@haat/contract/money'
import { plural, type ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import {
  clearAccount,
  type Customer,
  deleteSessions,
  findCustomer,
  lockCustomer,
  missingLogin,
  readCustomer,
  toCustomer,
  updateCustomer,
} from '../../features/auth/customer.store.ts'
import { accountClosedMail } from '../../features/auth/account-mails.ts'
import { currentPasswordCounters } from '../../features/auth/attempts.ts'
import { invalidOtp } from '../../features/auth/auth.ts'
import { deleteOtp, tryOtp } from '../../features/auth/otp.store.ts'
import { customerAsking } from '../../features/auth/phone-codes.ts'
import { checkPassword, generatePassword, hashPassword, NO_PASSWORD } from '../../features/auth/password.ts'
import { mailShop } from '../../features/mail/mail-layout.ts'
import { deletePicture } from '../../features/media/picture-upload.ts'
import { deleteWordsOf } from '../../features/reviews/reviews.store.ts'
import { countOpenRequests } from '../../features/returns/return-requests.store.ts'
import { pick } from '../../db/database.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { findNotes } from '../notes/notes.store.ts'
import { findOpenOrders } from './customers.store.ts'
import { clearReturns, deleteNotes, emptyAudit, findKept } from './privacy.store.ts'

async function customerWithId({ db }: Pick<Shop, 'db'>, id: number) {
  const found = await findCustomer(db, id)
  if (!found) throw noSuch(`There is no customer ${id}.`)
  return found
}

const fileOf = (id: number, data: object) => ({
  name: `customer-${id}.json`,
  content: Buffer.from(JSON.stringify({ amounts: 'paise', ...data }, null, 2)),
})

/** All that the shop keeps about a customer, as a file. */
export async function exportCustomer(
  shop: Shop,
  { customer: id }: { customer: number },
): Promise<ReplyOf<Staff['customers']['data']>> {
  const customer = await customerWithId(shop, id)
  const data = {
    profile: {
      ...toCustomer(customer),
      ...pick(
        customer,
        ...(['tags', 'email_verified_at', 'phone_verified_at'] as const),
        ...(['blocked_at', 'cod_blocked_at', 'review_mails_ended_at'] as const),
      ),
    },
    ...(await findKept(shop.db, id)),
    notes: await findNotes(shop.db, 'customer', id),
  }
  return fileOf(id, data)
}

/** The same by the customer, without what the staff wrote for themselves; and the end of the account. */
export const ownData: Handlers<Contract['ownData']> = {
  async get({ customerId: id }, { db }) {
    const { order_notes: _, ...kept } = await findKept(db, id)
    const { name, content } = fileOf(id, { profile: toCustomer(await readCustomer(db, id)), ...kept })
    return { name, bytes: content }
  },

  async erase({ customerId: customer, body }, shop) {
    const owner = await readCustomer(shop.db, customer)
    await proveOwner(shop, owner, body)
    await refuseWhileOpen(shop, customer)
    const { name, email } = toCustomer(owner)
    await eraseCustomer(shop, { customer, yes: true })
    if (email) shop.mail.post({ to: email, ...accountClosedMail(await mailShop(shop), name) })
    return { message: t`Your account is deleted.` }
  },
}

/** @throws Failure 400 unless the password is right or, for an account without one, the OTP to its phone */
async function proveOwner(shop: Shop, owner: Customer, proof: { password?: string; otp?: string }) {
  const { db, now, config } = shop
  const { password = '', otp: code } = proof
  if (code !== undefined && owner.password_hash === NO_PASSWORD) {
    const { phone_number: to } = owner
    const { asker } = customerAsking(owner)
    if (!(await db.transaction((tx) => tryOtp(tx, { to, code, asker }, config.keys, now()))))
      throw invalidOtp()
    return
  }
  if (!(await checkPassword(shop, currentPasswordCounters(owner.id, config.keys), owner, password)))
    throw badRequest(t`Your password is incorrect`)
}

/** @throws Failure 409 as the customer reads it, while orders or returns are open */
async function refuseWhileOpen({ db }: Shop, customer: number): Promise<void> {
  if ((await findOpenOrders(db, customer)).length > 0)
    throw conflict(
      t`You still have open orders. You can close your account once they are delivered or cancelled.`,
    )
  if ((await countOpenRequests(db, customer)) > 0)
    throw conflict(t`You still have an open return. You can close your account once it is settled.`)
}

/** Erases what is personal, for good. @throws Failure 409 while orders are open */
export async function eraseCustomer(
  shop: Shop,
  { customer: id, yes }: { customer: number; yes: boolean },
): Promise<ReplyOf<Staff['customers']['erase']>> {
  await customerWithId(shop, id)
  const open = await findOpenOrders(shop.db, id)
  if (open.length > 0) {
    const sum = formatShortRupees(open.reduce((total, { total_amount }) => total + total_amount, 0))
    throw conflict(`${plural(open.length, 'open order')} of ${sum}: to be delivered or cancelled first.`)
  }
  const returns = await countOpenRequests(shop.db, id)
  if (returns > 0) throw conflict(`${plural(returns, 'open return')}: to be received or refused first.`)
  if (!yes) return { customer: id, erased: false }
  const password_hash = await hashPassword(generatePassword())
  const photos = await shop.db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    await deleteNotes(tx, id)
    for (const to of [customer.email, customer.phone_number]) await deleteOtp(tx, to, shop.config.keys)
    await deleteSessions(tx, id)
    await clearAccount(tx, customer)
    const nothing = { email_verified_at: null, blocked_at: null, cod_blocked_at: null, tags: '' }
    await updateCustomer(tx, id, {
      ...nothing,
      name: 'Erased customer',
      email: missingLogin(),
      password_hash,
    })
    const shown = [...(await clearReturns(tx, id)), ...(await deleteWordsOf(tx, id))]
    await emptyAudit(tx, customer)
    return shown
  })
  for (const photo of photos) await deletePicture(shop.media, photo)
  return { customer: id, erased: true }
}
