/** A load generator with little overhead: keep-alive connections, one request at a time on each. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Call {
  path: string
  /** Makes it a POST. */
  body?: object
  token?: string
  /** Idempotency key. */
  key?: string
  /** Media types that the client shows. */
  accept?: string
}

/** `status` is 0 when the connection ended without a reply. */
export interface Reply {
  status: number
  head: string
  body: string
}

const NO_REPLY: Reply = { status: 0, head: '', body: '' }

/** A connection that opens itself, again if it was closed. */
export class Client {
  readonly #port: number
  readonly #localAddress: string | undefined
  #socket: Socket | null = null
  #received = ''
  #resolve: (reply: Reply) => void = () => undefined

  /** @param localAddress the caller's address: another of this machine than its first */
  constructor(port: number, localAddress?: string) {
    this.#port = port
    this.#localAddress = localAddress
  }

  /** One call at a time. Never rejects. */
  send(call: Call): Promise<Reply> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#received = ''
      this.#socket ??= this.#connect()
      this.#socket.write(requestOf(call))
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #connect(): Socket {
    const address = { port: this.#port, host: '127.0.0.1', localAddress: this.#localAddress }
    const socket = connect(address).setNoDelay().setEncoding('latin1')
    socket.on('data', (chunk) => this.#receive(String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null
      this.#resolve(NO_REPLY)
    })
    return socket
  }

  #receive(chunk: string): void {
    this.#received += chunk
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.slice(0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    if (/connection: close/i.test(head)) {
      this.#socket?.destroy()
      this.#socket = null
    }
    this.#resolve({ status: Number(head.slice(9, 12)), head, body: this.#received.slice(end + 4) })
  }
}

function requestOf({ path, body, token, key, accept }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
    ...(accept === undefined ? [] : [`accept: ${accept}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${text}`
}

/** Response times and statuses of a run. */
export class Figures {
  readonly #times: number[] = []
  readonly #statusesInOrder: number[] = []
  readonly statuses = new Map<number, number>()
  readonly #begun = performance.now()
  #seconds = 0

  add(ms: number, status: number): void {
    this.#times.push(ms)
    this.#statusesInOrder.push(status)
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.#seconds = (performance.now() - this.#begun) / 1000
  }

  /** Adds the times and statuses of another run, which came after this one. */
  addAll(other: Figures): void {
    const before = this.#seconds
    for (const [at, ms] of other.#times.entries()) this.add(ms, other.#statusesInOrder[at] ?? 0)
    this.#seconds = before + other.#seconds
  }

  get requests(): number {
    return this.#times.length
  }

  get perSecond(): number {
    return this.requests / this.#seconds
  }

  /** A percentile of the response times in ms; `share` from 0 to 1. */
  percentile(share: number): number {
    return this.#times.toSorted((a, b) => a - b)[Math.floor(this.requests * share)] ?? 0
  }

  /** How many replies had another status than these; a lost one has 0. */
  othersThan(...statuses: number[]): number {
    return this.requests - statuses.reduce((sum, status) => sum + (this.statuses.get(status) ?? 0), 0)
  }

  /** Such as `201: 268, 503: 2732`. */
  get summary(): string {
    return [...this.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status === 0 ? 'lost' : status}: ${count}`)
      .join(', ')
  }
}

interface Load {
  /** Of several servers, each connection uses one. */
  port: number | readonly number[]
  connections: number
  /** The nth request of the run, from 0, on one of the connections. */
  call: (n: number, connection: number) => Call
  onReply?: (reply: Reply, n: number) => void
}

/** Every connection sends its next request after the reply, until `requests` are sent or `seconds` are over. */
export async function closedLoop(
  load: Load,
  { requests = Infinity, seconds = Infinity }: { requests?: number; seconds?: number },
): Promise<Figures> {
  const until = performance.now() + seconds * 1000
  return run(load, (n) => (n < requests && performance.now() < until ? performance.now() : null))
}

/**
 * Keeps this process awake until the returned function is called. A reply that wakes its client costs the server time
 * in the kernel, which replies of the bare route, whose client is always busy, do not.
 */
export function stayAwake(): () => void {
  let isAwake = true
  const again = (): void => {
    if (isAwake) setImmediate(again)
  }
  again()
  return () => void (isAwake = false)
}

/** An open loop ends after this many times its time, also on a machine that is too busy for its rate. */
const LATE_MAX = 1.5

/**
 * Sends at a fixed rate, whatever the replies do. A response time counts from when the request was due, so that a
 * request that waits for a free connection counts its wait.
 */
export async function openLoop(
  load: Load,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Figures> {
  const begun = performance.now()
  return run(load, async (n) => {
    const isLate = performance.now() > begun + LATE_MAX * seconds * 1000
    if (n >= perSecond * seconds || isLate) return null
    const due = begun + (n / perSecond) * 1000
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    return due
  })
}

/** @param dueAt when the nth request is due, once it is; null ends the connection's part */
async function run(
  { port, connections, call, onReply }: Load,
  dueAt: (n: number) => number | null | Promise<number | null>,
): Promise<Figures> {
  const figures = new Figures()
  let sent = 0
  const work = async (connection: number): Promise<void> => {
    const ports = [port].flat()
    const client = new Client(ports[connection % ports.length]!)
    for (;;) {
      const n = sent++
      const due = await dueAt(n)
      if (due === null) break
      const reply = await client.send(call(n, connection))
      figures.add(performance.now() - due, reply.status)
      onReply?.(reply, n)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)))
  return figures
}
