/**
 * Thousands of requests made from the contract: valid, nearly valid and hostile. None may end in a 5xx, hang, show
 * internals, or differ from the documentation: every reply is validated against the OpenAPI document.
 *
 * The nightly run makes more requests per endpoint, and other ones each time.
 */
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { openApi } from '@haat/contract/openapi'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { CallbackBody, signCallback } from '../src/test-bank/test-bank.ts'
import { byDepth } from '../../../scripts/depth.ts'
import { aCoupon, aDeal, aProduct } from './factories.ts'
import { report } from './figure.ts'
import { HOSTILE, HOSTILE_VALUES } from './hostile-strings.ts'
import { checkInvariants } from './invariants.ts'
import { aShopper, item, type Shopper } from './shopper.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const RUNS = byDepth(15, inject('engine') === 'sqlite' ? 4000 : 500)
const SEED = byDepth(20_260_302, Date.now() % 2 ** 31)
const AT_ONCE = 8
const TIMEOUT_MS = 20_000
/** What a reply must never show: stacks, SQL, drivers, paths of the server. */
const BENEATH =
  /\bat \S+ \(|\bat (file:|\/)|node_modules|sqlite|postgres|drizzle|\bselect .+ from\b|\binsert into\b|constraint|\/src\/|\/tmp\/|haat\.db|TypeError|RangeError|SyntaxError|\bundefined\b is not/i

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
}
interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema; required: boolean }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
interface Call {
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))
const document = openApi('fuzz')
const operationOf = ({ method, path }: Endpoint): Operation =>
  document.paths[path]?.[method.toLowerCase()] as Operation

let test: TestShop
let products: { id: number; variant: { id: number } }[]

beforeAll(async () => {
  test = await openTestShop()
  const plenty = [{ stock: 1_000_000 }]
  products = [
    await aProduct(test, {}, plenty),
    await aProduct(test, {}, plenty),
    await aProduct(test, { is_published: false }, plenty),
  ]
  await aDeal(test, products[0]!.id)
  await aCoupon(test, { code: 'TEN' })
})
afterAll(() => test.close())

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }))
const hostile: fc.Arbitrary<unknown> = fc.oneof(hostileText, fc.constantFrom(...HOSTILE_VALUES))

/** Values that exist in this shop, by the name of the field: requests with them pass more checks. */
function knownValues(shopper: Shopper, rows: { cart: number; saved: number; order: number }) {
  const { email, phone_number } = shopper.customer
  const ids = products.map(({ id }) => id)
  return {
    email: [email, 'nobody@example.com'],
    phone_number: [phone_number],
    password: ['Demo@1234'],
    otp: ['123456'],
    code: ['TEN', 'ten'],
    product_id: ids,
    variant_id: products.map(({ variant }) => variant.id),
    category: ['all', '1'],
    search: ['product', 'prodct', 'kaveri'],
    brand: ['Kaveri', 'Kaveri,Other'],
    cart_item_id: [rows.cart, rows.saved],
    address_id: [shopper.address_id],
    user_id: [shopper.customer.id],
    id: [...ids, shopper.address_id, rows.cart, rows.saved, rows.order],
    quantity: [1, 2],
    price: [400, 500],
    total_amount: [400, 499, 500, 599, 900, 1099],
    total_shipping_price: [0, 99],
    total_items_discount: [0, 50],
    state: ['Karnataka', 'KA'],
    pincode: ['560001'],
    phone: ['9876543210'],
  } as Record<string, (string | number)[] | undefined>
}
type Known = ReturnType<typeof knownValues>

/** Values that satisfy a schema, as far as its JSON Schema describes it. */
function valid(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const here = known[name]
  if (here) return fc.constantFrom(...here)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, known, name)))
  if (schema.properties) return validObject(schema, known)
  if (schema.items)
    return fc.array(valid(schema.items, known), { minLength: schema.minItems ?? 0, maxLength: 3 })
  if (schema.type === 'string') return text(schema.pattern)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  const { minimum: min = 0, maximum: max = 1000 } = schema
  return fc.integer({ min, max: Math.max(min, Math.min(max, min + 1000)) })
}

function validObject({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, field]) => [name, valid(field, known, name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

function text(pattern: string | undefined): fc.Arbitrary<string> {
  const words = fc.constantFrom('Asha Rao', '12 MG Road', 'x', '560001', '9876543210')
  if (pattern === undefined || pattern.includes('\\p{') || pattern.includes('\\0')) return words
  return fc.stringMatching(new RegExp(pattern))
}

const spelt = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Breaks one part of a value, at any depth: replaces, removes, adds or wraps it. */
function spoil(value: unknown, steps: number[], how: number, evil: unknown): unknown {
  const [step = 0, ...rest] = steps
  if (typeof value !== 'object' || value === null || steps.length === 0) return how === 3 ? [value] : evil
  if (Array.isArray(value)) {
    if (value.length === 0) return [evil]
    return value.with(step % value.length, spoil(value[step % value.length], rest, how, evil))
  }
  const keys = Object.keys(value)
  if (how === 2 || keys.length === 0) return { ...value, [spelt(evil)]: evil }
  const key = keys[step % keys.length]!
  const { [key]: field, ...others } = value as Record<string, unknown>
  return how === 1 ? others : { ...others, [key]: spoil(field, rest, how, evil) }
}

const spoilt = (sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(sound, fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), fc.nat(3), hostile)
    .map(([value, steps, how, evil]) => spoil(value, steps, how, evil))

const soundOrNot = (sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: sound },
    { weight: 5, arbitrary: spoilt(sound) },
    { weight: 1, arbitrary: hostile },
  )

const encode = (value: unknown): string => encodeURIComponent(spelt(value).toWellFormed())

function queries(parameters: Operation['parameters'], known: Known): fc.Arbitrary<string> {
  const fields = parameters.filter((parameter) => parameter.in === 'query')
  if (fields.length === 0) return fc.constantFrom('', '', '?', '?x=1', '?%00=%ff', '?__proto__=1')
  const pair = (name: string, schema: Schema) =>
    fc
      .tuple(
        fc.constantFrom(name, name, name, name, `${name}[]`, `${name}[a]`),
        soundOrNot(valid(schema, known, name)),
      )
      .map(([key, value]) => `${encode(key)}=${encode(value)}`)
  return fc
    .array(fc.oneof(...fields.map(({ name, schema }) => pair(name, schema)), hostileText.map(encode)), {
      maxLength: 4,
    })
    .map((pairs) => `?${pairs.join('&')}`)
}

function headers(endpoint: Endpoint, operation: Operation, token: string) {
  const own = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const value = hostileText.map((line) => line.replaceAll(/[^\x20-\x7e]/g, '~').slice(0, 2000))
  const authorization =
    endpoint.access === 'customer'
      ? fc.constantFrom(`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`, 'Bearer x.y.z')
      : value
  return fc.record(
    { authorization, ...Object.fromEntries(own.map((name) => [name, value])) },
    { requiredKeys: endpoint.access === 'customer' ? ['authorization'] : [] },
  )
}

function calls(endpoint: Endpoint, shopper: Shopper, known: Known): fc.Arbitrary<Call> {
  const operation = operationOf(endpoint)
  const bodySchema =
    endpoint.access === 'signed'
      ? (z.toJSONSchema(CallbackBody, { unrepresentable: 'any' }) as Schema)
      : operation.requestBody?.content['application/json']?.schema
  const body = bodySchema ? soundOrNot(valid(bodySchema, known)) : fc.constant(undefined)
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(known['id'] ?? []), 'about').map(String) },
    { weight: 2, arbitrary: hostileText.map((part) => encode(part).slice(0, 300)) },
  )
  return fc
    .record({
      id,
      query: queries(operation.parameters, known),
      body,
      own: headers(endpoint, operation, shopper.customer.token),
    })
    .map(({ id, query, body, own }) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const json: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
      const url = endpoint.path.replace(/\{\w+\}/, () => id) + query
      const signed = endpoint.access === 'signed' && payload !== undefined ? signature(payload) : {}
      return { url, payload, headers: { ...json, ...signed, ...(own as Record<string, string>) } }
    })
}

function signature(payload: string): Record<string, string> {
  const timestamp = String(Math.floor(test.clock.now().getTime() / 1000))
  const mac = signCallback(payload, timestamp, test.shop.config.paymentSecret)
  return { 'x-haat-timestamp': timestamp, 'x-haat-signature': mac }
}

/** @returns what is wrong with the reply, or null */
async function complaint(endpoint: Endpoint, call: Call): Promise<string | null> {
  const { url, headers: own, payload } = call
  const request = { method: endpoint.method, url, headers: own, ...(payload !== undefined && { payload }) }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS, null)))
  const reply = await Promise.race([test.app.inject(request), late])
  clearTimeout(timer)
  const what = `${endpoint.method} ${url.slice(0, 300)} ${JSON.stringify(own).slice(0, 300)} ${payload?.slice(0, 600) ?? ''}`
  if (reply === null) return `no answer: ${what}`
  if (reply.statusCode >= 500) return `${reply.statusCode} ${reply.body.slice(0, 300)}: ${what}`
  if (reply.statusCode < 400) return null
  const failure = reply.json() as { success?: unknown; message?: unknown }
  if (failure.success !== false || typeof failure.message !== 'string')
    return `not the failure shape: ${what}`
  return BENEATH.test(reply.body) ? `shows what lies beneath: ${reply.body.slice(0, 300)}: ${what}` : null
}

/** A customer with an address, a cart line, a saved line and an order. */
async function customerWithRows() {
  const shopper = await aShopper(test)
  const [first, second] = products
  const cart = (await shopper.add(second!.variant.id).expect(201)).body.cart_item.cart_item_id as number
  const line = (await shopper.add(first!.variant.id).expect(201)).body.cart_item.cart_item_id as number
  const moved = await test.post('/api/saved', { cart_item_id: line }, shopper.customer.token).expect(201)
  const saved = moved.body.saved_item.saved_item_id as number
  const placed = await shopper.place(shopper.order([item(second!)], 599, { checkout: 'buy-now' })).expect(201)
  return { shopper, known: knownValues(shopper, { cart, saved, order: placed.body.order_id }) }
}

it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s survives every request',
  { timeout: 1_200_000 },
  async (_name, endpoint) => {
    const { shopper, known } = await customerWithRows()
    const requests = fc.sample(calls(endpoint, shopper, known), { numRuns: RUNS, seed: SEED })
    const complaints: string[] = []
    const worker = async () => {
      for (let call = requests.pop(); call; call = requests.pop()) {
        const wrong = await complaint(endpoint, call)
        if (wrong !== null) complaints.push(wrong)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await test.shop.background.idle()
    expect(complaints.slice(0, 5)).toEqual([])
  },
)

it('leaves the shop sound', async (context) => {
  await checkInvariants(test.shop.db)
  report(
    context,
    `fuzz on ${inject('engine')}: ${RUNS} requests to each of ${endpoints.length} endpoints, seed ${SEED}`,
  )
})
