/** Customers as rows. Nothing that opens an account leaves the shop. */
import type { WholeCustomer } from './exporting.store.ts'
import { rupees, type Sheet } from './sheet.ts'

export const customerSheet: Sheet<WholeCustomer> = {
  headings: [
    ...['id', 'name', 'email', 'phone_number', 'created_at', 'orders', 'total_spent'],
    ...['address_line1', 'address_line2', 'city', 'state', 'country', 'pincode'],
  ],
  rowsOf: (customer) => {
    const [home] = customer.addresses
    return [
      [
        ...[customer.id, customer.name, customer.email, customer.phone_number, customer.created_at],
        ...[customer.orders, rupees(customer.total_spent)],
        ...[home?.address_line1, home?.address_line2, home?.city, home?.state, home?.country, home?.pincode],
      ],
    ]
  },
}

export const shopifyCustomerSheet: Sheet<WholeCustomer> = {
  headings: [
    ...['First Name', 'Last Name', 'Email', 'Accepts Email Marketing', 'Default Address Company'],
    ...['Default Address Address1', 'Default Address Address2', 'Default Address City'],
    ...['Default Address Province Code', 'Default Address Country Code', 'Default Address Zip'],
    ...['Default Address Phone', 'Phone', 'Accepts SMS Marketing', 'Total Spent', 'Total Orders'],
  ],
  rowsOf: (customer) => {
    const [home] = customer.addresses
    const [first = '', ...rest] = customer.name.split(' ')
    return [
      [
        ...[first, rest.join(' '), customer.email, 'no', null],
        ...[home?.address_line1, home?.address_line2, home?.city, home?.state],
        ...[home && (home.country === 'India' ? 'IN' : home.country), home?.pincode, home?.phone],
        ...[customer.phone_number, 'no', rupees(customer.total_spent), customer.orders],
      ],
    ]
  },
}

/** A customer as JSON, amounts in rupees. */
export const customerJson = ({ addresses, total_spent, ...customer }: WholeCustomer) => ({
  ...customer,
  total_spent: rupees(total_spent),
  addresses: addresses.map(({ id: _, user_id: __, ...address }) => address),
})
