import type { FastifyInstance } from 'fastify'
import type { Shop } from '../shop.ts'

/** `/healthz`: the process answers. `/readyz`: so does its database, and it is not about to stop. */
export function registerHealth(app: FastifyInstance, shop: Shop): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !stopping && (await shop.db.ready().catch(() => false))
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable' })
  })
}
