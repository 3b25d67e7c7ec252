import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCustomer } from '../../../test/factories.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { insertCustomer } from './customer.store.ts'

it('does not report an id that exists as a taken e-mail address', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const { email } = await aCustomer(test, { id: 1 })
  const customer = { name: 'Meera', phone_number: '9811111111', password_hash: 'none', created_at: START }
  // As after a restore that forgot the sequence.
  await db.rows(sql`select setval(pg_get_serial_sequence('users', 'id'), 1, false)`)
  const signUp = (address: string) =>
    db.transaction((tx) => insertCustomer(tx, { ...customer, email: address }))
  await expect(signUp('meera@example.in')).rejects.toThrow('another key')
  expect(await signUp(email)).toBeUndefined()
  expect(await signUp('meera@example.in')).toMatchObject({ email: 'meera@example.in' })
})
