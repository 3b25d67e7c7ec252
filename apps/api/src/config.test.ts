import { randomBytes } from 'node:crypto'
import { constants, mkdirSync, mkdtempSync, type PathLike, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { unusableFile } from './data-folder.ts'
import { isWeakSecret, newSecrets } from './secrets.ts'

function read(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-config-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return readConfig({ DATA_DIR: dataDir, ...env })
}

/** Each of them is offered once it has its keys, or a UPI id. */
const REAL = ['upi', 'phonepe', 'razorpay']
const ALL = [...REAL, 'test-bank']

it.each([
  [{}, ALL, true],
  [{ HAAT_DEMO: '0' }, ALL, false],
  [{ NODE_ENV: 'production' }, REAL, false],
  [{ NODE_ENV: 'production', HAAT_DEMO: '1' }, REAL, true],
  [{ PAYMENT: 'upi, razorpay' }, ['upi', 'razorpay'], true],
  [{ NODE_ENV: 'production', PAYMENT: 'test-bank' }, ['test-bank'], false],
  [{ PAYMENT: ' test-bank , test-bank' }, ['test-bank', 'test-bank'], true],
])('with %o has the providers %o, and a demo: %s', (env: Record<string, string>, payment, demo) => {
  expect(read(env)).toMatchObject({ payment, demo })
})

it.each(['paypal', 'test-bank,paypal', 'test-bank,', 'Test-Bank'])(
  'refuses PAYMENT=%s in one line',
  (value) => {
    expect(() => read({ PAYMENT: value })).toThrow(ConfigError)
    expect(() => read({ PAYMENT: value })).toThrow(/^PAYMENT must [^\n]*test-bank$/)
  },
)

it('refuses an unknown TLS mode for PostgreSQL', () => {
  const DATABASE_URL = 'postgres://primary/haat'
  expect(() => read({ DATABASE_URL, PGSSLMODE: 'nonsense' })).toThrow(/^PGSSLMODE must be one of disable, /)
  expect(read({ DATABASE_URL, PGSSLMODE: 'verify-full' })).toMatchObject({ databaseUrl: DATABASE_URL })
  expect(read({ PGSSLMODE: 'nonsense' })).toMatchObject({ databaseUrl: null })
})

it('refuses a replica without the database that it copies', () => {
  const DATABASE_READ_URL = 'postgres://replica/haat'
  expect(() => read({ DATABASE_READ_URL })).toThrow(/^DATABASE_READ_URL needs DATABASE_URL[^\n]*$/)
  const DATABASE_URL = 'postgres://primary/haat'
  expect(read({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({ databaseReadUrl: DATABASE_READ_URL })
})

it('warns of the test bank in production', () => {
  const warned = expect.objectContaining({ setting: 'PAYMENT=test-bank' })
  expect(read({ NODE_ENV: 'production', PAYMENT: 'test-bank' }).warnings).toContainEqual(warned)
  expect(read({}).warnings).toEqual([])
})

it('warns in production that first orders need a mail server', () => {
  const warned = expect.objectContaining({ setting: 'SMTP_URL is not set' })
  expect(read({ NODE_ENV: 'production' }).warnings).toContainEqual(warned)
  expect(read({ NODE_ENV: 'production', SMTP_URL: 'smtps://mail.example' }).warnings).toEqual([])
})

it.each([
  ['smtp://mail.example', 'required'],
  ['smtp://user:word@mail.example:587?ignoreTLS=true', 'required'],
  ['smtp://mail:1025?requireTLS=false', 'off'],
  ['smtps://mail.example?tls.rejectUnauthorized=false', 'off'],
  ['smtp://localhost:1025', 'optional'],
  ['smtp://127.0.0.1', 'optional'],
  ['smtp://[::1]:25', 'optional'],
  ['smtp://127.0.0.1.example', 'required'],
])('takes TLS for %s in production as %s', (SMTP_URL, smtpTls) => {
  const production = read({ NODE_ENV: 'production', SMTP_URL })
  expect(production).toMatchObject({ smtpTls })
  expect(production.warnings).toHaveLength(smtpTls === 'off' ? 1 : 0)
  expect(read({ SMTP_URL })).toMatchObject({ smtpTls: 'optional', warnings: [] })
})

it.each([
  'requireTLS=0',
  'requireTLS=',
  'requireTLS=true&requireTLS=false',
  'tls.rejectUnauthorized=no',
  'secure=false',
  'tls.minVersion=TLSv1',
  'proxy=http://evil.example',
])('refuses the option %s in SMTP_URL, in one line', (options) => {
  const SMTP_URL = `smtps://mail.shop.in?${options}`
  expect(() => read({ SMTP_URL })).toThrow(/^SMTP_URL may have these options[^\n]*$/)
})

function trustProxy(value: string) {
  return read({ TRUST_PROXY: value }).trustProxy
}

it.each([
  ['', false],
  ['false', false],
  ['0', false],
  ['true', 1],
  ['1', 1],
  ['2', 2],
  ['127.0.0.1', '127.0.0.1'],
  ['10.0.0.0/8, ::1,fd00::/8', '10.0.0.0/8, ::1,fd00::/8'],
  ['::ffff:10.0.0.0/104', '::ffff:10.0.0.0/104'],
])('reads TRUST_PROXY=%s as %s', (value, expected) => {
  expect(trustProxy(value)).toBe(expected)
})

const NOT_PROXIES = ['yes', '3', '10', '-1', '1.5', '10.0.0', '127.0.0.1,', 'proxy.example', 'True']
const NOT_NETWORKS = ['10.0.0.0/33', '::/129', '0.0.0.0/0', '10.0.0.0/7', '::/0', '::/8', '::ffff:0.0.0.0/96']

it.each([...NOT_PROXIES, ...NOT_NETWORKS])('refuses TRUST_PROXY=%s in one line', (value) => {
  expect(() => trustProxy(value)).toThrow(ConfigError)
  expect(() => trustProxy(value)).toThrow(/^TRUST_PROXY must be [^\n]*$/)
})

it.each([',', 'hi:6a2', '6a1,fr:6a2', '6a1,hi', '6a1,'])('refuses templates of text messages: %s', (ids) => {
  const error = /^MSG91_TEMPLATE_OTP must be the id of a template/
  expect(() => read({ MSG91_AUTH_KEY: 'key', MSG91_TEMPLATE_OTP: ids })).toThrow(error)
})

describe('secrets in production', () => {
  const production = (secrets: Record<string, string>) => read({ NODE_ENV: 'production', ...secrets })
  const STRONG = '6Pq8V0mXr2Zt5uYw7bKc1dLe4fNg6hPj9sT3vWx0zBk='

  it.each([
    ['16 equal letters', 'a'.repeat(16)],
    ['31 bytes', Buffer.from(STRONG, 'base64').subarray(1).toString('base64')],
    ['31 bytes in hex', Buffer.from(STRONG, 'base64').subarray(1).toString('hex')],
    ['a phrase', 'ThisIsMyVeryLongJwtKeyForMyOnlineShop!'],
    ['a phrase in base64', Buffer.from('Meera Stores, MG Road, Bengaluru').toString('base64')],
    ['a phrase in hex', Buffer.from('Meera Stores, MG Road, Bengaluru').toString('hex')],
    ['no key in one of the encodings', STRONG.replace('k=', '!!')],
    ['the header of a JWT', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'],
    ['two parts of a JWT', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9eyJzdWIiOiIxMjM0NTY3ODkwIn0='],
    ['the MD5 of nothing', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['the MD5 of nothing, twice', 'd41d8cd98f00b204e9800998ecf8427e'.repeat(2)],
    ['40 equal letters', 'a'.repeat(40)],
    ['a repeated text', 'k3x9QmZ7vB'.repeat(4)],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['the alphabet from its end', 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQ'],
    ['few characters', `${'a'.repeat(26)}bcdefghij`],
  ])('refuses %s, in one line', (_what, weak) => {
    expect(() => production({ JWT_SECRET: weak })).toThrow(ConfigError)
    expect(() => production({ JWT_SECRET: weak })).toThrow(/^JWT_SECRET [^\n]+$/)
    expect(() => production({ PAYMENT_SECRET: weak })).toThrow(/^PAYMENT_SECRET [^\n]+$/)
    expect(read({ JWT_SECRET: weak }).jwtSecret).toBe(weak)
  })

  it('accepts 32 random bytes, and the ones it makes itself', () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      for (const bytes of [32, 33, 48, 64])
        for (let n = 0; n < 100; n += 1)
          expect(isWeakSecret(randomBytes(bytes).toString(encoding))).toBe(false)
    expect(isWeakSecret(newSecrets().jwt)).toBe(false)
    expect(production({ JWT_SECRET: STRONG }).jwtSecret).toBe(STRONG)
    expect(Buffer.from(production({}).jwtSecret, 'base64url')).toHaveLength(32)
  })
})

it('derives a key for each use, the same at every start', () => {
  const secret = { JWT_SECRET: 'k3x9QmZ7vBq8V0mX' }
  const { keys } = read(secret)
  expect(new Set([...Object.values(keys), secret.JWT_SECRET]).size).toBe(Object.keys(keys).length + 1)
  expect(read(secret).keys).toEqual(keys)
})

it('listens on one address where HOST is localhost', () => {
  const { host, publicUrl } = read({ HOST: 'localhost' })
  expect([host, publicUrl]).toEqual(['127.0.0.1', 'http://localhost:3000'])
})

it.each(['prod', 'Production', 'production ', 'live'])('refuses the misspelt NODE_ENV %j', (NODE_ENV) => {
  expect(() => read({ NODE_ENV })).toThrow('NODE_ENV must be production, development or test')
})

it('warns of an https address outside production', () => {
  const PUBLIC_URL = 'https://shop.example.in'
  expect(read({ PUBLIC_URL }).warnings).toEqual([
    expect.objectContaining({ setting: expect.stringContaining('NODE_ENV is not production') }),
  ])
  expect(read({ PUBLIC_URL, NODE_ENV: 'production', SMTP_URL: 'smtps://mail.example' }).warnings).toEqual([])
})

it.each([
  ['haat.db', constants.R_OK | constants.W_OK],
  ['media', constants.R_OK | constants.W_OK | constants.X_OK],
  ['secrets.json', constants.R_OK],
])('names %s where it is of another user', (name, needed) => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-foreign-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const one of ['another', 'haat.db', 'secrets.json']) writeFileSync(join(folder, one), '')
  mkdirSync(join(folder, 'media'))
  const foreign = join(folder, name)
  const access = (path: PathLike, mode?: number): void => {
    if (path === foreign && mode === needed) throw new Error('EACCES')
  }
  expect(unusableFile(folder, access)).toBe(foreign)
  expect(unusableFile(folder)).toBeNull()
})
