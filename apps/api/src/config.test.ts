import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function trustProxy(value: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-config-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return readConfig({ DATA_DIR: dataDir, TRUST_PROXY: value }).trustProxy
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
