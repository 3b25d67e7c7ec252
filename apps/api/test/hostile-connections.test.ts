/** Slow, malformed and too many connections, over real sockets. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectionLimits } from '../src/http/connections.ts'
import { atTheDesk } from './desk.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** Timeouts of requests in ms: short while a test waits for them, and else long enough for a busy machine. */
const SHORT = { headersTimeout: 300, bodyMs: 600 }
const LONG = { headersTimeout: 60_000, bodyMs: 60_000 }
const CHECK_MS = 50
const GIVE_UP_MS = 60_000

let test: TestShop
let port: number
/** How long a body may take outside this test, in ms. */
let usual: number

beforeAll(async () => {
  test = await openTestShop()
  const { server } = test.app
  usual = test.app.bodyMs
  Object.assign(server, { connectionsCheckingInterval: CHECK_MS })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.address() as AddressInfo).port
})
afterAll(() => test.close())
beforeEach(() => setTimeouts(LONG))

function setTimeouts({ headersTimeout, bodyMs }: typeof LONG): void {
  test.app.server.headersTimeout = headersTimeout
  test.app.bodyMs = bodyMs
}

function open(): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy(new Error('the server neither answered nor closed')))
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Reads until the server closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'close')
  return text
}

/** Sends bytes and reads until the server closes. */
function exchange(bytes: string): Promise<string> {
  const socket = open()
  socket.write(bytes, 'latin1')
  return readToEnd(socket)
}

/** Sends one byte every 20 ms until the server closes the connection, or `count` bytes. */
function dribble(socket: Socket, byte: string, count = Infinity): void {
  let sent = 0
  const timer = setInterval(() => {
    if (socket.writable) socket.write(byte)
    if (++sent >= count) clearInterval(timer)
  }, 20)
  socket.once('close', () => clearInterval(timer))
}

function expectFailure(reply: string, ...statuses: number[]): void {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(statuses).toContain(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]))
  expect(head.toLowerCase()).toContain('content-type: application/json')
  expect(JSON.parse(body)).toEqual({ success: false, message: expect.any(String) })
}

async function expectServed(): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
  expect(await reply.json()).toEqual({ status: 'ok' })
}

describe('the limits', () => {
  it('close every slow connection within 30 seconds', () => {
    const { connectionTimeout, http } = connectionLimits
    expect(http.headersTimeout).toBeLessThanOrEqual(usual)
    expect(usual + http.connectionsCheckingInterval).toBeLessThanOrEqual(30_000)
    expect(connectionTimeout).toBeLessThanOrEqual(30_000)
  })

  it('keep an idle connection longer than a proxy does', () => {
    expect(connectionLimits.keepAliveTimeout).toBeGreaterThan(60_000)
  })

  it('limit the number of connections', () => {
    expect(test.app.server.maxConnections).toBeGreaterThan(2000)
    expect(test.app.server.maxConnections).toBeLessThanOrEqual(10_000)
  })
})

describe('a slow client', () => {
  it('that never ends its headers gets 408', async () => {
    const slow = Array.from({ length: 50 }, () => {
      const socket = open()
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx: ')
      dribble(socket, 'a')
      return readToEnd(socket)
    })
    await expectServed()
    setTimeouts(SHORT)
    for (const reply of await Promise.all(slow)) expectFailure(reply, 408)
  })

  it('that never ends its body gets 408', async () => {
    setTimeouts({ ...LONG, bodyMs: SHORT.bodyMs })
    const slow = Array.from({ length: 50 }, () => {
      const socket = open()
      const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
      socket.write(`${head}content-length: 200000\r\n\r\n{"a":"`)
      dribble(socket, 'a')
      return readToEnd(socket)
    })
    await expectServed()
    for (const reply of await Promise.all(slow)) expectFailure(reply, 408)
  })

  it('may take its time with an upload that it may make, and is cut like others where it may not', async () => {
    setTimeouts({ ...LONG, bodyMs: SHORT.bodyMs })
    const { headers } = await atTheDesk(test)
    const upload = (path: string, type: string, extra: Record<string, string>): Promise<string> => {
      const socket = open()
      const given = Object.entries({ host: 'x', 'content-type': type, 'content-length': '60', ...extra })
      const head = given.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.write(`POST ${path} HTTP/1.1\r\n${head}connection: close\r\n\r\n`)
      // Node answers 400 to a byte after the last one, if it comes before the reply.
      dribble(socket, 'a', 60)
      return readToEnd(socket)
    }
    const file = ['/api/desk/files?name=products.csv', 'application/octet-stream'] as const
    expect(await upload(...file, headers)).toMatch(/^HTTP\/1\.1 200 [^]*"bytes":60/)
    expect(await upload('/api/desk/pictures', 'video/mp4', headers)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await upload(...file, {})).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('that sends nothing is disconnected', async () => {
    setTimeouts(SHORT)
    const reply = await readToEnd(open())
    if (reply !== '') expectFailure(reply, 408)
  })

  it('that disconnects in the middle of its body has no effect', async () => {
    const socket = open()
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{')
    await once(socket, 'connect')
    socket.resetAndDestroy()
    await expectServed()
  })
})

describe('malformed HTTP', () => {
  const HOST = 'host: x\r\n'
  it.each([
    ['garbage', '\x00\x01\x02\xff\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no method', ' /healthz HTTP/1.1\r\n\r\n'],
    ['an unknown method', `HACK /healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['another version', `GET /healthz HTTP/9.9\r\n${HOST}\r\n`],
    [
      'two lengths',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
    ],
    ['a negative length', `POST /api/auth/login HTTP/1.1\r\n${HOST}content-length: -1\r\n\r\n`],
    [
      'a length and chunks, as a smuggler would',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x`,
    ],
    [
      'chunks that are none',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['a header without a colon', `GET /healthz HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${HOST}x: a\x00b\r\n\r\n`],
    ['a folded header', `GET /healthz HTTP/1.1\r\n${HOST}x: a\r\n b\r\n\r\n`],
    ['a space before the colon', `GET /healthz HTTP/1.1\r\n${HOST}x : a\r\n\r\n`],
    ['a line that ends with LF alone', `GET /healthz HTTP/1.1\n${HOST}transfer-encoding : chunked\n\n`],
  ])('%s: the failure shape or a clean close', async (_what, bytes) => {
    setTimeouts(SHORT)
    const reply = await exchange(bytes)
    if (reply !== '') expectFailure(reply, 400, 408)
    setTimeouts(LONG)
    await expectServed()
  })

  it('no host: 400', async () => {
    expect(await exchange('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('an expectation that the server does not know: 417', async () => {
    const head = `GET /healthz HTTP/1.1\r\n${HOST}expect: tea\r\nconnection: close\r\n\r\n`
    expect(await exchange(head)).toMatch(/^HTTP\/1\.1 417 /)
  })

  it('headers of a megabyte: 431', async () => {
    const socket = open()
    const reply = readToEnd(socket)
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}x: ${'a'.repeat(1_000_000)}\r\n\r\n`)
    const text = await reply
    // The system may discard the reply together with the unread bytes.
    if (text !== '') expectFailure(text, 431)
    await expectServed()
  })

  it.each(['CONNECT', 'TRACE', 'OPTIONS', 'PATCH'])('%s is refused', async (method) => {
    const reply = await exchange(`${method} /api/cart HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`)
    if (reply !== '') expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  it('an upgrade is refused', async () => {
    const head = `GET /healthz HTTP/1.1\r\n${HOST}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`
    expect(await exchange(head)).not.toMatch(/^HTTP\/1\.1 101/)
  })
})

describe('too many connections', () => {
  it('are closed at once, and those that are open are served', async () => {
    const { server } = test.app
    const most = server.maxConnections
    onTestFinished(() => void (server.maxConnections = most))
    await expectServed()
    server.maxConnections = 10
    const sockets = Array.from({ length: 40 }, open)
    const replies = sockets.map(readToEnd)
    for (const socket of sockets)
      socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const served = (await Promise.all(replies)).filter((reply) => reply.startsWith('HTTP/1.1 200 '))
    expect(served.length).toBeGreaterThanOrEqual(1)
    server.maxConnections = most
    await expectServed()
  })
})
