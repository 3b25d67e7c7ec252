import fastify from 'fastify'
import { expect, it } from 'vitest'
import { DatabaseOverloaded } from '../db/errors.ts'
import { replyWithFailure } from './failure.ts'
import { refuseOverload } from './overload.ts'

async function aServer(callsMax: number) {
  const app = fastify()
  app.setErrorHandler(replyWithFailure)
  refuseOverload(app, callsMax)
  const gate = Promise.withResolvers<string>()
  app.get('/healthz', async () => 'ok')
  app.get('/api/slow', () => gate.promise)
  app.get('/api/fails', () => Promise.reject(new Error('no')))
  app.post('/api/queue', () => Promise.reject(new Error('not saved', { cause: new DatabaseOverloaded() })))
  await app.ready()
  return { app, finish: () => gate.resolve('done') }
}

const BUSY = { statusCode: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } }

it('refuses calls beyond the limit at once, but no health check, and answers again afterwards', async () => {
  const { app, finish } = await aServer(2)
  const working = [app.inject('/api/slow'), app.inject('/api/slow')]
  await new Promise((next) => setImmediate(next))
  const refused = await app.inject('/api/fails')
  expect(refused).toMatchObject(BUSY)
  expect(refused.json()).toEqual({
    success: false,
    message: 'Service temporarily unavailable',
    code: 'UNAVAILABLE',
  })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  finish()
  for (const reply of await Promise.all(working)) expect(reply.body).toBe('done')
  // A call that fails gives its place back too.
  for (let n = 0; n < 5; n += 1) expect((await app.inject('/api/fails')).statusCode).toBe(500)
})

it('answers 503 with Retry-After 1 when the database refuses more work', async () => {
  const { app } = await aServer(2)
  expect(await app.inject({ method: 'POST', url: '/api/queue' })).toMatchObject(BUSY)
})

it('refuses calls while the event loop is late or the heap is full', async () => {
  const { app } = await aServer(2)
  app.pressure.isHigh = true
  expect(await app.inject('/api/fails')).toMatchObject(BUSY)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  app.pressure.isHigh = false
  expect((await app.inject('/api/fails')).statusCode).toBe(500)
})
