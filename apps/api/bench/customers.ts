/** Customers of the measured shop, and what they send. */
import { randomUUID } from 'node:crypto'
import { type Call, Client, type Reply } from './load.ts'
import type { Server } from './server.ts'

/** Password hashes that the server works on at a time without refusing one. */
const SIGNUPS_AT_ONCE = 4
export const PASSWORD = 'Market@2026'

export interface Customer {
  email: string
  token: string
  address_id: number
}

/** A product as lists show it; price in rupees. */
export interface Listed {
  id: number
  variant_id: number
  price: number
}

/** Their numbers begin with the time, because a folder that is measured again has customers of the last time. */
export async function signUpCustomers({ port }: Server, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  const first = Math.floor(Date.now() / 1000) % 10_000_000
  let next = 0
  const work = async (): Promise<void> => {
    const client = new Client(port)
    while (next < count) customers.push(await signUp(client, first + next++))
    client.close()
  }
  await Promise.all(Array.from({ length: SIGNUPS_AT_ONCE }, work))
  return customers
}

async function signUp(client: Client, n: number): Promise<Customer> {
  const email = `bench${n}@example.com`
  const person = { name: `Buyer ${n}`, email, phone_number: String(9_500_000_000 + n), password: PASSWORD }
  const signup = await client.send({ path: '/api/auth/signup', body: person })
  const { accessToken: token } = bodyOf(signup) as { accessToken: string }
  const home = { address_line1: '1 MG Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const added = await client.send({ path: '/api/users/addresses', body: home, token })
  const { address } = bodyOf(added) as { address: { id: number } }
  return { email, token, address_id: address.id }
}

/** @throws Error when the reply is no success */
function bodyOf({ status, body }: Reply): unknown {
  if (status < 200 || status > 299) throw new Error(`The server replied ${status}: ${body}`)
  return JSON.parse(body)
}

/** @param filter more of the query string, such as `&category=7` */
export async function listProducts({ port }: Server, filter = ''): Promise<Listed[]> {
  const client = new Client(port)
  const reply = await client.send({ path: `/api/products/filter?limit=100&in_stock=1${filter}` })
  client.close()
  return (bodyOf(reply) as { products: Listed[] }).products
}

/** One piece, paid on delivery. A cart checkout has free delivery in the demo. */
export function order(
  { token, address_id }: Customer,
  { id, variant_id, price }: Listed,
  checkout: 'buy-now' | 'cart',
): Call & { key: string } {
  const delivery = checkout === 'cart' || price > 50_000 ? 0 : 99
  const body = {
    address_id,
    payment_method: 'COD',
    checkout,
    items: [{ product_id: id, variant_id, quantity: 1, price }],
    total_amount: price + delivery,
  }
  return { path: '/api/orders/place-order', body, token, key: randomUUID() }
}
