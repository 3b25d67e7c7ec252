import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionLimits, limitConnections } from './connections.ts'

async function listen() {
  const app = fastify(connectionLimits)
  limitConnections(app)
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

describe('a server that closes', () => {
  it('answers the next request of an open connection with connection: close', async () => {
    const { app, open, finish } = await listen()
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
    const { app, open } = await listen()
    app.drainMs = 50
    const idle = await open()
    await get(idle)
    const closed = once(idle, 'close')
    await Promise.all([app.close(), closed])
  })
})
