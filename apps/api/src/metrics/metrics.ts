/** Metrics for Prometheus, on a port of their own. No label holds what a caller sent, so their number is bounded. */
import { isIPv6 } from 'node:net'
import { ORDER_STATUSES } from '@haat/contract/rules'
import { SECURITY_EVENTS } from '@haat/contract/security-events'
import { fastify, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isOwnCall } from '../http/storefront.ts'
import { readSchedule } from '../merchant/for-the-server.ts'
import type { Shop } from '../shop.ts'
import { countOrdersByStatus, countWaitingMails } from './metrics.store.ts'

/** Upper bounds of request durations, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(shop: Shop) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureShop(registry, shop)
  return {
    /** Measures the requests of a server. Must come before its routes, and after the hook that logs security events. */
    watch: (app: FastifyInstance) => measureRequests(registry, app),
    /** Serves `GET /metrics`, under the address's own name or localhost, or any if it is every address. @returns a server that listens */
    async listen({ host, port }: { host: string; port: number }) {
      const server = fastify({ forceCloseConnections: true })
      server.setErrorHandler((error, _request, reply) => {
        shop.log.error({ err: error }, 'the metrics could not be collected')
        return reply.status(503).send()
      })
      server.get('/metrics', async ({ headers, socket }, reply) =>
        answersTo(headers.host, [host, socket.localAddress ?? host])
          ? reply.type(registry.contentType).send(await registry.metrics())
          : reply
              .status(403)
              .send(`Metrics answer only at localhost, at HOST, ${host}, and at its address.\n`),
      )
      await server.listen({ host, port })
      return server
    },
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** In a network of containers, whose Prometheus uses the name of the service. */
const EVERY_ADDRESS = ['0.0.0.0', '::']

/**
 * Whether a server answers a request with this Host: one of its own names and addresses. A page under a foreign name that resolves to this machine must not
 * read the metrics in a browser.
 */
function answersTo(name: string | undefined, hosts: string[]): boolean {
  if (hosts.some((host) => EVERY_ADDRESS.includes(host))) return true
  const { hostname } = URL.parse(`http://${name}`) ?? {}
  const own = hosts.map((host) => URL.parse(isIPv6(host) ? `http://[${host}]` : `http://${host}`)?.hostname)
  return hostname !== undefined && [...LOOPBACK, ...own].includes(hostname)
}

function measureRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry]
  const durations = new Histogram({
    name: 'haat_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  })
  const events = new Counter({
    name: 'haat_security_events_total',
    help: 'Security events.',
    labelNames: ['event'],
    registers,
  })
  for (const event of Object.keys(SECURITY_EVENTS)) events.inc({ event }, 0)
  const reads = new Counter({
    name: 'haat_replica_reads_total',
    help: 'Public reads with DATABASE_READ_URL: answered by the replica, or by the primary because the replica was behind or failed.',
    labelNames: ['from'],
    registers,
  })
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions, securityEvent, readFrom } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: String(statusCode) }
    if (!isOwnCall(request)) durations.observe(labels, elapsedTime / 1000)
    if (securityEvent !== null) events.inc({ event: securityEvent })
    if (readFrom !== null) reads.inc({ from: readFrom })
    done()
  })
}

/** Figures of the shop, read when the metrics are. */
function measureShop(registry: Registry, { db, now, config, media }: Shop): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('haat_database_waiting', 'Queries that wait for the database.', () => db.waiting())
  gauge('haat_media_failures', 'Requests that the S3 server of MEDIA_URL did not fulfil.', () =>
    media.failures(),
  )
  gauge('haat_outbox_waiting', 'Mails that are due and not sent yet.', () => countWaitingMails(db, now()))
  gauge(
    'haat_backup_age_seconds',
    'Age of the latest scheduled backup that is not dated in the future; +Inf without one.',
    async () => {
      const { latest } = await readSchedule(config.dataDir, now())
      return latest === null ? Infinity : (now().getTime() - latest.time) / 1000
    },
  )
  const byStatus = new Gauge({
    name: 'haat_orders',
    help: 'Orders by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      const rows = await countOrdersByStatus(db)
      for (const status of ORDER_STATUSES) byStatus.set({ status }, 0)
      for (const { status, orders } of rows) byStatus.set({ status }, orders)
    },
  })
}
