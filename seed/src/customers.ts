import type { DemoAddress, DemoCustomer, DemoOrder } from './shape.ts'

const password = 'Demo@1234'

const home: DemoAddress = {
  full_name: 'Asha Menon',
  phone: '9876543210',
  address_line1: '14, 3rd Cross, Cambridge Layout',
  address_line2: 'Near Ulsoor Lake',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560008',
  is_default: true,
}

const parents: DemoAddress = {
  full_name: 'Raghavan Menon',
  phone: '9847012345',
  address_line1: 'Sreevalsam, Temple Road, Tripunithura',
  address_line2: null,
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  pincode: '682301',
  is_default: false,
}

const line = (product: string, sku: string, quantity = 1) => ({ product, sku, quantity })

/** Newest first; every status that a finished or moving order can have. */
const orders: DemoOrder[] = [
  {
    age_days: 1,
    status: 'CONFIRMED',
    payment_method: 'COD',
    lines: [line('kaanch-borosilicate-beaker', 'LAB103-250ML', 4)],
  },
]

/** Asha has a history, Vikram starts with nothing. */
export const customers: DemoCustomer[] = [
  {
    name: 'Asha Menon',
    email: 'asha@example.com',
    phone_number: '9876543210',
    password,
    addresses: [home, parents],
    orders,
  },
  {
    name: 'Vikram Rathore',
    email: 'vikram@example.com',
    phone_number: '9123456780',
    password,
    addresses: [],
    orders: [],
  },
]
