/** An HTTP proxy that passes requests to several servers in turn, without sticky sessions. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a proxy that ends with the test. A reply's `x-server` is the index of the server that answered. */
export async function roundRobin(servers: readonly string[]): Promise<string> {
  let count = 0
  const proxy = createServer((incoming, reply) => {
    const at = count++ % servers.length
    const { method, headers, url = '/', socket } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http' }
    const onward = request(servers[at] + url, { method, headers: forwarded }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-server': String(at) })
      answer.pipe(reply)
    })
    onward.on('error', () => reply.writeHead(502).end())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
