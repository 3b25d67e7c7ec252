/** Paths that try to leave the folders of pictures, videos and the storefront, sent as they are over a socket. */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { Client } from '../bench/load.ts'
import { openMediaStorage } from '../src/adapters/media-storage.ts'
import { registerMedia } from '../src/features/media/media.ts'
import { Pictures } from '../src/features/media/pictures.ts'
import { replyWithFailure } from '../src/http/failure.ts'
import { registerStorefront } from '../src/features/storefront/storefront.ts'
import { report } from './figure.ts'
import { temporaryFolder } from './server-process.ts'
import { shopForThisTest } from './test-shop.ts'

const PATHS = byDepth(200, 2000)
const CONNECTIONS = 8
const SECRET = 'canary-4711'
const PAGE = '<title>the shop</title>'

const FROM = [
  '/media/',
  '/assets/',
  '/',
  '//',
  '/media//',
  '/media/red.svg/',
  '/assets/app.js/',
  '/media/.',
  '/pay/',
]
const UP = [
  ...['../', '..%2f', '..%2F', '%2e%2e/', '%2e%2e%2f', '.%2e/', '%2e./', '..\\', '..%5c', '%2e%2e%5c'],
  ...['%252e%252e%252f', '..%252f', '%25252e%25252e%25252f', '....//', '....\\\\', '..;/', '..%3b/', './../'],
  ...['%c0%ae%c0%ae/', '%c0%ae%c0%ae%c0%af', '..%c0%af', '..%c1%9c', '%e0%80%ae%e0%80%ae/', '..%ef%bc%8f'],
  ...[
    '%u002e%u002e/',
    '..%u2215',
    '%uff0e%uff0e/',
    '..%00/',
    '.%00./',
    '..%0d/',
    '..%09/',
    '..%20/',
    '..?/',
    '..#/',
  ],
]
const TARGETS = ['secret.txt', 'haat.db', 'secrets.json', 'data/haat.db', 'etc/passwd', '.env', 'index.html']
const ENDS = ['', '%00', '%00.webp', '.webp', '?w=320', ';.png', '%20', '/', '/.', '%23.svg']

/** Different paths, spread over all combinations. */
function paths(count: number): string[] {
  const all = FROM.length * UP.length * TARGETS.length * ENDS.length * 4
  return Array.from({ length: count }, (_, n) => {
    let rest = Math.floor((n * all) / count) + (n % 7)
    const next = (size: number): number => {
      const part = rest % size
      rest = Math.floor(rest / size)
      return part
    }
    const [end, depth, target] = [ENDS[next(ENDS.length)], next(4), TARGETS[next(TARGETS.length)]]
    return `${FROM[next(FROM.length)]}${UP[next(UP.length)]?.repeat(depth + 1)}${target}${end}`
  })
}

it('read nothing outside of these folders', { timeout: 300_000 }, async (context) => {
  const folder = temporaryFolder()
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of ['secret.txt', 'haat.db', 'secrets.json', '.env']) {
    write(name, SECRET)
    write(join('data', name), SECRET)
    write(join('data/cache', name), SECRET)
  }
  write('etc/passwd', SECRET)
  write('data/media/red.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
  write('site/index.html', PAGE)
  write('site/assets/app.js', '1')
  const pictures = new Pictures(openMediaStorage({ dataDir: join(folder, 'data'), media: null }))
  const app = fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(replyWithFailure)
  await registerMedia(app, pictures)
  await registerStorefront(app, (await shopForThisTest()).shop, join(folder, 'site'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const todo = paths(PATHS)
  expect(new Set(todo).size).toBe(PATHS)
  const wrong: string[] = []
  const work = async (): Promise<void> => {
    const client = new Client(port)
    for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
      const { status, body } = await client.send({ path })
      const isPage = status === 200 && body === PAGE
      if (!(isPage || (status >= 400 && status < 500)) || body.includes(SECRET) || body.includes('root:'))
        wrong.push(`${status} ${path}`)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  expect(wrong).toEqual([])
  report(context, `traversal: ${PATHS} paths, 0 bytes from outside`)
})
