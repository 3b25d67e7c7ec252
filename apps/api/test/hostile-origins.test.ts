/** Forged headers about the caller's address or the server's name, which the server must not use. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { aProduct } from './factories.ts'
import { HOSTILE } from './hostile-strings.ts'
import { aShopper, item } from './shopper.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const EVIL = 'evil4711.example'

let test: TestShop
beforeEach(async () => {
  test = await openTestShop({ RATE_LIMIT: 'on', TEST_DOCS: '1' })
})
afterEach(() => test.close())

const FORGED = byDepth(40, 1000)
const addresses = Array.from({ length: FORGED }, (_, n) => `203.${Math.floor(n / 250)}.${n % 250}.9`)
const garbled = HOSTILE.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '~').slice(0, 1000))

/** Forged headers, different for each request. */
const lies = (who: string, n: number): Record<string, string> => ({
  'x-forwarded-for': n % 2 === 0 ? who : `${who}, 127.0.0.1`,
  'x-real-ip': who,
  'x-client-ip': who,
  'true-client-ip': who,
  'cf-connecting-ip': who,
  forwarded: `for=${who};host=${EVIL};proto=https`,
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '1',
  'x-forwarded-prefix': `//${EVIL}`,
  'x-original-url': '/api/users/profile',
  'x-rewrite-url': '/api/users/profile',
  'x-http-method-override': 'DELETE',
  host: EVIL,
})

describe('a caller with another address in every header', () => {
  it('is counted as one caller', async () => {
    const statuses: number[] = []
    for (const [n, who] of addresses.entries()) {
      const payload = { email: `nobody${n}@example.com`, otp: '123456' }
      const headers = lies(who, n)
      const reply = await test.app.inject({ method: 'POST', url: '/api/auth/verify-otp', headers, payload })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(FORGED - 30).fill(429)])
  })

  it('is counted even if the headers have no valid address', async () => {
    const statuses = new Set<number>()
    for (const [n, who] of [...garbled, ...garbled].entries()) {
      const payload = { email: `nobody${n}@example.com`, otp: '123456' }
      const headers = { ...lies('x', n), 'x-forwarded-for': who, forwarded: who }
      const reply = await test.app.inject({ method: 'POST', url: '/api/auth/verify-otp', headers, payload })
      if (n >= 30) statuses.add(reply.statusCode)
    }
    expect([...statuses]).toEqual([429])
  })
})

describe('a caller with a forged server name', () => {
  it('does not find it in any reply', async () => {
    for (const host of [EVIL, `${EVIL}:80`, `x@${EVIL}`, `${EVIL}/..`, '127.0.0.1', '', 'localhost:99999']) {
      for (const url of [
        '/',
        '/api/settings',
        '/api/banners',
        '/api/nothing',
        '/pay/x',
        '/media/x',
        '/docs',
        '/nothing/',
      ]) {
        const reply = await test.app.inject({ url, headers: { ...lies('203.0.113.9', 0), host } })
        expect(reply.statusCode).toBeLessThan(500)
        expect(reply.body + JSON.stringify(reply.headers)).not.toContain(EVIL)
      }
    }
  })

  it('is redirected for payment, and back, to the configured address', async () => {
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    const order = shopper.order([item(product)], 599, { payment_method: 'ONLINE', checkout: 'buy-now' })
    const { body } = await shopper.place(order).set(lies('203.0.113.9', 0)).expect(201)
    expect(body.paymentUrl.startsWith(`${test.shop.config.publicUrl}/pay/`)).toBe(true)
    const path = new URL(body.paymentUrl).pathname
    const page = await test.get(`${path}?returnUrl=https://${EVIL}`).set(lies('203.0.113.9', 0)).expect(200)
    expect(page.text + JSON.stringify(page.headers)).not.toContain(EVIL)
  })

  it('cannot override the method or the path', async () => {
    const reply = await test.app.inject({ url: '/api/banners', headers: lies('203.0.113.9', 0) })
    expect(reply.json()).toEqual([])
  })
})

describe('behind a trusted proxy', () => {
  it('malformed addresses cause no error', async () => {
    const proxied = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' })
    try {
      for (const who of garbled) {
        const headers = { 'x-forwarded-for': who, 'x-forwarded-host': who, 'x-forwarded-proto': who }
        const payload = { email: 'nobody@example.com', otp: '123456' }
        const reply = await proxied.app.inject({
          method: 'POST',
          url: '/api/auth/verify-otp',
          headers,
          payload,
        })
        expect([400, 429]).toContain(reply.statusCode)
      }
    } finally {
      await proxied.close()
    }
  })
})
