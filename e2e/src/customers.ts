/** The demo shop's customers, who log in once per file. */
import { fetchJson } from './catalogue.ts'

const PASSWORD = 'Demo@1234'

/** Has neither addresses nor orders. */
export const VIKRAM = 'vikram@example.com'
/** Has twelve orders, in every status. */
export const ASHA = 'asha@example.com'

/** Calls the API as a customer, without the storefront. */
export interface Customer {
  get<T>(path: string): Promise<T>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>
}

interface LoginReply {
  user: { id: number }
  accessToken: string
  expiresAt: string
}

const logins = new Map<string, Promise<LoginReply>>()

/** Forgets the sessions of customers; a restored shop does not know them. */
export const forgetLogins = (): void => logins.clear()

function logIn(url: string, email: string): Promise<LoginReply> {
  const login = logins.get(email) ?? requestLogin(url, email)
  logins.set(email, login)
  return login
}

const requestLogin = (url: string, email: string): Promise<LoginReply> =>
  fetchJson(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })

/** What the storefront stores of a customer's session, by key. */
export async function storedSession(url: string, email: string): Promise<Record<string, string>> {
  const { user, accessToken, expiresAt } = await logIn(url, email)
  return { user: JSON.stringify(user), userId: String(user.id), accessToken, tokenExpiry: expiresAt }
}

/** @param email of a demo customer */
export async function customerOf(url: string, email = VIKRAM): Promise<Customer> {
  const { accessToken } = await logIn(url, email)
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return fetchJson(url + path, { method, headers, body: JSON.stringify(body) })
  }
  return { get: (path) => call('GET', path), send: call }
}

interface Line {
  cart_item_id: number
  saved_item_id: number
}

/** Replaces the customer's cart by these lines, and removes saved items. */
export async function fillCart(
  customer: Customer,
  lines: readonly { variant_id: number; quantity: number }[],
): Promise<void> {
  const { cart } = await customer.get<{ cart: Line[] }>('/api/cart')
  for (const line of cart) await customer.send('DELETE', `/api/cart/${line.cart_item_id}`)
  const { saved } = await customer.get<{ saved: Line[] }>('/api/saved')
  for (const item of saved) await customer.send('DELETE', `/api/saved/${item.saved_item_id}`)
  for (const line of lines) await customer.send('POST', '/api/cart', line)
}
