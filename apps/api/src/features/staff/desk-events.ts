/** `GET /api/desk/events`: tells open desks which orders moved and what was done. One poll a second serves them all. */
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Permission } from '@haat/contract/staff/permissions'
import type { FastifyInstance } from 'fastify'
import { tooMany } from '../../http/failure.ts'
import { admitStaff, findStaff, type StaffCaller } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { findActs, findOrderEvents, newestIds } from './desk-events.store.ts'

const POLL_MS = 1000
const HEARTBEAT_MS = 20_000
const STREAMS_PER_SESSION = 2
/** PostgreSQL may commit a lower id after a higher one: it is looked for this long. */
const LATE_MS = 5000

interface DeskEvent {
  text: string
  /** Any of these is enough to hear it. */
  for: readonly Permission[]
}

const event = (name: 'order' | 'act', id: number, data: object): string =>
  `event: ${name}\nid: ${name}-${id}\ndata: ${JSON.stringify(data)}\n\n`

/** Reads new rows, each once. */
function follow<Row extends { id: number }>(first: number, read: (after: number) => Promise<Row[]>) {
  const given = new Map<number, number>()
  let after = first
  return async (): Promise<Row[]> => {
    const now = performance.now()
    for (const [id, at] of given) {
      if (now - at < LATE_MS) continue
      after = Math.max(after, id)
      given.delete(id)
    }
    const rows = (await read(after)).filter(({ id }) => !given.has(id))
    for (const { id } of rows) given.set(id, now)
    return rows
  }
}

async function followShop({ db }: Shop): Promise<() => Promise<DeskEvent[]>> {
  const { order, act } = await newestIds(db)
  const orders = follow(order, (after) => findOrderEvents(db, after))
  const acts = follow(act, (after) => findActs(db, after))
  return async () => [
    ...(await orders()).map(({ id, order_id, kind }) => ({
      text: event('order', id, { id: order_id, kind }),
      for: ['orders.read', 'orders.pack'] as const,
    })),
    ...(await acts()).map((row) => ({ text: event('act', row.id, row), for: ['audit.read'] as const })),
  ]
}

/** @throws Failure 401 without a session, 429 for its third stream */
export function registerDeskEvents(app: FastifyInstance, shop: Shop): void {
  const listeners = new Map<PassThrough, StaffCaller['session']>()
  /** Permissions are read anew, and a session that has ended hears no more. Without events it is a heartbeat. */
  const send = async (events: DeskEvent[]): Promise<void> => {
    for (const [stream, { token_hash }] of listeners) {
      const staff = await findStaff(shop, token_hash)
      const due = events.filter((one) => one.for.some((needed) => staff?.permissions.includes(needed)))
      if (staff) stream.write(due.map(({ text }) => text).join('') || ': still here\n\n')
      else stream.end()
    }
  }
  let isPolling = false
  const poll = async (): Promise<void> => {
    isPolling = true
    let news: Awaited<ReturnType<typeof followShop>> | undefined
    for (let beat = performance.now(); listeners.size > 0; await sleep(POLL_MS)) {
      try {
        news ??= await followShop(shop)
        const events = await news()
        const isDue = performance.now() - beat >= HEARTBEAT_MS
        if (isDue) beat = performance.now()
        if (isDue || events.length > 0) await send(events)
      } catch (error) {
        shop.log.warn({ err: error }, 'events of the desk were not read')
      }
    }
    isPolling = false
  }
  app.addHook('preClose', async () => listeners.forEach((_session, stream) => stream.end()))
  app.get(
    '/api/desk/events',
    { exposeHeadRoute: false, config: { isStream: true } },
    async (request, reply) => {
      const { session } = await admitStaff(shop, request)
      const open = [...listeners.values()].filter(({ id }) => id === session.id).length
      if (open >= STREAMS_PER_SESSION) throw tooMany(HEARTBEAT_MS / 1000)
      const stream = new PassThrough()
      listeners.set(stream, session)
      stream.once('close', () => listeners.delete(stream))
      // Who was away has missed events, and loads again what is shown.
      stream.write(
        request.headers['last-event-id'] === undefined ? ': open\n\n' : 'event: reset\ndata: {}\n\n',
      )
      if (!isPolling) void poll()
      void reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.type('text/event-stream').send(stream)
    },
  )
}
