import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConnectionCount, connectionLimits, limitConnections } from './connections.ts'

describe('ConnectionCount', () => {
  it('lets an address have any number while there is room, then only its share', () => {
    const count = new ConnectionCount(5, 2)
    const attempts = Array.from({ length: 8 }, () => count.open('9.9.9.9'))
    expect(attempts).toEqual([false, false, false, false, false, true, true, true])
    expect([count.open('8.8.8.8'), count.open('8.8.8.8'), count.open('8.8.8.8')]).toEqual([
      false,
      false,
      true,
    ])
    for (let n = 0; n < 8; n += 1) count.close('9.9.9.9')
    expect(count.total).toBe(3)
    expect(count.open('9.9.9.9')).toBe(false)
  })
})

/** A server with a crowd limit of 5 connections, of which an address may hold 2. */
async function listen(isProxied: boolean) {
  const app = fastify(connectionLimits)
  limitConnections(app, isProxied, new ConnectionCount(5, 2))
  const slow = Promise.withResolvers<string>()
  app.get('/', async () => 'here')
  app.get('/slow', () => slow.promise)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { app, open, finish: slow.resolve }
}

/** Sends a request on an open connection. @returns the reply in lower case; empty where the connection was cut */
function get(socket: Socket, path = '/'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return new Promise((resolve) => {
    socket.once('data', (reply) => resolve(String(reply).toLowerCase()))
    socket.once('close', () => resolve(''))
  })
}

describe('connections of one address', () => {
  it('that fill the server leave room for others, and replies close theirs', async () => {
    const { open } = await listen(false)
    const sockets = await Promise.all(Array.from({ length: 8 }, open))
    const replies = await Promise.all(sockets.map((socket) => get(socket)))
    expect(replies.filter((reply) => reply.startsWith('http/1.1 200 ')).length).toBeGreaterThanOrEqual(5)
    expect(replies).toContain('')
  })

  it('are not counted behind a trusted proxy', async () => {
    const { open } = await listen(true)
    const sockets = await Promise.all(Array.from({ length: 8 }, open))
    const replies = await Promise.all(sockets.map((socket) => get(socket)))
    expect(replies.every((reply) => reply.startsWith('http/1.1 200 '))).toBe(true)
    expect(replies.join()).toContain('connection: close')
  })
})

describe('a server that closes', () => {
  it('answers the next request of an open connection with connection: close', async () => {
    const { app, open, finish } = await listen(false)
    app.drainMs = 60_000
    const [kept, busy] = await Promise.all([open(), open()])
    expect(await get(kept)).toContain('connection: keep-alive')
    const slow = get(busy, '/slow')
    const closed = app.close()
    expect(await get(kept)).toMatch(/^http\/1\.1 200 [^]*connection: close[^]*here$/)
    finish('done')
    expect(await slow).toMatch(/^http\/1\.1 200 [^]*connection: close[^]*done$/)
    const began = performance.now()
    await closed
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it('closes idle connections after the time to drain', async () => {
    const { app, open } = await listen(false)
    app.drainMs = 50
    const idle = await open()
    await get(idle)
    const closed = once(idle, 'close')
    await Promise.all([app.close(), closed])
  })
})
