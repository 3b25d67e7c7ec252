/** Access to every endpoint of the contract, tried with every kind of invalid session. */
import { createHmac } from 'node:crypto'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import type { AnyAct } from '@haat/contract/staff/act'
import { staff } from '@haat/contract/staff/index'
import { staffSession } from '@haat/contract/staff/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../src/features/auth/password.ts'
import { aCustomer, type TestCustomer } from './factories.ts'
import { openTestShop, START, type TestShop } from './test-shop.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group))
const of = (access: Endpoint['access']) =>
  endpoints
    .filter((endpoint) => endpoint.access === access)
    .map((endpoint) => [nameOf(endpoint), endpoint] as const)
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const UNAUTHORIZED = { success: false, message: 'Unauthorized' }
const NOW = Math.floor(START.getTime() / 1000)

let test: TestShop
let victim: TestCustomer

beforeAll(async () => {
  test = await openTestShop()
  victim = await aCustomer(test)
})
afterAll(() => test.close())

/** Calls an endpoint with arbitrary path parameters and an empty body. */
async function call({ method, path }: Endpoint, headers: Record<string, string> = {}, query = '') {
  const url = `${path.replaceAll(/\{\w+\}/g, '1')}${query}`
  const payload = method === 'POST' || method === 'PUT' ? { payload: {} } : {}
  const reply = await test.app.inject({ method, url, headers, ...payload })
  return { status: reply.statusCode, body: reply.json() as unknown }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with any header, secret and hash. */
function forge(
  claims: object,
  { header = {}, secret = test.shop.config.keys.sessions, hash = 'sha256' } = {},
): string {
  const signed = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

const claimsOf = (customer: TestCustomer) => ({
  sub: String(customer.id),
  sid: customer.sid,
  iat: NOW,
  exp: NOW + 86_400,
})

/** Callers without a valid session, and their headers. */
async function strangers(): Promise<Record<string, Record<string, string>>> {
  const tokens = await endedTokens()
  const claims = claimsOf(victim)
  return {
    nobody: {},
    'an empty header': { authorization: '' },
    'the scheme alone': { authorization: 'Bearer ' },
    garbage: bearer('garbage'),
    'three parts of garbage': bearer('a.b.c'),
    'another scheme': { authorization: `Basic ${victim.token}` },
    'a bare token': { authorization: victim.token },
    'a token with more behind it': { authorization: `Bearer ${victim.token} x` },
    'a token in a cookie': { cookie: `accessToken=${victim.token}; token=${victim.token}` },
    'an expired token': bearer(forge({ ...claims, exp: NOW })),
    'a token under another secret': bearer(forge(claims, { secret: 'x'.repeat(32) })),
    'alg none': bearer(`${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`),
    'alg none with a signature': bearer(
      `${base64({ alg: 'none' })}.${base64(claims)}.${victim.token.split('.')[2]}`,
    ),
    ...Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, bearer(token)])),
  }
}

/** Tokens that have been valid. */
async function endedTokens(): Promise<Record<string, string>> {
  const password_hash = await hashPassword('Demo@1234')
  const [loggedOut, deleted, changed, reset] = [
    await aCustomer(test),
    await aCustomer(test),
    await aCustomer(test, { password_hash }),
    await aCustomer(test, { password_hash }),
  ]
  await test.post('/api/auth/logout', undefined, loggedOut.token).expect(200)
  await removeCustomer(deleted.id)
  const { body } = await test
    .post('/api/auth/login', { email: changed.email, password: 'Demo@1234' })
    .expect(200)
  const passwords = { currentPassword: 'Demo@1234', newPassword: 'Fresh@1234' }
  await test.put('/api/users/change-password', passwords, body.accessToken).expect(200)
  await test.post('/api/auth/forgot-password', { email: reset.email }).expect(200)
  await test.shop.background.idle()
  const otp = /\d{6}/.exec(test.mail.messages.find(({ to }) => to === reset.email)?.text ?? '')?.[0]
  await test
    .post('/api/auth/reset-password', { email: reset.email, otp, newPassword: 'Fresh@1234' })
    .expect(200)
  return {
    'a logged-out token': loggedOut.token,
    "a deleted customer's token": deleted.token,
    'a token from before the password was changed': changed.token,
    'a token from before the password was reset': reset.token,
  }
}

async function removeCustomer(id: number): Promise<void> {
  const { eq } = await import('drizzle-orm')
  await test.shop.db.transaction((tx) => tx.delete(tx.tables.users).where(eq(tx.tables.users.id, id)))
}

describe('an endpoint for customers', () => {
  let callers: Record<string, Record<string, string>>
  beforeAll(async () => {
    callers = await strangers()
  })

  it.each(of('customer'))(
    '%s refuses every caller without a session with the same reply',
    async (_name, endpoint) => {
      for (const [caller, headers] of Object.entries(callers)) {
        expect({ caller, ...(await call(endpoint, headers)) }).toEqual({
          caller,
          status: 401,
          body: UNAUTHORIZED,
        })
      }
      const inQuery = await call(endpoint, {}, `?token=${victim.token}&access_token=${victim.token}`)
      expect(inQuery).toEqual({ status: 401, body: UNAUTHORIZED })
      if (endpoint.method !== 'GET') return
      const head = await test.app.inject({ method: 'HEAD', url: endpoint.path.replaceAll(/\{\w+\}/g, '1') })
      expect(head.statusCode).toBe(401)
    },
  )

  it.each(of('customer'))('%s accepts a customer and forbids caching', async (_name, endpoint) => {
    const customer = await aCustomer(test)
    const url = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    const reply = await test.app.inject({
      method: endpoint.method,
      url,
      headers: bearer(customer.token),
      ...(endpoint.body && { payload: {} }),
    })
    expect(reply.statusCode).not.toBe(401)
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('a public endpoint', () => {
  it.each(of('public'))('%s accepts anonymous callers', async (_name, endpoint) => {
    for (const headers of [{}, bearer('garbage'), bearer(victim.token)]) {
      const { status } = await call(endpoint, headers)
      expect(status).not.toBe(401)
      expect(status).not.toBe(403)
      expect(status).toBeLessThan(500)
    }
  })
})

describe('a signed endpoint', () => {
  it.each(of('signed'))('%s refuses unsigned requests', async (_name, endpoint) => {
    const now = String(NOW)
    const unsigned: Record<string, string>[] = [
      {},
      bearer(victim.token),
      { 'x-haat-timestamp': now },
      { 'x-haat-timestamp': now, 'x-haat-signature': 'sha256=' },
      { 'x-haat-timestamp': now, 'x-haat-signature': `sha256=${'0'.repeat(64)}` },
    ]
    for (const headers of unsigned) {
      expect((await call(endpoint, headers)).status).toBe(400)
    }
  })
})

/** Acts, and what has no act: a raw body, a stream. */
const desk: string[] = [
  ...Object.values(staff).flatMap((acts) => Object.values<AnyAct>(acts).map(({ route }) => route)),
  ...Object.values<Endpoint>(staffSession).map(nameOf),
  'POST /api/desk/files',
  'POST /api/desk/pictures',
  'POST /api/desk/photos',
  'POST /api/desk/photos/open',
  'GET /api/desk/events',
  'GET /api/preview/{token}',
]

it('serves only endpoints and acts of the contract under /api', () => {
  const served = new Set<string>()
  const stack: string[] = []
  for (const line of test.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+) \(([A-Z, ]+)\)/u.exec(line) ?? []
    const depth = indent.length / 4 - 1
    stack.length = Math.max(depth, 0)
    stack.push(part)
    const path = stack.join('').replaceAll(/:(\w+)/g, '{$1}')
    if (!path.startsWith('/api')) continue
    for (const method of methods.split(', ')) if (method !== 'HEAD') served.add(`${method} ${path}`)
  }
  expect([...served].toSorted()).toEqual([...endpoints.map(nameOf), ...desk].toSorted())
})

describe('a token', () => {
  const status = async (token: string): Promise<number> => {
    const headers = bearer(token)
    return (await test.app.inject({ url: '/api/users/profile', headers })).statusCode
  }

  it('forged with the right secret is accepted, so the attacks below fail for other reasons', async () => {
    expect(await status(forge(claimsOf(victim)))).toBe(200)
  })

  it('expires to the second', async () => {
    expect(await status(forge({ ...claimsOf(victim), exp: NOW + 1 }))).toBe(200)
    expect(await status(forge({ ...claimsOf(victim), exp: NOW }))).toBe(401)
  })

  it('is refused with any character changed', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const { token } = victim
    for (let at = 0; at < token.length; at += 1) {
      const turns = at > token.length - 3 ? alphabet : alphabet[(alphabet.indexOf(token[at] ?? '') + 1) % 64]!
      for (const turn of turns.replaceAll(token[at]!, '')) {
        expect(await status(token.slice(0, at) + turn + token.slice(at + 1))).toBe(401)
      }
    }
  })

  it('is refused shortened, extended or reordered', async () => {
    const { token } = victim
    const [header, claims, signature] = token.split('.') as [string, string, string]
    const mutants = [
      ...Array.from({ length: 60 }, (_, n) => token.slice(0, -1 - n)),
      ...['A', '=', '==', '.', '.A', '%00', ' ', '\t', '\u00a0'].map((tail) => token + tail),
      ...[
        `.${token}`,
        `${token}.${signature}`,
        `${header}.${claims}.`,
        `${header}.${claims}`,
        `${header}..${signature}`,
      ],
      ...[
        `${claims}.${header}.${signature}`,
        `.${claims}.${signature}`,
        `${header}.${claims}.${signature}${signature}`,
      ],
      ...[
        `${header}.${claims}.${'A'.repeat(43)}`,
        `${header}.${claims}.${'A'.repeat(4000)}`,
        '..',
        'null',
        'undefined',
      ],
      `${header}.${claims}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      `${header}.${base64({ ...claimsOf(victim), sub: String(victim.id + 1) })}.${signature}`,
    ]
    for (const mutant of mutants) expect([mutant, await status(mutant)]).toEqual([mutant, 401])
  })

  it('is refused under any other algorithm', async () => {
    const claims = claimsOf(victim)
    for (const alg of [
      'none',
      'None',
      'NONE',
      'nOnE',
      '',
      'HS384',
      'HS512',
      'RS256',
      'PS256',
      'ES256',
      'EdDSA',
      'hs256',
      null,
      0,
    ]) {
      for (const hash of ['sha256', 'sha384', 'sha512']) {
        expect(await status(forge(claims, { header: { alg }, hash }))).toBe(401)
      }
      expect(await status(forge(claims, { header: { alg }, secret: '' }))).toBe(401)
    }
  })

  it('cannot supply its own key', async () => {
    const secret = 'attacker'
    const jwk = { kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }
    for (const header of [
      ...[
        '/dev/null',
        '../../../../dev/null',
        "x' UNION SELECT 'attacker'--",
        'http://127.0.0.1:1/key',
        '0',
      ].map((kid) => ({ kid })),
      { jwk },
      { jku: 'http://127.0.0.1:1/jwks.json' },
      { x5u: 'http://127.0.0.1:1/cert' },
      { crit: ['exp'] },
      { b64: false, crit: ['b64'] },
      { zip: 'DEF' },
    ]) {
      for (const key of [secret, '', '\0', 'undefined', 'null']) {
        expect(await status(forge(claimsOf(victim), { header, secret: key }))).toBe(401)
      }
    }
  })

  it('is refused with invalid claims, even if they are signed', async () => {
    const good = claimsOf(victim)
    const other = await aCustomer(test)
    for (const wrong of [
      ...[
        '',
        '0',
        '-1',
        '1.5',
        '01',
        ' 1',
        '1 ',
        'abc',
        '99999999999',
        victim.id,
        null,
        [String(victim.id)],
        {},
      ].map((sub) => ({ sub })),
      ...['', ' ', "' or 1=1 --", 'x'.repeat(5000), 1, null, [victim.sid], { $ne: '' }].map((sid) => ({
        sid,
      })),
      ...[String(NOW + 60), null, 0, -1, [NOW + 60], undefined, 1.5].map((exp) => ({ exp })),
      { sub: String(other.id) },
      { sid: other.sid },
    ]) {
      expect([wrong, await status(forge({ ...good, ...wrong }))]).toEqual([wrong, 401])
    }
    for (const claims of [null, [], 'x', 1, {}]) expect(await status(forge(claims as object))).toBe(401)
  })

  it('is read from the first of two headers', async () => {
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const ask = (first: string, second: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = [
          'host',
          'localhost',
          'authorization',
          `Bearer ${first}`,
          'authorization',
          `Bearer ${second}`,
        ]
        httpGet({ port, host: '127.0.0.1', path: '/api/users/profile', headers }, (reply) => {
          reply.resume()
          resolve(reply.statusCode)
        }).on('error', reject)
      })
    expect(await ask('garbage', victim.token)).toBe(401)
  })
})
