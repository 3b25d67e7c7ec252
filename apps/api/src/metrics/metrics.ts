/** Metrics for Prometheus, on a port of their own. No label holds what a caller sent, so their number is bounded. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { contract } from '@haat/contract'
import { ORDER_STATUSES } from '@haat/contract/rules'
import { SECURITY_EVENTS } from '@haat/contract/security-events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { isOwnCall } from '../http/storefront.ts'
import { latestScheduledBackup } from '../merchant/for-the-server.ts'
import type { Shop } from '../shop.ts'
import { countOrdersByStatus, countWaitingMails } from './metrics.store.ts'

export interface Metrics {
  /** Measures the requests of a server. Must come before its routes, and after the hook that logs security events. */
  watch(app: FastifyInstance): void
  /** Serves `GET /metrics`, under the address's own name or localhost, or any if it is every address. @returns a server that listens */
  listen(address: { host: string; port: number }): Promise<Server>
}

/** Upper bounds of request durations, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** How long counts of rows are kept: on a large shop they take some milliseconds. */
const COUNTS_MS = 60_000

export function createMetrics(shop: Shop): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureShop(registry, shop)
  return {
    watch: (app) => measureRequests(registry, app),
    async listen({ host, port }) {
      const server = createServer((request, reply) => {
        if (request.url !== '/metrics' || request.method !== 'GET') {
          reply.writeHead(404).end()
          return
        }
        if (!answersTo(request.headers.host, [host, request.socket.localAddress ?? host])) {
          reply
            .writeHead(403)
            .end(`Metrics answer only at localhost, at HOST, ${host}, and at its address.\n`)
          return
        }
        registry.metrics().then(
          (text) => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
          (error: unknown) => {
            shop.log.error({ err: error }, 'the metrics could not be collected')
            reply.writeHead(503).end()
          },
        )
      })
      server.listen(port, host)
      await once(server, 'listening')
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
  const countRead = measureReads(app, registers)
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions, securityEvent } = request
    const { url: route = 'none' } = routeOptions
    if (!isOwnCall(request)) {
      durations.observe({ method, route, status: String(statusCode) }, elapsedTime / 1000)
      if (securityEvent !== null) events.inc({ event: securityEvent })
    }
    countRead(request, route, statusCode)
    done()
  })
}

const CATALOGUE: ReadonlySet<string> = new Set(
  Object.values(contract.catalog).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
)

/** Where replies of the catalogue come from: the memory of this server, and which database. @returns counts a reply */
function measureReads(app: FastifyInstance, registers: Registry[]) {
  // A cached reply is sent before validation.
  const computed = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', (request, _reply, done) => {
    computed.add(request)
    done()
  })
  const replies = new Counter({
    name: 'haat_catalogue_replies_total',
    help: 'Successful replies of the catalogue, from the memory of the server or computed.',
    labelNames: ['from'],
    registers,
  })
  const reads = new Counter({
    name: 'haat_replica_reads_total',
    help: 'Public reads with DATABASE_READ_URL: answered by the replica, by the primary because the caller has just written, or by it because the replica was behind or failed.',
    labelNames: ['from'],
    registers,
  })
  return (request: FastifyRequest, route: string, status: number): void => {
    const { readFrom } = request
    if (readFrom !== null) reads.inc({ from: readFrom })
    if (status < 400 && CATALOGUE.has(route))
      replies.inc({ from: computed.has(request) ? 'database' : 'memory' })
  }
}

/** Figures of the shop, read when the metrics are. */
function measureShop(registry: Registry, { db, now, config, media }: Shop): void {
  const gauge = (
    name: string,
    help: string,
    collect: (gauge: Gauge<'status'>) => Promise<void>,
    labels = false,
  ) =>
    new Gauge({
      name,
      help,
      ...(labels && { labelNames: ['status'] as const }),
      registers: [registry],
      async collect() {
        await collect(this)
      },
    })
  const counts = cached(() => readCounts(db), COUNTS_MS)
  gauge('haat_database_waiting', 'Queries that wait for the database.', async (waiting) =>
    waiting.set(db.waiting()),
  )
  gauge('haat_media_failures', 'Requests that the S3 server of MEDIA_URL did not fulfil.', async (failures) =>
    failures.set(media.failures()),
  )
  gauge('haat_outbox_waiting', 'Mails that are not sent yet.', async (waiting) =>
    waiting.set((await counts()).waitingMails),
  )
  gauge(
    'haat_orders',
    'Orders by status.',
    async (orders) => {
      const { byStatus } = await counts()
      for (const status of ORDER_STATUSES) orders.set({ status }, byStatus.get(status) ?? 0)
    },
    true,
  )
  gauge('haat_backup_age_seconds', 'Age of the latest scheduled backup; +Inf without one.', async (age) => {
    const latest = await latestScheduledBackup(config.dataDir)
    age.set(latest === null ? Infinity : (now().getTime() - latest.time) / 1000)
  })
}

async function readCounts(db: Database) {
  const rows = await countOrdersByStatus(db)
  return {
    byStatus: new Map(rows.map(({ status, orders }) => [status as string, orders])),
    waitingMails: await countWaitingMails(db),
  }
}

/** Runs `read` at most once per `ms`. */
function cached<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let value: Promise<T> | undefined
  let readAt = 0
  return () => {
    if (value === undefined || performance.now() - readAt >= ms) {
      value = read()
      readAt = performance.now()
      value.catch(() => (value = undefined))
    }
    return value
  }
}
