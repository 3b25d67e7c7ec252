import { expect, it } from 'vitest'
import { aCustomer, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { findCustomerByEmail } from '../../features/auth/customer.store.ts'
import { hashPassword } from '../../features/auth/password.ts'
import { changeCustomer, customerActs, resetPassword } from './customers.ts'
import { findCustomers } from './customers.store.ts'
import { rule } from '../../../test/rule.ts'

it('verifies a customer, and corrects an e-mail address', async () => {
  const test = await shopForThisTest()
  const [asha, other] = [await aCustomer(test, { email_verified_at: null }), await aCustomer(test)]
  const row = async (email: string) => findCustomerByEmail(test.shop.db, email)
  await changeCustomer(test.shop, asha.phone_number, { verified: 'yes' })
  expect((await row(asha.email))?.email_verified_at).toEqual(test.clock.now())
  await expect(changeCustomer(test.shop, asha.email, { email: other.email })).rejects.toThrow('already')
  await expect(changeCustomer(test.shop, asha.email, { email: 'no address' })).rejects.toThrow(
    'not an e-mail',
  )
  await changeCustomer(test.shop, asha.email, { email: ' Right@Shop.in' })
  expect(await row('right@shop.in')).toMatchObject({ id: asha.id, email_verified_at: null })
  await test.get('/api/users/profile', asha.token).expect(401)
})

rule('corrects a phone number, and frees it for another customer, without logging anybody out', async () => {
  const test = await shopForThisTest()
  const [stranger, owner] = [await aCustomer(test), await aCustomer(test)]
  const change = (login: string, phone: string) => changeCustomer(test.shop, login, { phone })
  const { phone_number } = stranger
  await expect(change(owner.email, phone_number)).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining(`haat users set ${stranger.email} phone=none`) },
  })
  await expect(change(owner.email, '12345')).rejects.toThrow('10 digits')
  await change(phone_number, 'none')
  for (const number of [`+91 ${phone_number}`, phone_number])
    expect(await change(owner.email, number)).toMatchObject({ email: owner.email, phone_number })
  const profile = async (token: string) => (await test.get('/api/users/profile', token).expect(200)).body.user
  expect(await profile(stranger.token)).toMatchObject({ phone_number: '' })
  expect(await profile(owner.token)).toMatchObject({ phone_number })
})

rule('ends a customer’s password and sessions, and makes a code that sets a new password once', async () => {
  const test = await shopForThisTest()
  const password_hash = await hashPassword('Demo@1234')
  const { email, phone_number, token } = await aCustomer(test, { password_hash, email_verified_at: null })
  const { code, url } = await resetPassword(test.shop, phone_number)
  expect(url).toBe('http://127.0.0.1:3000/auth/forgot')
  await test.get('/api/users/profile', token).expect(401)
  await test.post('/api/auth/login', { email, password: 'Demo@1234' }).expect(401)
  const reset = { email, otp: code, newPassword: 'Fresh@1234' }
  await test.post('/api/auth/verify-otp', reset).expect(200)
  await test.post('/api/auth/reset-password', reset).expect(200)
  await test.post('/api/auth/reset-password', reset).expect(400)
  const { body } = await test.post('/api/auth/login', { email, password: 'Fresh@1234' }).expect(200)
  // The code was not mailed, so it says nothing about the mailbox.
  expect((await findCustomerByEmail(test.shop.db, email))?.email_verified_at).toBeNull()
  await changeCustomer(test.shop, email, { sessions: 'none' })
  await test.get('/api/users/profile', body.accessToken).expect(401)

  const late = await resetPassword(test.shop, email)
  test.clock.advance(600)
  await test.post('/api/auth/verify-otp', { email, otp: late.code }).expect(400)
  await expect(resetPassword(test.shop, 'nobody@example.com')).rejects.toThrow('There is no customer')
})

rule('finds customers by part of the name, not by wildcards', async () => {
  const test = await shopForThisTest()
  const { id } = await aCustomer(test, { name: 'Asha 100%' })
  const search = (text: string) => findCustomers(test.shop.db, { search: text, limit: 9 })
  expect(await search('asha 100%')).toMatchObject([{ id, orders: 0 }])
  expect(await search('%')).toHaveLength(1)
  expect(await search('nobody')).toEqual([])
})

rule('shows a customer with orders, addresses and notes, also by id', async () => {
  const test = await shopForThisTest()
  const rope = await aProduct(test, {}, [{ stock: 10 }])
  const shopper = await aShopper(test)
  await shopper.place(shopper.order([item(rope, 1)], 599)).expect(201)
  const who = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const
  const { email } = shopper.customer
  const note = { customer: email, text: 'Ring twice' }
  await customerActs.note(test.shop, note, who)
  const shown = await customerActs.show(test.shop, { customer: email }, who)
  expect(shown).toMatchObject({ email, orders_count: 1, spent: 0, refused: 0, sessions: 1 })
  expect(shown.orders).toHaveLength(1)
  expect(shown.notes).toMatchObject([{ text: 'Ring twice', staff_name: 'Meera' }])
  expect(await customerActs.show(test.shop, { customer: String(shown.id) }, who)).toEqual(shown)
})
