import dns from 'node:dns'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { aProduct } from '../../test/factories.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../test/test-shop.ts'
import { backupsFolder, fileTimestamp } from '../db/newest-backup.ts'
import { createMetrics, type Metrics } from './metrics.ts'

let test: TestShop
let metrics: Metrics
let url: string
const servers: FastifyInstance[] = []
beforeAll(async () => {
  test = await openTestShop({}, (shop) => (metrics = createMetrics(shop)))
  url = await listen('127.0.0.1')
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await test.close()
})

async function listen(host: string): Promise<string> {
  const server = await metrics.listen({ host, port: 0 })
  servers.push(server)
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const read = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()

it('measures requests by route and status, without anything that a caller sent', async () => {
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 10 }])
  await shopper.place(shopper.order([item(product)], 599)).expect(201)
  await shopper.place(shopper.order([item(product)], 599, { payment_method: 'ONLINE' })).expect(201)
  for (let time = 0; time < 2; time += 1) await test.get(`/api/products/${product.id}`).expect(200)
  await test.get('/api/canary-4711').expect(404)
  await test.post('/api/auth/login', { email: 'canary@shop.in', password: 'wrong-one' }).expect(401)
  const backups = backupsFolder(test.shop.config.dataDir)
  mkdirSync(backups, { recursive: true })
  writeFileSync(join(backups, `haat-${fileTimestamp(test.shop.now())}.tar.gz`), 'a backup')
  test.clock.advance(90)
  const text = await vi.waitFor(async () => {
    const metrics = await read()
    expect(metrics).toContain('haat_security_events_total{event="login_failed"} 1')
    return metrics
  }, 30_000)
  expect(text).toContain(
    'haat_http_request_duration_seconds_count{method="GET",route="/api/products/:id",status="200"} 2',
  )
  expect(text).toMatch(/duration_seconds_count\{method="GET",route="[^"]*",status="404"\} 1/)
  expect(text).toContain('haat_orders{status="CONFIRMED"} 1')
  expect(text).toContain('haat_orders{status="CANCELLED"} 0')
  expect(text).toContain('haat_outbox_waiting 2')
  expect(text).toContain('haat_database_waiting 0')
  expect(text).toContain('haat_backup_age_seconds 90')
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).not.toMatch(/canary|customer\d|Bengaluru/i)
})

it('serves nothing else, and nothing on the port of the shop', async () => {
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await test.get('/metrics')).text).not.toContain('haat_orders')
})

it('refuses foreign names, as after DNS rebinding, unless it listens at every address', async () => {
  const status = async (address: string, host: string) =>
    await new Promise((resolve, reject) => {
      get(`${address}/metrics`, { headers: { host } }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      }).on('error', reject)
    })
  for (const host of ['127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464'])
    expect([host, await status(url, host)]).toEqual([host, 200])
  for (const host of ['evil.example', 'evil.example:9464', '127.0.0.1.evil.example', 'x@y:z', 'shop:9464'])
    expect([host, await status(url, host)]).toEqual([host, 403])
  expect(await status(await listen('0.0.0.0'), 'shop:9464')).toBe(200)

  // A name of an address of this machine.
  const { lookup } = dns
  const named = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((name: string, ...rest: never[]) =>
      lookup(
        name === 'metrics.shop.internal' ? '127.0.0.3' : name,
        ...(rest as [never, never]),
      )) as typeof lookup)
  onTestFinished(() => named.mockRestore())
  const address = (await listen('metrics.shop.internal')).replace('127.0.0.1', '127.0.0.3')
  for (const host of ['metrics.shop.internal:9464', '127.0.0.3:9464'])
    expect([host, await status(address, host)]).toEqual([host, 200])
  expect(await status(address, '127.0.0.4:9464')).toBe(403)
})
