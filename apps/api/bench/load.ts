/** A load generator that costs little itself: keep-alive connections, one request at a time on each. */
import { connect } from 'node:net'

export interface Figures {
  perSecond: number
  /** Milliseconds that 99 of 100 requests took at most. */
  p99: number
  failed: number
}

interface Load {
  port: number
  connections: number
  requests: number
  path: (n: number) => string
}

/** Sends `requests` requests over `connections` connections of this machine and takes the time. */
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
  await Promise.all(Array.from({ length: connections }, () => talk(port, next, done)))
  const seconds = (performance.now() - begin) / 1000
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  return { perSecond: requests / seconds, p99, failed }
}

function talk(
  port: number,
  next: () => string | null,
  done: (ms: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let begun = 0
    let seen = ''
    const ask = (): void => {
      const path = next()
      if (path === null) {
        socket.end()
        resolve()
        return
      }
      begun = performance.now()
      seen = ''
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    }
    socket.setEncoding('latin1').on('connect', ask).on('error', reject)
    socket.on('data', (chunk) => {
      seen += String(chunk)
      const head = seen.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(seen.slice(0, head))?.[1]
      if (seen.length < head + 4 + Number(length)) return
      done(performance.now() - begun, Number(seen.slice(9, 12)))
      ask()
    })
  })
}
