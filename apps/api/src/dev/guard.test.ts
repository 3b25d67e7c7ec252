/** Attacks on the QA tools: from pages of other sites, under foreign names, and from the network. */
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { matchesPath } from './faults.ts'

const PUBLIC_URL = 'http://localhost:8080'
const TOKEN = 'a-token-of-24-characters'

async function setUp(env: Record<string, string> = {}) {
  const { app, time } = await devShopForThisTest({ PUBLIC_URL, ...env })
  const read = (headers: IncomingHttpHeaders, url = '/dev/clock') => app.inject({ url, headers })
  const write = (headers: IncomingHttpHeaders, url = '/dev/clock') =>
    app.inject({ method: 'POST', url, headers, payload: { advance: 60 } })
  return { app, time, read, write }
}

describe('the QA tools on this machine', () => {
  it('answer under their own names', async () => {
    const { read, write } = await setUp()
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) {
      expect([host, (await read({ host })).statusCode]).toEqual([host, 200])
      expect([host, (await write({ host })).statusCode]).toEqual([host, 200])
    }
  })

  it.each([
    'evil.example',
    'shop.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.9:3000',
    'x@y:z',
  ])('refuse the name %j, as after DNS rebinding', async (host) => {
    const { read, write, time } = await setUp()
    const before = time.now()
    for (const url of ['/dev', '/dev/clock', '/dev/messages', '/dev/tools.js'])
      expect([url, (await read({ host }, url)).statusCode]).toEqual([url, 403])
    expect((await write({ host })).statusCode).toBe(403)
    expect(time.now()).toEqual(before)
  })

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'])(
    'refuse what a proxy forwards with %s',
    async (header) => {
      const { read, write } = await setUp()
      const headers = { host: 'localhost:3000', [header]: '192.0.2.1' }
      expect((await read(headers)).statusCode).toBe(403)
      expect((await write(headers)).statusCode).toBe(403)
    },
  )

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:4000' },
    { origin: 'null' },
    { origin: 'nonsense', 'sec-fetch-site': 'same-origin' },
  ])('refuse what a page of another site sends: %o', async (headers: IncomingHttpHeaders) => {
    const { app, read, write, time } = await setUp()
    const before = time.now()
    const host = 'localhost:3000'
    expect((await write({ host, ...headers })).statusCode).toBe(403)
    const restored = await app.inject({
      method: 'POST',
      url: '/dev/snapshots/x/restore',
      headers: { host, ...headers },
    })
    expect(restored.statusCode).toBe(403)
    expect(time.now()).toEqual(before)
    // The browser does not let the other page read this.
    expect((await read({ host, ...headers })).headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each([
    { host: 'localhost:5173', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
    { host: 'localhost:3000', origin: PUBLIC_URL },
    { host: 'localhost:3000', 'sec-fetch-site': 'none' },
  ])('accept what their own pages send: %o', async (headers: IncomingHttpHeaders) => {
    const { write } = await setUp()
    expect((await write(headers)).statusCode).toBe(200)
  })
})

describe('the QA tools on a server that the network reaches', () => {
  const env = { HOST: '0.0.0.0', HAAT_DEV_TOKEN: TOKEN }
  const host = '192.168.1.9:3000'

  it('need the token', async () => {
    const { read, write } = await setUp(env)
    const wrong = [
      {},
      { 'haat-dev-token': 'wrong' },
      { cookie: 'haat-dev-token=' },
      { cookie: `x=haat-dev-token=${TOKEN}` },
    ]
    for (const headers of wrong) {
      expect((await read({ host, ...headers })).statusCode).toBe(403)
      expect((await write({ host, ...headers })).statusCode).toBe(403)
    }
    expect((await read({ host: 'localhost' }, '/dev?token=wrong&token=x')).statusCode).toBe(403)
    expect((await write({ host, 'haat-dev-token': TOKEN })).statusCode).toBe(200)
  })

  it.each([
    ['PUBLIC_URL', 'https://staging.example'],
    ['PUBLIC_URL', 'http://localhost.example:3000'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '127.0.0.1'],
  ])('need it behind a proxy: %s=%s', async (name, value) => {
    const { app, shop } = await devShopForThisTest({ [name]: value, HAAT_DEV_TOKEN: TOKEN })
    const forwarded = { host: 'localhost:3000', 'x-forwarded-for': '192.0.2.1' }
    const read = (headers: IncomingHttpHeaders) => app.inject({ url: '/dev/clock', headers })
    expect((await read(forwarded)).statusCode).toBe(403)
    expect((await read({ host: 'localhost:3000' })).statusCode).toBe(403)
    expect((await read({ ...forwarded, 'haat-dev-token': TOKEN })).statusCode).toBe(200)
    expect(shop.config.warnings).toContainEqual({
      setting: expect.stringContaining(`${name}=`),
      what: expect.stringContaining('The QA tools are open'),
    })
  })

  it('take it from the address once, and then from a cookie', async () => {
    const { read, write } = await setUp(env)
    const opened = await read({ host }, `/dev/messages?token=${TOKEN}`)
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['set-cookie']).toBe(`haat-dev-token=${TOKEN}; Path=/dev; HttpOnly; SameSite=Strict`)
    const cookie = `other=1; haat-dev-token=${TOKEN}`
    expect((await write({ host, cookie })).statusCode).toBe(200)
    expect((await write({ host, cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  it('have a random token by default, and say so', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => devShopForThisTest({ HOST: '0.0.0.0' })))
    expect(first?.shop.config.devToken).toMatch(/^[\w-]{24}$/)
    expect(first?.shop.config.devToken).not.toBe(second?.shop.config.devToken)
    expect(JSON.stringify(first?.shop.config.warnings)).toContain('The QA tools are open')
    const local = await devShopForThisTest({ HOST: '127.0.0.1', TRUST_PROXY: '0' })
    expect(local.shop.config.devToken).toBeNull()
    expect(JSON.stringify(local.shop.config.warnings)).not.toContain('QA tools')
  })
})

describe('the paths of faults', () => {
  it.each([
    ['/api/cart', '/api/cart', true],
    ['/api/cart', '/api/cart/', true],
    ['/api/cart/', '/api/cart', true],
    ['/api/cart', '/api/carts', false],
    ['/', '/', true],
    ['/api/*', '/api/', true],
    ['/api/*', '/api/a/b', true],
    ['/api/*', '/media/a', false],
    ['/*/cart', '/api/x/cart', true],
    ['/*a*b', '/xaxxb', true],
    ['/*a*b', '/xbxxa', false],
    ['/api/orders/{id}', '/api/orders/7', true],
    ['/api/orders/{id}', '/api/orders/7/', true],
    ['/api/orders/{id}', '/api/orders/', false],
    ['/api/orders/{id}', '/api/orders/7/invoice', false],
    ['/api/{a}/{b}/*', '/api/orders/7/invoice', true],
    ['/api/a.c', '/api/abc', false],
  ])('%s covers %s: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected)
  })
})
