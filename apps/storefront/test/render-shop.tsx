/** Renders the whole storefront in jsdom against the real API, which answers in the same process. */
import { setImmediate } from 'node:timers/promises'
import { type DemoInProcess, openDemoInProcess } from '@haat/api/demo'
import { cleanup, configure, prettyDOM, render } from '@testing-library/react'
import { BrowserRouter, MemoryRouter } from 'react-router-dom'
import { toast as sonner } from 'sonner'
import { afterAll, afterEach, beforeAll, inject, vi } from 'vitest'
import { createQueryClient } from '../src/api/query-client.ts'
import { endSession, startSession } from '../src/api/session.ts'
import { App } from '../src/app.tsx'

/**
 * A query that waits fails many times before it finds its element: only the error that is read prints the document,
 * which takes a quarter of these tests' time otherwise.
 */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  const get = () => `${message ?? ''}\n\n${prettyDOM(container) || ''}`
  return Object.defineProperty(error, 'message', { configurable: true, get })
}

// Loading a screen's code can take more than the default second on a busy machine.
configure({ asyncUtilTimeout: 30_000, getElementError: elementError })

type Fault = (request: Request) => Promise<Response | undefined> | Response | undefined

const NO_MATCH = {
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
}

/** An observer that never calls back. */
class IdleObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let shop: DemoInProcess
let fault: Fault | undefined

/**
 * Opens a demo shop for the tests of a file.
 *
 * @param env changes of its configuration
 */
export function useDemoShop(env?: Record<string, string>): void {
  beforeAll(async () => {
    // Another configuration can mean another demo, with random passwords.
    shop = await openDemoInProcess(env, env ? undefined : inject('demo'))
    // jsdom has no layout and lacks these.
    window.scrollTo = () => undefined
    window.matchMedia = (media) => Object.assign(new EventTarget(), NO_MATCH, { media })
    vi.stubGlobal('IntersectionObserver', IdleObserver)
    vi.stubGlobal('ResizeObserver', IdleObserver)
    Element.prototype.scrollTo = () => undefined
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    vi.stubGlobal('fetch', async (request: Request) => (await fault?.(request)) ?? shop.fetch(request))
  })
  afterEach(() => {
    cleanup()
    endSession('logout')
    localStorage.clear()
    fault = undefined
  })
  afterAll(async () => {
    await vi.dynamicImportSettled()
    await removeToasts()
    await shop.close()
    // React's last work, which needs the window.
    await setImmediate()
  })
}

/** Toasts have timers and a React root of their own, which would outlive jsdom. */
async function removeToasts(): Promise<void> {
  sonner.dismiss()
  await vi.waitFor(
    () => {
      if (document.querySelector('[data-sonner-toast]')) throw new Error('A toast is still shown.')
    },
    { timeout: 30_000 },
  )
}

export const lastMail = (): string => shop.lastMail()

/** Changes settings of the shop. */
export const changeSettings: DemoInProcess['changeSettings'] = (changes) => shop.changeSettings(changes)

/** Does what a merchant does. */
export const act: DemoInProcess['act'] = (id, input) => shop.act(id, input)

export const storePage: DemoInProcess['storePage'] = (page) => shop.storePage(page)

/** Replaces the server's reply by that of `next`, where it returns one. */
export function failWith(next: Fault): void {
  fault = next
}

/** Replaces the server's reply to calls with this method and path; without a reply, the connection is cut. */
export function failCalls(method: string, path: RegExp, reply?: () => Response): void {
  failWith((request) => {
    if (request.method !== method || !path.test(new URL(request.url).pathname)) return undefined
    if (!reply) throw new TypeError('fetch failed')
    return reply()
  })
}

/** Lets the server reply to all calls again. */
export const endFaults = (): void => failWith(() => undefined)

/** Calls the server and changes the body of its reply. */
export async function changeReply(request: Request, change: (body: never) => void): Promise<Response> {
  const reply = await shop.fetch(request)
  const body: unknown = await reply.json()
  change(body as never)
  return Response.json(body, { status: reply.status })
}

/** Returns a function that counts the requests with this method and path from now on. */
export function countRequests(method: string, path: string | RegExp): () => number {
  let sent = 0
  failWith((request) => {
    const { pathname } = new URL(request.url)
    const matches = typeof path === 'string' ? path === pathname : path.test(pathname)
    if (request.method === method && matches) sent += 1
    return undefined
  })
  return () => sent
}

/** Two clicks before React renders again. */
export function clickTwice(button: HTMLElement): void {
  button.click()
  button.click()
}

/** Logs in a customer of the demo shop and returns a function that calls the API for them. */
export async function logIn(email = 'vikram@example.com') {
  const login = await requestLogin(email)
  startSession({ user: login.user, accessToken: login.accessToken, expiresAt: new Date(login.expiresAt) })
  return callApiAs(login)
}

/** As `logIn`, but the storefront does not know of it: somebody else, on another device. */
export const logInElsewhere = async (email: string) => callApiAs(await requestLogin(email))

const requestLogin = (email: string) =>
  callApi<{ user: never; accessToken: string; expiresAt: string }>('POST', '/api/auth/login', {
    email,
    password: shop.logins.find((login) => login.email === email)?.password,
  })

const callApiAs =
  ({ accessToken }: { accessToken: string }) =>
  <T,>(method: string, path: string, body?: unknown) =>
    callApi<T>(method, path, body, accessToken)

/** Calls the API; with a token, as a customer. */
export async function callApi<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const reply = await shop.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    }),
  )
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/**
 * Renders the storefront at an address.
 *
 * @param state navigation state
 */
export function renderShop(address: string, state?: unknown): void {
  const { pathname, search } = new URL(address, 'http://localhost')
  render(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <App queryClient={createQueryClient()} />
    </MemoryRouter>,
  )
}

/** As `renderShop`, but with the history of the browser, whose entries `window.history` counts. */
export function renderShopInBrowser(address: string): void {
  window.history.pushState(null, '', address)
  render(
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>,
  )
}

/** Finds a product of the demo by the beginning of its name. */
export async function findProduct(name: string): Promise<DemoProduct> {
  const path = `/api/products/search?search=${encodeURIComponent(name)}`
  const { products } = await callApi<{ products: { id: number; name: string }[] }>('GET', path)
  const match = products.find((product) => product.name.startsWith(name))
  if (!match) throw new Error(`The demo shop has no ${name}.`)
  return await callApi<DemoProduct>('GET', `/api/products/${match.id}`)
}

interface DemoProduct {
  id: number
  name: string
  variant_id: number
  variants: { id: number; price: number; stock: number; color: string | null }[]
}
