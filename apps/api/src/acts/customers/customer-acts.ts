/** What a merchant can do with customers. */
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from '../act-table.ts'
import { blockCustomer, changeCustomer, resetPassword } from './customers.ts'
import { findCustomers } from './customers.store.ts'

export const customerActs: ActTable<Staff['customers']> = {
  list: ({ db }, filter) => findCustomers(db, filter),
  reset_password: (shop, { customer }) => resetPassword(shop, customer),
  set: (shop, { customer, set }) => changeCustomer(shop, customer, set),
  block: (shop, { customer }) => blockCustomer(shop, customer, true),
  unblock: (shop, { customer }) => blockCustomer(shop, customer, false),
}
