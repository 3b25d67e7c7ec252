import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestShop } from '../../test/test-shop.ts'
import { watchReplica } from './replica.ts'

it('logs a problem of the replica once, and again when it comes back', async () => {
  const { shop, close } = await openTestShop()
  const away = { about: 'replica', what: 'It is away', remedy: 'Start it' } as const
  const answers = [[away], [away], [], [away]]
  const problems = async () => answers.shift() ?? []
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const config = { ...shop.config, databaseReadUrl: 'postgres://haat@replica/haat' }
  watchReplica(app, { ...shop, config, db: { ...shop.db, problems } }, 5)
  await app.ready()
  await vi.waitFor(() => expect(answers).toEqual([]), 30_000)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'It is away. The primary answers its reads.',
    'It is away. The primary answers its reads.',
  ])
})
