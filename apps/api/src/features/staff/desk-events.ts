/** `GET /api/desk/events`: tells open desks which orders moved and what was done. One poll a second serves them all. */
import { PassThrough } from 'node:stream'
import type { Permission } from '@haat/contract/staff/permissions'
import type { FastifyInstance } from 'fastify'
import { tooMany } from '../../http/failure.ts'
import { admitStaff, findStaff, type StaffCaller } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { findActs, findOrderEvents, newestIds } from './desk-events.store.ts'

const POLL_MS = 1000
const HEARTBEAT_MS = 20_000
const STREAMS_PER_SESSION = 2
/** PostgreSQL may commit a lower id after a higher one: a row counts as missing no longer than this. */
const LATE_MS = 5000

interface DeskEvent {
  name: 'order' | 'act'
  id: number
  data: object
  /** Any of these is enough. */
  for: readonly Permission[]
}

interface OrderRow {
  id: number
  order_id: number
  kind: string | null
}

interface Listener {
  stream: PassThrough
  session: StaffCaller['session']
}

/** Gives each new row once, also when its id is lower than one that was given. */
class Tail<Row extends { id: number }> {
  #after: number
  #given = new Map<number, number>()
  readonly #read: (after: number) => Promise<Row[]>

  constructor(after: number, read: (after: number) => Promise<Row[]>) {
    this.#after = after
    this.#read = read
  }

  async next(): Promise<Row[]> {
    const rows = (await this.#read(this.#after)).filter(({ id }) => !this.#given.has(id))
    const now = performance.now()
    for (const { id } of rows) this.#given.set(id, now)
    for (const [id, at] of this.#given) {
      if (now - at < LATE_MS) continue
      this.#after = Math.max(this.#after, id)
      this.#given.delete(id)
    }
    return rows
  }
}

const textOf = ({ name, id, data }: DeskEvent): string =>
  `event: ${name}\nid: ${name}-${id}\ndata: ${JSON.stringify(data)}\n\n`

class DeskEvents {
  readonly #shop: Shop
  readonly #listeners = new Set<Listener>()
  #polling: NodeJS.Timeout | undefined

  constructor(shop: Shop) {
    this.#shop = shop
  }

  /** @param isBack whether the desk has missed events: it is told to load all that it shows again */
  listen({ session }: StaffCaller, isBack: boolean): PassThrough {
    const own = [...this.#listeners].filter((one) => one.session.token_hash === session.token_hash)
    if (own.length >= STREAMS_PER_SESSION) throw tooMany(HEARTBEAT_MS / 1000)
    const listener = { stream: new PassThrough(), session }
    this.#listeners.add(listener)
    listener.stream.once('close', () => this.#listeners.delete(listener))
    listener.stream.write(isBack ? 'event: reset\ndata: {}\n\n' : ': open\n\n')
    if (!this.#polling) this.#start()
    return listener.stream
  }

  close(): void {
    for (const { stream } of this.#listeners) stream.end()
  }

  #start(): void {
    const { db, log } = this.#shop
    let tails: [Tail<OrderRow>, Tail<{ id: number; act: string; staff_name: string }>]
    let beatAt = performance.now()
    const poll = async (): Promise<void> => {
      if (!tails) {
        const { order, act } = await newestIds(db)
        tails = [
          new Tail(order, (after) => findOrderEvents(db, after)),
          new Tail(act, (after) => findActs(db, after)),
        ]
      }
      const [orders, acts] = [await tails[0].next(), await tails[1].next()]
      const isBeat = performance.now() - beatAt >= HEARTBEAT_MS
      if (isBeat) beatAt = performance.now()
      if (isBeat || orders.length > 0 || acts.length > 0)
        await this.#send([...ordersOf(orders), ...actsOf(acts)])
    }
    const run = async (): Promise<void> => {
      await poll().catch((error: unknown) => log.warn({ err: error }, 'events of the desk were not read'))
      this.#polling = this.#listeners.size > 0 ? setTimeout(() => void run(), POLL_MS) : undefined
    }
    this.#polling = setTimeout(() => void run(), 0)
  }

  /** Permissions are read anew, and a session that has ended gets no more. Without events it is a heartbeat. */
  async #send(events: DeskEvent[]): Promise<void> {
    for (const { stream, session } of this.#listeners) {
      const staff = await findStaff(this.#shop, session.token_hash)
      if (!staff) stream.end()
      else {
        const due = events.filter((event) => event.for.some((one) => staff.permissions.includes(one)))
        stream.write(due.length > 0 ? due.map(textOf).join('') : ': still here\n\n')
      }
    }
  }
}

const ordersOf = (rows: OrderRow[]): DeskEvent[] =>
  rows.map(({ id, order_id, kind }) => ({
    name: 'order',
    id,
    data: { id: order_id, kind },
    for: ['orders.read', 'orders.pack'],
  }))

const actsOf = (rows: { id: number; act: string; staff_name: string }[]): DeskEvent[] =>
  rows.map((row) => ({ name: 'act', id: row.id, data: row, for: ['audit.read'] }))

export function registerDeskEvents(app: FastifyInstance, shop: Shop): void {
  const events = new DeskEvents(shop)
  app.addHook('preClose', async () => events.close())
  app.get(
    '/api/desk/events',
    { exposeHeadRoute: false, config: { isStream: true } },
    async (request, reply) => {
      const staff = await admitStaff(shop, request)
      const stream = events.listen(staff, request.headers['last-event-id'] !== undefined)
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream')
        .send(stream)
    },
  )
}
