/** A load generator with little overhead: keep-alive connections, one request at a time on each. */
import { connect } from 'node:net'

export interface Figures {
  perSecond: number
  /** 99th percentile of the response times in ms. */
  p99: number
  failed: number
}

interface Load {
  port: number
  connections: number
  requests: number
  path: (n: number) => string
}

/** Sends `requests` requests over `connections` connections and measures them. */
export async function load({ port, connections, requests, path }: Load): Promise<Figures> {
  const times: number[] = []
  let sent = 0
  let failed = 0
  const next = (): string | null => {
    if (sent >= requests) return null
    sent += 1
    return path(sent - 1)
  }
  const done = (ms: number, status: number): void => {
    times.push(ms)
    if (status !== 200) failed += 1
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, next, done)))
  const seconds = (performance.now() - begin) / 1000
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  return { perSecond: requests / seconds, p99, failed }
}

function runConnection(
  port: number,
  next: () => string | null,
  done: (ms: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let begun = 0
    let received = ''
    const send = (): void => {
      const path = next()
      if (path === null) {
        socket.end()
        resolve()
        return
      }
      begun = performance.now()
      received = ''
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    }
    socket.setEncoding('latin1').on('connect', send).on('error', reject)
    socket.on('data', (chunk) => {
      received += String(chunk)
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
      if (received.length < head + 4 + Number(length)) return
      done(performance.now() - begun, Number(received.slice(9, 12)))
      send()
    })
  })
}
