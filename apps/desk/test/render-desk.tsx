/** Renders the whole desk in jsdom against the real API, which answers in the same process. */
import { setImmediate } from 'node:timers/promises'
import { CSRF_HEADER } from '@haat/contract/staff/session'
import { type DemoInProcess, openDemoInProcess } from '@haat/api/demo'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { toast as sonner } from 'sonner'
import { afterAll, afterEach, beforeAll, inject, vi } from 'vitest'
import { createQueryClient } from '../src/api/queries.ts'
import { App } from '../src/app.tsx'

/**
 * A query that waits fails many times before it finds its element: only the error that is read prints the document,
 * which takes most of these tests' time otherwise.
 */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  const get = () => `${message ?? ''}\n\n${prettyDOM(container) || ''}`
  return Object.defineProperty(error, 'message', { configurable: true, get })
}

// Loading a screen's code can take more than the default second on a busy machine.
configure({ asyncUtilTimeout: 30_000, getElementError: elementError })

export const PASSWORD = 'Demo@1234'

let shop: DemoInProcess
/** The browser's cookies. */
let cookie = ''

class IdleObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

async function fetchWith(jar: string, request: Request): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('cookie', jar)
  return shop.fetch(new Request(request, { headers }))
}

/** Opens a demo shop for the tests of a file. @param isWide whether the screen is a laptop's */
export function useDemoShop(isWide = true): void {
  beforeAll(async () => {
    shop = await openDemoInProcess({}, inject('demo'))
    window.scrollTo = () => undefined
    Element.prototype.scrollIntoView = () => undefined
    Element.prototype.setPointerCapture = () => undefined
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        ...{ media, matches: isWide && media.includes('width'), onchange: null },
        ...{ addListener: () => undefined, removeListener: () => undefined },
      })
    vi.stubGlobal('IntersectionObserver', IdleObserver)
    vi.stubGlobal('ResizeObserver', IdleObserver)
    vi.stubGlobal('fetch', async (request: Request) => {
      const reply = await fetchWith(cookie, request)
      const set = reply.headers.get('set-cookie')
      if (set !== null) cookie = set.split(';')[0] ?? ''
      return reply
    })
  })
  afterEach(() => {
    cleanup()
    cookie = ''
    localStorage.clear()
  })
  afterAll(async () => {
    await vi.dynamicImportSettled()
    sonner.dismiss()
    await vi.waitFor(
      () => {
        if (document.querySelector('[data-sonner-toast]')) throw new Error('A toast is still shown.')
      },
      { timeout: 30_000 },
    )
    await shop.close()
    // React's last work, which needs the window and may go on in several turns.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  })
}

/** The session ends on the server's side, as after 12 idle hours. */
export function loseSession(): void {
  cookie = ''
}

/** Renders the desk at an address below /desk. */
export function renderDesk(address: string): void {
  window.history.pushState(null, '', `/desk${address}`)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter basename="/desk">
        <App />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

/** Fills the login's form in. */
export async function logIn(email = 'owner@example.com', password = PASSWORD): Promise<void> {
  await screen.findByLabelText('Email')
  for (const [label, text] of Object.entries({ Email: email, Password: password })) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

/** Renders the desk at an address for the owner, or somebody else of the demo. */
export async function openDesk(address: string, email?: string): Promise<void> {
  renderDesk(address)
  await logIn(email)
  await screen.findByRole('navigation', { name: 'Desk' })
}

/** Calls the API as the owner at another device. */
export async function elsewhere<T>(method: string, path: string, body?: object): Promise<T> {
  const request = (to: string, headers: object, sent: unknown, verb = method) =>
    new Request(`http://localhost${to}`, {
      method: verb,
      headers: { 'content-type': 'application/json', ...headers },
      body: sent === undefined ? undefined : JSON.stringify(sent),
    })
  const login = { email: 'owner@example.com', password: PASSWORD }
  const entered = await shop.fetch(request('/api/desk/session', {}, login, 'POST'))
  const { csrf } = (await entered.json()) as { csrf: string }
  const jar = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const reply = await fetchWith(jar, request(path, { [CSRF_HEADER]: csrf }, body))
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

let serial = 0

/** A customer asks to return one of two pieces of an order that was delivered and paid in cash. */
export async function askToReturn(): Promise<{ order_id: number; request: number }> {
  // The same order again would be taken for the first one.
  serial += 1
  const login = shop.logins.find(({ email }) => email === 'asha@example.com')!
  const { accessToken } = await asCustomer<{ accessToken: string }>('POST', '/api/auth/login', {
    email: login.email,
    password: login.password,
  })
  type Bought = { id: number; order_items: { order_item_id: number; quantity: number }[] }
  const send = <T,>(method: string, path: string, body?: object) =>
    asCustomer<T>(method, path, body, accessToken)
  const input = { item: ['#1=2'], phone: login.phone_number, name: 'Asha Rao', street: `${serial} MG Road` }
  const place = { city: 'Bengaluru', state: 'Karnataka', pin: '560001', payment: 'COD' }
  const taken = (await shop.act('orders.create', { ...input, ...place })) as { id: number }
  const { id: order_id } = taken
  await shop.act('orders.ship', { orders: [String(order_id)], courier: 'Self' })
  await shop.act('orders.deliver', { orders: [String(order_id)] })
  const { order } = await send<{ order: Bought }>('GET', `/api/orders/${order_id}`)
  const items = [{ order_item_id: order.order_items[0]!.order_item_id, quantity: 1 }]
  const asked = { items, wish: 'refund', reason: 'damaged', refund_upi: 'asha@okbank' }
  const { request } = await send<{ request: { id: number } }>(
    'POST',
    `/api/orders/${order_id}/returns`,
    asked,
  )
  return { order_id, request: request.id }
}

async function asCustomer<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const reply = await shop.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}
