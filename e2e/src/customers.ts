import type { BrowserContext } from 'playwright-core'

const PASSWORD = 'Demo@1234'

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

async function login(url: string, email: string): Promise<LoginReply> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!reply.ok) throw new Error(`${email} could not log in: ${reply.status}`)
  return (await reply.json()) as LoginReply
}

function customerOf(url: string, token: string): Customer {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return await reply.json()
  }
  return { get: async <T>(path: string) => (await call('GET', path)) as T, send: call }
}

/**
 * Logs a visitor in before their first page.
 *
 * @param email of a demo customer
 */
export async function logIn(
  visitor: BrowserContext,
  url: string,
  email = 'vikram@example.com',
): Promise<Customer> {
  const { user, accessToken, expiresAt } = await login(url, email)
  const session = {
    user: JSON.stringify(user),
    userId: String(user.id),
    accessToken,
    tokenExpiry: expiresAt,
  }
  await visitor.addInitScript((stored) => {
    if (sessionStorage.getItem('visited')) return
    sessionStorage.setItem('visited', 'yes')
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, session)
  return customerOf(url, accessToken)
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
