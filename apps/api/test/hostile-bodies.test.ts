/** Invalid bodies and media types are refused with 400, 413 or 415 and change nothing. */
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCustomer, aProduct, type TestCustomer } from './factories.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let test: TestShop
let customer: TestCustomer
let good: string

beforeAll(async () => {
  test = await openTestShop()
  customer = await aCustomer(test)
  const product = await aProduct(test)
  good = JSON.stringify({ variant_id: product.variant.id, quantity: 1 })
})
afterAll(() => test.close())

/** Sends a body to `POST /api/cart` as a customer. */
async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${customer.token}`
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/cart',
    headers: { authorization, ...headers },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() as { success: boolean; message: string } }
}
const JSON_TYPE = { 'content-type': 'application/json' }

async function expectRefused(reply: ReturnType<typeof send>, ...statuses: number[]): Promise<void> {
  const { status, body } = await reply
  expect(statuses).toContain(status)
  expect(body).toMatchObject({ success: false, message: expect.any(String) })
  const { body: cart } = await test.get('/api/cart', customer.token).expect(200)
  expect(cart.cart).toEqual([])
}

describe('a valid body with another media type', () => {
  it.each([
    '',
    'text/plain',
    'text/json',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/octet-stream',
    'application/jsonx',
    'application/json+x',
    'application/json/x',
    'application',
    'json',
    '*/*',
    'application/json, text/plain',
    'application/json\ta',
    'application/json a',
    'text/plain; application/json',
    'text/plain\tapplication/json',
  ])('%j is refused', (type) => expectRefused(send(good, { 'content-type': type }), 400, 415))

  it('without a media type is refused', () => expectRefused(send(good), 400, 415))

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('compressed with %s is refused', (encoding, pack) =>
    expectRefused(send(pack(good), { ...JSON_TYPE, 'content-encoding': encoding }), 400, 415),
  )
})

describe('an invalid body with an unusual JSON type', () => {
  const spoilt = '{"variant_id":"1","quantity":-1}'
  it.each([
    ' application/json',
    '\tapplication/json',
    'Application/JSON',
    'application/json;',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; charset="utf-8"',
    'application/json;charset=utf-8;charset=x',
    `application/json; x=${'a'.repeat(5000)}`,
  ])('%j is refused', (type) => expectRefused(send(spoilt, { 'content-type': type }), 400, 415))
})

describe('a body', () => {
  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)
  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"x"'],
    ['true', 'true'],
    ['a list', '[]'],
    ['a list of bodies', '[{"variant_id":1,"quantity":1}]'],
    ['no fields', '{}'],
    ['half of one', '{"variant_id":1,'],
    ['two bodies', '{"variant_id":1,"quantity":1}{"variant_id":1,"quantity":1}'],
    ['a comma too many', '{"variant_id":1,"quantity":1,}'],
    ['single quotes', "{'variant_id':1,'quantity':1}"],
    ['a comment', '{"variant_id":1,/**/"quantity":1}'],
    ['NaN', '{"variant_id":1,"quantity":NaN}'],
    ['a form', 'variant_id=1&quantity=1'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['a NUL', '\0'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', Buffer.from('{"variant_id":1,"quantity":1}', 'utf16le')],
    ['a byte order mark and a wrong field', '\ufeff{"variant_id":1,"quantity":0}'],
    ['a lone surrogate for a number', '{"variant_id":"\\ud800","quantity":1}'],
    ['a field twice, wrong at the end', '{"variant_id":1,"quantity":1,"quantity":0}'],
    ['__proto__', '{"variant_id":1,"quantity":1,"__proto__":{"quantity":1}}'],
    ['__proto__ in disguise', '{"variant_id":1,"quantity":1,"\\u005f_proto__":{}}'],
    ['constructor.prototype', '{"variant_id":1,"quantity":1,"constructor":{"prototype":{"x":1}}}'],
    ['10,000 lists in each other', deep('[', ']')],
    ['10,000 objects in each other', `{"a":${deep('{"a":', '}').replace('}', '1}')}}`],
    ['a number of 100,000 digits', `{"variant_id":1${'0'.repeat(100_000)},"quantity":1}`],
    ['an exponent', '{"variant_id":1e400,"quantity":1}'],
  ])('of %s is refused', (_what, body) => expectRefused(send(body, JSON_TYPE), 400))

  it.each([256 * 1024 + 1, 1024 * 1024 + 1])('of %i bytes is refused', (size) =>
    expectRefused(send(`{"x":"${'a'.repeat(size)}"}`, JSON_TYPE), 413),
  )

  it('shorter than its content length is refused', () =>
    expectRefused(send(good, { ...JSON_TYPE, 'content-length': String(good.length + 10) }), 400))

  it('does not pollute prototypes', () => {
    expect(({} as Record<string, unknown>)['quantity']).toBeUndefined()
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('that is valid is accepted, so the refusals above have other reasons', async () => {
    expect((await send(good, JSON_TYPE)).status).toBe(201)
  })
})

describe('text with a null character or half a surrogate pair', () => {
  it.each([
    '/api/products/filter?brand=%00',
    '/api/products/filter?brand=a,b%00',
    '/api/products/search?search=a%00b',
  ])('is refused in %s', async (url) => {
    const { body } = await test.get(url).expect(400)
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ message: expect.any(String) }] })
  })

  it.each(['\\u0000', 'a\\ud800', '\\uDC00b'])('is refused in a body, as %s', async (escaped) => {
    const deep = `${'['.repeat(50_000)}"${escaped}"${']'.repeat(50_000)}`
    for (const payload of [`{"variant_id":"${escaped}","quantity":1}`, `{"other":${deep}}`])
      expect(await send(payload, JSON_TYPE)).toMatchObject({ status: 400, body: { success: false } })
  })

  it('is not mistaken for a whole pair', async () => {
    const { body } = await send('{"variant_id":0,"quantity":1,"other":"\\ud83d\\ude00"}', JSON_TYPE)
    expect(body.message).not.toContain('control characters')
  })
})
