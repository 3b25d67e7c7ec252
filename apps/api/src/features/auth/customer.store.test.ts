import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { postgresKit } from '../../db/schema/kit.postgres.ts'
import { defineTables } from '../../db/schema.ts'
import { BELONGINGS } from './customer.store.ts'

/** Tables with rows of a customer that stay when somebody proves that the account is theirs. */
const KEPT = [
  // Orders, and the coupons they used, are the shop's records.
  'orders',
  'coupon_uses',
  // So is what everybody reads of products.
  'questions',
  'review_votes',
  'reviews',
  // The merchant gives these.
  'coupons',
  // The password reset itself ends the sessions.
  'sessions',
]

it('deletes or keeps the rows of every table that refers to customers', () => {
  const tables = defineTables(postgresKit)
  const ofCustomers = Object.values(tables)
    .map((table) => getTableConfig(table))
    .filter(({ foreignKeys }) => foreignKeys.some((key) => key.reference().foreignTable === tables.users))
    .map(({ name }) => name)
  expect(ofCustomers.toSorted()).toEqual([...BELONGINGS, ...KEPT].toSorted())
})
