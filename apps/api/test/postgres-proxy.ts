/** A TCP proxy before PostgreSQL, which can fall silent, follow another server, and lose the answer to a commit. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface PostgresProxy {
  url: string
  /** Lets the open connections stand, but nothing passes through them any more. */
  mute: () => void
  /** The same for the connections to come. */
  freeze: () => void
  cut: () => void
  muted: () => number
  /** Sends new connections to another server, and cuts the open ones. */
  follow: (url: string) => void
  /** The next commit reaches PostgreSQL, and its connection is cut before the answer. Resolves then. */
  loseNextCommit: () => Promise<void>
}

const COMMIT = /\bcommit\b/i

export async function proxyTo(url: string): Promise<PostgresProxy> {
  let target = new URL(url)
  let losing: { lost: () => void } | null = null
  const open = new Set<Socket>()
  const muted = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    if (isFrozen) muted.add(near)
    const far = connect(Number(target.port), target.hostname)
    let cut: (() => void) | null = null
    open.add(near)
    near.on('data', (data) => {
      if (muted.has(near)) return
      if (losing !== null && COMMIT.test(data.toString('latin1'))) {
        cut = losing.lost
        losing = null
      }
      far.write(data)
    })
    far.on('data', (data) => {
      if (cut !== null) {
        near.destroy()
        cut()
      } else if (!muted.has(near)) near.write(data)
    })
    near.on('error', () => undefined).on('close', () => far.destroy())
    near.on('close', () => [open, muted].forEach((sockets) => sockets.delete(near)))
    far.on('error', () => undefined).on('close', () => muted.has(near) || near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  const mute = (): void => open.forEach((socket) => muted.add(socket))
  onTestFinished(() => {
    cutAll()
    server.close()
  })
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: proxied.href,
    mute,
    freeze: () => {
      isFrozen = true
      mute()
    },
    cut: cutAll,
    muted: () => muted.size,
    follow: (next) => {
      target = new URL(next)
      cutAll()
    },
    loseNextCommit: () =>
      new Promise((resolve) => {
        losing = { lost: resolve }
      }),
  }
}
