/** The headers of every reply, to valid and invalid requests. */
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aCustomer, type TestCustomer } from './factories.ts'
import { openTestShop, shopForThisTest, type TestShop } from './test-shop.ts'

const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))
const OTHERS = ['/', '/cart', '/healthz', '/readyz', '/media/x.webp', '/pay/x', '/nothing.js']

let test: TestShop
let customer: TestCustomer
beforeAll(async () => {
  test = await openTestShop({ TEST_DOCS: '1' })
  customer = await aCustomer(test)
})
afterAll(() => test.close())

/** All directives but `script-src`. */
const POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'frame-src': 'https://www.youtube-nocookie.com',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Pages of the test bank have nothing but a form. The browser applies `form-action` to the redirect back as well. */
const TEST_BANK_POLICY = {
  'default-src': "'none'",
  'style-src': expect.stringMatching(/^'sha256-[^']+'$/),
  'connect-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self' http://127.0.0.1:3000",
  'frame-ancestors': "'none'",
}

type Reply = Awaited<ReturnType<TestShop['app']['inject']>>

function directives(reply: Reply): Record<string, string> {
  const policy = String(reply.headers['content-security-policy'])
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )
}

function expectSafe(reply: Reply, expected: object = POLICY): void {
  const { headers, statusCode } = reply
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('set-cookie')
  const { 'script-src': scripts, ...policy } = directives(reply)
  expect(policy).toEqual(expected)
  // The test bank runs no file of the shop.
  if (expected === POLICY) expect(scripts).toMatch(/^'self'( 'sha256-[^']+')*$/)
  else if (scripts !== undefined) expect(scripts).toMatch(/^('sha256-[^']+' ?)+$/)
  if (statusCode >= 400) expect(headers['cache-control']).toBe('no-store')
}

const url = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, '1')
const bearer = ({ token }: TestCustomer) => ({ authorization: `Bearer ${token}` })

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    it('has safe headers for anonymous callers, customers and failures', async () => {
      const { method, access } = endpoint
      const own = endpoint.path.endsWith('/logout') ? await aCustomer(test) : customer
      const replies = [
        await test.app.inject({ method, url: url(endpoint) }),
        await test.app.inject({ method, url: url(endpoint), headers: bearer(own) }),
        await test.app.inject({
          method,
          url: `${url(endpoint)}?limit=-1`,
          headers: bearer(customer),
          payload: '{',
        }),
        await test.app.inject({ method: 'PATCH', url: url(endpoint), payload: {} }),
      ]
      for (const reply of replies) expectSafe(reply)
      if (access === 'public' && method === 'GET') return
      for (const reply of replies) expect(reply.headers['cache-control']).toBe('no-store')
    })
  },
)

it.each(OTHERS)('GET %s has safe headers', async (path) => {
  expectSafe(await test.app.inject(path), path.startsWith('/pay') ? TEST_BANK_POLICY : POLICY)
})

it('GET /docs has its own policy, which allows only its own scripts', async () => {
  const reply = await test.app.inject('/docs')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(directives(reply)['script-src']).toBe("'self'")
})

describe('over https', () => {
  it('replies tell browsers to keep using it', async () => {
    const secure = await openTestShop({ PUBLIC_URL: 'https://shop.example' })
    try {
      const reply = await secure.app.inject('/api/settings')
      expect(reply.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
    } finally {
      await secure.close()
    }
  })
})

describe('in production, a scanner', () => {
  const WORDS = [
    ...['.git/config', '.git/HEAD', '.env', '.env.local', '.htaccess', '.npmrc', '.DS_Store', '.ssh/id_rsa'],
    ...[
      'haat.db',
      'haat.db-wal',
      'data/haat.db',
      'secrets.json',
      'data/secrets.json',
      'backup.zip',
      'dump.sql',
    ],
    ...[
      'package.json',
      'pnpm-lock.yaml',
      'src/main.ts',
      'node_modules/fastify/package.json',
      'index.html.bak',
    ],
    ...['docs', 'docs/json', 'documentation', 'swagger.json', 'openapi.json', 'metrics', 'server-status'],
    ...[
      'admin',
      'wp-login.php',
      'phpinfo.php',
      'graphql',
      'actuator/env',
      'debug',
      'console',
      'cron',
      'dev/inbox',
    ],
    ...[
      'dev/clock',
      'dev/messages',
      'api/admin',
      'api/users',
      'api/users/1',
      'api/jobs',
      'api/cron',
      'api/orders/all',
    ],
    ...[
      '..%2f..%2fetc/passwd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..\\..\\etc\\passwd',
      'assets/..%2f..%2fpackage.json',
    ],
    ...['assets/%2e%2e/%2e%2e/package.json', 'media/..%2fsecrets.json', '/etc/passwd', '%00', 'assets/.env'],
  ]
  it('finds only the shop', async () => {
    const production = await openTestShop({ NODE_ENV: 'production', HAAT_DEV: '1', TEST_DOCS: '1' })
    try {
      const page = (await production.app.inject('/')).body
      for (const word of WORDS) {
        const reply = await production.app.inject(`/${word}`)
        const found = reply.statusCode === 200 && reply.body !== page
        const failed = reply.statusCode >= 500 && reply.body !== page
        expect([word, found, failed]).toEqual([word, false, false])
      }
    } finally {
      await production.close()
    }
  })

  it('gets only a status from the health checks', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await test.app.inject(path)).json()).toEqual({ status: 'ok' })
    }
  })
})

describe('a request through a proxy', () => {
  it.each(['x-forwarded-for', 'forwarded'])(
    'with %s is logged every hour while no proxy is trusted',
    async (name) => {
      const proxied = await shopForThisTest()
      const warn = vi.spyOn(proxied.shop.log, 'warn')
      await proxied.get('/api/settings').expect(200)
      for (let n = 0; n < 3; n += 1) {
        await proxied.get('/healthz').set(name, 'for=192.0.2.1').expect(200)
        proxied.clock.advance(60)
      }
      expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUST_PROXY is not set')]])
      proxied.clock.advance(3600 - 180)
      await proxied.get('/healthz').set(name, 'for=192.0.2.1').expect(200)
      expect(warn).toHaveBeenCalledTimes(2)
    },
  )

  it('is not logged if the proxy is trusted', async () => {
    const proxied = await shopForThisTest({ TRUST_PROXY: 'true' })
    const warn = vi.spyOn(proxied.shop.log, 'warn')
    await proxied.get('/api/settings').set('x-forwarded-for', '192.0.2.1').expect(200)
    expect(warn).not.toHaveBeenCalled()
  })
})
