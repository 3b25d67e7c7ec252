import type { Contract } from '@haat/contract'
import { findState } from '@haat/contract/indian-states'
import type { AddressBody } from '@haat/contract/profile'
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { stateFault } from '../../state-names.ts'
import { currentPasswordCounters } from '../auth/attempts.ts'
import { accountExists, canMail, replacePassword } from '../auth/auth.ts'
import {
  changePhone,
  countOrders,
  deleteSession,
  deleteSessions,
  readCustomer,
  findSessions,
  isIncomplete,
  asCustomer,
  lockUnchanged,
  type SessionRow,
  toCustomer,
  updateCustomer,
} from '../auth/customer.store.ts'
import { deviceText } from '../auth/device-name.ts'
import { checkPassword, hashNewPassword, NO_PASSWORD } from '../auth/password.ts'
import { readSettings } from '../settings/settings.store.ts'
import {
  type AddressFields,
  deleteAddress,
  findAddress,
  findAddresses,
  insertAddress,
  makeDefault,
  updateAddress,
} from './address.store.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyPhone } from './verify-phone.ts'

const addressMissing = () => noSuch(t`Address not found`)
const wrongPassword = () => badRequest(t`Current password is incorrect`)

export const profile: Handlers<Contract['profile']> = {
  async get({ customerId }, { db, config }) {
    const customer = await readCustomer(db, customerId)
    const user = toCustomer(customer)
    return {
      user: {
        ...user,
        order_count: await countOrders(db, customerId),
        is_phone_verified: customer.phone_verified_at !== null,
        can_verify_email: user.email !== '' && customer.email_verified_at === null && canMail(config),
        has_password: customer.password_hash !== NO_PASSWORD,
      },
    }
  },

  async update({ body, customerId }, shop) {
    const { name, phone_number, password = '' } = body
    const customer = await readCustomer(shop.db, customerId)
    // The phone number is a name to log in with.
    if (!isIncomplete(customer) && customer.phone_number !== phone_number) {
      const counters = currentPasswordCounters(customerId, shop.config.keys)
      if (!(await checkPassword(shop, counters, customer, password))) throw wrongPassword()
    }
    const user = await shop.db.transaction(async (tx) => {
      if (!(await lockUnchanged(tx, customer))) throw wrongPassword()
      if (!(await changePhone(tx, customerId, phone_number))) throw accountExists()
      return updateCustomer(tx, customerId, { name })
    })
    return { message: t`Profile updated successfully`, user: toCustomer(user) }
  },

  ...verifyEmail,
  ...verifyPhone,

  async sessions({ customerId, sid }, { db, now }) {
    const at = now()
    const found = await findSessions(db, customerId, sid, at)
    return { sessions: found.map((session) => toSession(session, sid, at)) }
  },

  async endSession({ params, customerId }, { db }) {
    if (!(await db.transaction((tx) => deleteSession(tx, customerId, params.id))))
      throw noSuch(t`Session not found`)
    return { message: t`That device is logged out.` }
  },

  async endOtherSessions({ customerId, sid }, { db }) {
    await db.transaction((tx) => deleteSessions(tx, customerId, sid))
    return { message: t`All your other devices are logged out.` }
  },

  async addresses({ customerId }, { db }) {
    return { addresses: await findAddresses(db, customerId), message: t`Addresses fetched successfully` }
  },

  async addAddress({ body, customerId }, { db }) {
    const { default_country: country } = await readSettings(db)
    const address = await asCustomer(db, customerId, async (tx, customer) => {
      const { length: count } = await findAddresses(tx, customerId)
      if (count >= LIMITS.addresses)
        throw conflict(t`Address limit reached (${LIMITS.addresses}). Delete any address to add a new one.`)
      const { name, phone } = toCustomer(customer)
      const fields = addressFields(body, { full_name: name, phone, country })
      if (isIncomplete(customer) && fields.phone === '') throw badRequest(t`Please fill all required fields`)
      const added = await insertAddress(tx, customerId, fields)
      return body.is_default || count === 0 ? makeDefault(tx, customerId, added.id) : added
    })
    return { message: t`Address added successfully`, address: address! }
  },

  async updateAddress({ params, body, customerId }, { db }) {
    const address = await asCustomer(db, customerId, async (tx) => {
      const current = await findAddress(tx, customerId, params.id)
      if (!current) throw addressMissing()
      const changed = await updateAddress(tx, customerId, params.id, addressFields(body, current))
      return body.is_default ? makeDefault(tx, customerId, params.id) : changed
    })
    return { message: t`Address updated successfully`, address: address! }
  },

  async deleteAddress({ params, customerId }, { db }) {
    const deleted = await asCustomer(db, customerId, (tx) => deleteAddress(tx, customerId, params.id))
    if (!deleted) throw addressMissing()
    return { message: t`Address deleted successfully` }
  },

  async setDefaultAddress({ params, customerId }, { db }) {
    const found = await asCustomer(db, customerId, (tx) => makeDefault(tx, customerId, params.id))
    if (!found) throw addressMissing()
    return { message: t`Default address set successfully` }
  },

  async changePassword({ body, customerId, sid }, shop) {
    const { currentPassword, newPassword } = body
    const customer = await readCustomer(shop.db, customerId)
    const counters = currentPasswordCounters(customerId, shop.config.keys)
    if (!(await checkPassword(shop, counters, customer, currentPassword))) throw wrongPassword()
    if (newPassword === currentPassword) throw badRequest(t`New password must differ from the current one`)
    const password_hash = await hashNewPassword(shop, newPassword, customer)
    const changed = await shop.db.transaction(async (tx) => {
      const current = await lockUnchanged(tx, customer)
      if (current) await replacePassword(tx, shop, current, password_hash, { keptSid: sid })
      return current !== null
    })
    if (!changed) throw wrongPassword()
    return { message: t`Password changed successfully` }
  },
}

/**
 * The columns of an address as sent, with the state's own name. An empty field counts as left out.
 *
 * @param fallback the profile's values for a new address, its own for a changed one
 * @throws Failure 400 when the state is unknown or its PIN code is another's
 */
function addressFields(
  body: AddressBody,
  fallback: Pick<AddressFields, 'full_name' | 'phone' | 'country'>,
): AddressFields {
  const { address_line1, city, pincode } = body
  const problem = stateFault(body)
  if (problem) throw badRequest(problem.message, { code: 'INVALID_REQUEST', errors: [problem] })
  return {
    full_name: body.full_name || fallback.full_name,
    phone: body.phone || fallback.phone,
    address_line1,
    address_line2: body.address_line2 || null,
    city,
    state: findState(body.state)?.name ?? body.state,
    country: body.country || fallback.country,
    pincode,
  }
}

/** A session without its `sid`. */
function toSession({ id, device, created_at, last_used_at, sid }: SessionRow, current: string, now: Date) {
  const is_current = sid === current
  return {
    id,
    device: deviceText(device),
    is_current,
    created_at,
    last_used_at: is_current ? now : (last_used_at ?? created_at),
  }
}
