/** `/dev/faults` makes calls fail, by path and method. Calls of the QA tools are exempt. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { type Html, html } from '../html.ts'
import { badRequest, Failure } from '../http/failure.ts'
import { isOwnCall } from '../http/storefront.ts'
import { form, buttonForm, section } from './page.ts'
import { tool, type Tools } from './tools.ts'

const DELAY_MAX_MS = 60_000

/** What happens instead of the reply. */
const KINDS = ['failure', 'text', 'empty', 'cut', 'lost', 'none'] as const

const Fault = z.strictObject({
  /** As in `patternOf`. Each `*` multiplies the work. */
  path: z
    .string()
    .check(
      z.maxLength(200),
      z.regex(
        /^\/(?!dev\b)(?:[\w\-./*]|\{\w+\})*$/,
        'Must be a path such as /api/cart, /api/* or /api/products/{id}',
      ),
      z.regex(/^[^*]*(\*[^*]*){0,3}$/, 'May have at most three *'),
    ),
  method: z.prefault(z.enum(['*', 'GET', 'POST', 'PUT', 'DELETE']), '*'),
  /**
   * `failure` replies with `status` and `message` in the API's shape, `text` with HTML, `empty` with nothing; `cut`
   * closes the connection before the shop gets the call, `lost` after it was carried out; `none` only delays.
   */
  kind: z.prefault(z.enum(KINDS), 'failure'),
  status: z.prefault(z.int().check(z.minimum(200), z.maximum(599)), 500),
  /** When empty, the storefront shows its own text. */
  message: z.prefault(z.string().check(z.maxLength(500)), 'Server error occurred'),
  delay_ms: z.prefault(z.int().check(z.minimum(0), z.maximum(DELAY_MAX_MS)), 0),
  /** How many calls fail; null: all until the fault is removed. */
  times: z.prefault(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null),
})
type Fault = z.output<typeof Fault>

interface ActiveFault extends Fault {
  /** How many calls have failed. */
  hits: number
}

const FAULTS_MAX = 100
export const FaultList = z.strictObject({ faults: z.array(Fault).check(z.maxLength(FAULTS_MAX)) })

/** The active faults. The first that matches a call applies. */
export class Faults {
  #active: ActiveFault[] = []
  readonly #routes: { methods: string[]; path: string }[] = []

  get list(): ActiveFault[] {
    return this.#active
  }

  replace(faults: Fault[]): void {
    this.#active = faults.map((fault) => ({ ...fault, hits: 0 }))
  }

  addRoute({ method, url }: RouteOptions): void {
    this.#routes.push({ methods: [method].flat(), path: url })
  }

  /** Whether the API has a call that the fault covers. Patterns with `*`, and pages, are not checked. */
  matchesCall({ path, method }: Fault): boolean {
    if (!path.startsWith('/api/') || path.includes('*')) return true
    return this.#routes.some(
      (route) => (method === '*' || route.methods.includes(method)) && overlaps(path, route.path),
    )
  }

  /** The fault that the next such call will meet. */
  find(method: string, path: string): ActiveFault | null {
    const applies = (fault: ActiveFault): boolean =>
      (fault.times === null || fault.hits < fault.times) &&
      (fault.method === '*' || fault.method === method) &&
      matchesPath(fault.path, path)
    return this.#active.find(applies) ?? null
  }

  take(method: string, path: string): Fault | null {
    const found = this.find(method, path)
    if (found) found.hits += 1
    return found
  }
}

/** Whether the path of a fault and that of a route, with parameters such as `:id`, have a path in common. */
function overlaps(path: string, route: string): boolean {
  const ours = withoutSlash(path).split('/')
  const theirs = route.split('/')
  const fits = (segment: string, at: number): boolean =>
    segment === theirs[at] || segment.includes('{') || theirs[at]!.startsWith(':')
  return ours.length === theirs.length && ours.every(fits)
}

/** `*` covers any characters, `{id}` a segment of digits, any other name in braces a segment. */
const patternOf = (path: string): URLPattern =>
  new URLPattern({
    pathname: path.replaceAll(/\{(\w+)\}/g, (_, name, at) => `:at${at}${name === 'id' ? '(\\d+)' : ''}`),
  })

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Whether the path of a fault covers another, up to a slash at the end. */
export const matchesPath = (pattern: string, path: string): boolean =>
  [path, withoutSlash(path)].some((pathname) => patternOf(withoutSlash(pattern)).test({ pathname }))

export function registerFaults({ app }: Pick<Tools, 'app'>, faults: Faults): void {
  const current = () => ({ faults: faults.list })
  tool(app, { method: 'GET', url: '/dev/faults', handle: async () => ({ ...current(), presets: PRESETS }) })
  tool(app, {
    method: 'PUT',
    url: '/dev/faults',
    body: FaultList,
    handle: async ({ body }) => {
      const useless = body.faults.find((fault) => !faults.matchesCall(fault))
      if (useless) throw badRequest(`The API has no call ${useless.method} ${useless.path}.`)
      faults.replace(body.faults)
      return current()
    },
  })
  tool(app, {
    method: 'DELETE',
    url: '/dev/faults',
    handle: async () => {
      faults.replace([])
      return current()
    },
  })
}

/** Applies the faults to every route registered after this. */
export function injectFaults(app: FastifyInstance, faults: Faults): void {
  const lost = new WeakSet<FastifyRequest>()
  app.addHook('onRoute', (route) => faults.addRoute(route))
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/dev(\/|$)/.test(path)) return
    if (isOwnCall(request)) {
      // Then the browser renders the page, and its call meets the fault.
      if (faults.find(request.method, path)) throw new Failure(503, 'A fault is set.')
      return
    }
    const fault = faults.take(request.method, path)
    if (!fault) return
    if (fault.delay_ms > 0) await sleep(fault.delay_ms, undefined, { ref: false })
    if (fault.kind === 'lost') lost.add(request)
    else return answerWith(fault, request, reply)
  })
  app.addHook('onSend', async (request) => {
    if (!lost.has(request)) return
    request.raw.socket.destroy()
  })
}

function answerWith({ kind, status, message }: Fault, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  if (kind === 'failure') throw new Failure(status, message)
  if (kind === 'text')
    return reply.status(status).type('text/html; charset=utf-8').send('<h1>Bad gateway</h1>')
  if (kind === 'empty') return reply.status(status).send()
  if (kind === 'none') return undefined
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

export function faultsCard(faults: Faults): Html {
  const body = (fault: object): string => JSON.stringify({ faults: [fault] })
  const active = faults.list.map(
    ({ method, path, kind, status, hits }) =>
      html`<li><code>${method} ${path}</code>: ${kind} ${status}, ${hits} times</li>`,
  )
  return section(
    'faults',
    'Faults',
    html`<p class="hint">
        <code
          >GET|PUT|DELETE /dev/faults {faults: [{path, method?, kind?, status?, message?, delay_ms?,
          times?}]}</code
        >
      </p>
      ${
        active.length > 0
          ? html`<ul>
              ${active}
            </ul>`
          : html`<p>No faults are set.</p>`
      }
      ${buttonForm('DELETE', '/dev/faults', 'Remove all faults', 'No faults.')}
      ${form(
        'PUT',
        '/dev/faults',
        'The fault is set.',
        html`<label class="whole">
            What the shopper reads
            <select name="whole" data-type="json">
              ${PRESETS.map(({ shows, where, fault }) => html`<option value="${body(fault)}">${shows} (${where})</option>`)}
            </select>
          </label>
          <button class="main">Set this fault</button>`,
      )}
      ${form(
        'PUT',
        '/dev/faults',
        'The faults are set.',
        html`<label class="whole">
            Faults as JSON
            <textarea name="whole" data-type="json" spellcheck="false">
${JSON.stringify({ faults: [{ path: '/api/products/filter', method: 'GET', kind: 'none', delay_ms: 3000, times: 5 }] }, null, 2)}</textarea>
          </label>
          <button>Set these faults</button>`,
      )}`,
    true,
  )
}

/** A fault that shows a message of the storefront's error catalogue. */
interface Preset {
  /** What the shopper reads or sees. */
  shows: string
  /** The screen to look at. */
  where: string
  fault: { path: string; method: string; kind: string; status?: number; message?: string; times?: number }
}

type Call = [method: string, path: string]

const preset =
  (fault: Omit<Preset['fault'], 'path' | 'method'>) =>
  (shows: string, where: string, [method, path]: Call): Preset => ({
    shows,
    where,
    fault: { path, method, ...fault },
  })

/** The connection is closed. */
const cut = preset({ kind: 'cut' })
/** A 500 without a message: the storefront shows its own text. */
const withoutMessage = preset({ kind: 'failure', status: 500, message: '' })
/** A refusal without a message and without an error status. */
const refused = preset({ kind: 'failure', status: 200, message: '' })
/** A reply that is not JSON. */
const text = preset({ kind: 'text', status: 502 })

const FORGOT: Call = ['POST', '/api/auth/forgot-password']
const ADDRESS: Call = ['*', '/api/users/addresses/*']
const ADDRESSES: Call = ['GET', '/api/users/addresses']
const CART: Call = ['GET', '/api/cart']
const ORDER: Call = ['POST', '/api/orders/place-order']
const FILTER: Call = ['GET', '/api/products/filter']

export const PRESETS: readonly Preset[] = [
  cut('Could not connect to the server.', 'Forgot password', FORGOT),
  text('Server error occurred', 'Forgot password', FORGOT),
  withoutMessage('An API error occurred.', 'Forgot password', FORGOT),
  refused('Failed to send OTP. Please try again.', 'Forgot password', FORGOT),
  refused('Invalid or expired OTP. Please try again.', 'Forgot password', ['POST', '/api/auth/verify-otp']),
  refused('Password reset failed. Please try again.', 'Forgot password', [
    'POST',
    '/api/auth/reset-password',
  ]),
  withoutMessage('Login failed. Please try again.', 'Login', ['POST', '/api/auth/login']),
  withoutMessage('Signup failed. Please try again.', 'Sign up', ['POST', '/api/auth/signup']),
  withoutMessage('Failed to load products.', 'Home, Our Products', FILTER),
  cut('Could not fetch profile.', 'Profile', ['GET', '/api/users/profile']),
  cut('Could not fetch addresses.', 'Profile', ADDRESSES),
  cut('Network error. Could not add address.', 'Profile', ['POST', '/api/users/addresses']),
  cut('Network error. Could not update/delete/set default address.', 'Profile', ADDRESS),
  withoutMessage('Failed to add address.', 'Profile, checkout', ['POST', '/api/users/addresses']),
  withoutMessage('Failed to update/delete/set default address.', 'Profile', ADDRESS),
  cut('Network or server error', 'Change password', ['PUT', '/api/users/change-password']),
  cut('Only logged: the quantity goes back', 'Cart', ['PUT', '/api/cart']),
  cut('Only logged: the line comes back', 'Cart', ['DELETE', '/api/cart/*']),
  cut('Only logged: empty lists', 'Listings', FILTER),
  cut('Only logged: no results', 'Search', ['GET', '/api/products/search']),
  cut('Loading banners… then nothing', 'Home', ['GET', '/api/banners']),
  cut('Loading categories… then nothing', 'Home', ['GET', '/api/categories']),
  cut('Loading Hot Deals… then nothing', 'Home', ['GET', '/api/deals/active']),
  cut('The placeholder picture', 'Everywhere', ['GET', '/media/*']),
  cut('No Products Found.', 'Product page', ['GET', '/api/products/{id}']),
  cut('❌ Failed to add item to cart.', 'Product page', ['POST', '/api/cart']),
  cut('Error loading cart items', 'Cart checkout', CART),
  withoutMessage('Failed to load addresses', 'Checkout', ADDRESSES),
  cut('Error loading addresses', 'Checkout', ADDRESSES),
  cut('Something went wrong', 'Checkout, new address', ['POST', '/api/users/addresses']),
  withoutMessage('Failed to apply coupon', 'Checkout', ['POST', '/api/coupons/apply']),
  cut('Failed to apply coupon. Please try again.', 'Checkout', ['POST', '/api/coupons/apply']),
  withoutMessage('Failed to place order, or to initiate payment', 'Checkout', ORDER),
  cut('Error placing order, or initiating payment. Please try again.', 'Checkout', ORDER),
  {
    shows: 'The order is placed, its answer lost: a second try must not order twice',
    where: 'Checkout',
    fault: { path: ORDER[1], method: 'POST', kind: 'lost', times: 1 },
  },
  withoutMessage('Failed to load order details', 'Order confirmation', ['GET', '/api/orders/{id}']),
  {
    shows: 'Order not found',
    where: 'Order confirmation',
    fault: {
      path: '/api/orders/{id}',
      method: 'GET',
      kind: 'failure',
      status: 404,
      message: 'Order not found',
    },
  },
  {
    shows: 'Back to login, for any call',
    where: 'Any page of a customer',
    fault: { path: '/api/*', method: '*', kind: 'failure', status: 401, message: 'Unauthorized', times: 1 },
  },
]
