import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function read(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-config-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return readConfig({ DATA_DIR: dataDir, ...env })
}

it.each([
  [{}, ['test-bank'], true],
  [{ HAAT_DEMO: '0' }, ['test-bank'], false],
  [{ NODE_ENV: 'production' }, [], false],
  [{ NODE_ENV: 'production', HAAT_DEMO: '1' }, [], true],
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

it('warns of the test bank in production', () => {
  const warned = expect.stringContaining('PAYMENT=test-bank')
  expect(read({ NODE_ENV: 'production', PAYMENT: 'test-bank' }).warnings).toContainEqual(warned)
  expect(read({}).warnings).toEqual([])
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
])('reads TRUST_PROXY=%s as %s', (value, expected) => {
  expect(trustProxy(value)).toBe(expected)
})

it.each(['yes', '10', '-1', '1.5', '10.0.0', '10.0.0.0/33', '::/129', '127.0.0.1,', 'proxy.example', 'True'])(
  'refuses TRUST_PROXY=%s in one line',
  (value) => {
    expect(() => trustProxy(value)).toThrow(ConfigError)
    expect(() => trustProxy(value)).toThrow(/^TRUST_PROXY must be [^\n]*$/)
  },
)
