import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProcess, stopProcess, temporaryFolder } from '../../test/server-process.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import { buildApp } from '../app.ts'
import { Clock } from '../clock.ts'
import { bankOf } from '../../test/payer.ts'
import { registerDev } from './dev.ts'

const PATHS = [
  '/dev',
  '/dev/clock',
  '/dev/inbox',
  '/dev/messages',
  '/dev/snapshots',
  '/dev/faults',
  '/dev/courier',
  '/dev/state',
  '/dev/tools.js',
]

describe('in production', () => {
  const production = { HAAT_DEV: '1', NODE_ENV: 'production', PAYMENT: 'test-bank' }

  it('has no tools and no pay lab, even with HAAT_DEV=1', async () => {
    const test = await shopForThisTest(production)
    const { shop } = test
    const app = await buildApp(shop, { clock: new Clock() })
    for (const url of PATHS) {
      expect((await app.inject(url)).statusCode).toBe(404)
      expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404)
    }
    expect(bankOf(test).hasLab).toBe(false)
    const { headers } = await app.inject('/api/settings')
    expect([headers['x-haat-now'], headers['x-haat-frozen']]).toEqual([undefined, undefined])
    const context = { ...shop, tokens: app.tokens }
    await expect(registerDev(app, context, { clock: new Clock() })).rejects.toThrow('off')
    await app.close()
  })

  it('warns at the start and replies 404', async () => {
    const env = { ...production, DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' }
    const { url, child } = await openProcess(env)
    expect((await fetch(`${url}/dev`)).status).toBe(404)
    const moved = await fetch(`${url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance":60}',
    })
    expect(moved.status).toBe(404)
    expect((child as unknown as { output(): string }).output()).toContain('The QA tools stay off.')
    await stopProcess(child)
  })
})

it('loads the tools on demand only', () => {
  const app = readFileSync(join(import.meta.dirname, '../app.ts'), 'utf8')
  expect(app).not.toMatch(/^import (?!type).*\.\/dev\//m)
})

it('has no tools without HAAT_DEV', async () => {
  const { shop } = await shopForThisTest({ HAAT_DEV: '0' })
  const app = await buildApp(shop, { clock: new Clock() })
  for (const url of PATHS) expect((await app.inject(url)).statusCode).toBe(404)
  await app.close()
})
