/** Handlers that fail by mistake: the reply says nothing about the error, and the server goes on. */
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openShopWithoutServer } from '../../test/test-shop.ts'
import { buildApp } from '../app.ts'
import { createLog } from '../log.ts'

const SECRET = 'Canary-4711'

async function failLater(error: unknown): Promise<never> {
  await new Promise((next) => setImmediate(next))
  throw error
}

const ERRORS: Record<string, unknown> = {
  error: new Error(SECRET),
  'type-error': new TypeError(`Cannot read properties of undefined (reading '${SECRET}')`),
  status: Object.assign(new Error(SECRET), { statusCode: 502 }),
  'wrong-status': Object.assign(new Error(SECRET), { statusCode: 200 }),
  code: Object.assign(new Error(SECRET), { code: 'ENOENT', path: `/srv/${SECRET}` }),
  query: Object.assign(new Error(`Failed query: select $1\nparams: ${SECRET}`), {
    query: 'select $1',
    params: [SECRET],
  }),
  text: SECRET,
  object: { message: SECRET },
  null: null,
  undefined,
}

it('a handler that throws is a generic 500 that leaks nothing, and the next request is served', async () => {
  const { shop, close } = await openShopWithoutServer({})
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const app = await buildApp(Object.assign(shop, { log }))
  onTestFinished(() => close(app))
  for (const [name, error] of Object.entries(ERRORS)) {
    app.get(`/api/now/${name}`, () => {
      throw error
    })
    app.get(`/api/later/${name}`, () => failLater(error))
  }
  for (const name of Object.keys(ERRORS)) {
    for (const url of [`/api/now/${name}`, `/api/later/${name}`]) {
      const reply = await app.inject(url)
      expect([url, reply.statusCode, reply.json()]).toEqual([
        url,
        500,
        {
          success: false,
          message: 'Server error occurred',
          code: 'SERVER_ERROR',
          request_id: reply.headers['x-request-id'],
        },
      ])
      expect(reply.body + JSON.stringify(reply.headers)).not.toContain(SECRET)
      expect((await app.inject('/api/products/filter')).statusCode).toBe(200)
    }
  }
  const failed = lines.filter((line) => line.includes('request failed'))
  expect(failed).toHaveLength(2 * Object.keys(ERRORS).length)
})

it('a client that hangs up within its body is no failure of the database', async () => {
  const { shop, close } = await openShopWithoutServer({})
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const app = await buildApp(Object.assign(shop, { log }))
  onTestFinished(() => close(app))
  const failed = new Promise<unknown>((resolve) => {
    app.addHook('onError', async (_request, _reply, error) => resolve(error))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head =
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99'
  await new Promise((sent) => socket.write(`${head}\r\n\r\n{"email":`, sent))
  await vi.waitFor(() => expect(lines.join()).toContain('incoming request'), 30_000)
  socket.resetAndDestroy()
  expect(await failed).toMatchObject({ code: 'ECONNRESET' })
  await new Promise((next) => setImmediate(next))
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level > 30)).toEqual([])
})

it('a reply that shows damage of the database makes the server not ready for good', async () => {
  const { shop, close } = await openShopWithoutServer({})
  const lines: string[] = []
  const log = createLog('fatal', { write: (line) => void lines.push(line) })
  const app = await buildApp(Object.assign(shop, { log }))
  onTestFinished(() => close(app))
  const damage = Object.assign(new Error('database disk image is malformed'), {
    code: shop.db.engine === 'sqlite' ? 'SQLITE_CORRUPT' : 'XX001',
  })
  app.get('/api/damaged', () => failLater(new Error('Failed query', { cause: damage })))
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  for (let times = 0; times < 2; times += 1) expect((await app.inject('/api/damaged')).statusCode).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect(lines).toEqual([expect.stringContaining('The database is damaged')])
})
