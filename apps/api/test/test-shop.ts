/** A shop for a test, with an empty database, a clock that the test sets, and mail that is collected. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import request from 'supertest'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { keepSecrets, readConfig } from '../src/config.ts'
import type { Database, Engine } from '../src/db/database.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import type { Message } from '../src/adapters/smtp.ts'
import type { Sms } from '../src/adapters/sms.ts'
import type { Mail } from '../src/adapters/mail.ts'
import type { Metrics } from '../src/metrics/metrics.ts'
import { createShop, openShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'
import './built-programs.ts'
import { openEmptyPostgres } from './empty-postgres.ts'
import { checkResponses } from './response-check.ts'

/** The time at which every test starts. */
export const START = new Date('2026-03-02T06:30:00.000Z')

/** A clock that only moves when a test moves it. */
export class TestClock {
  #now = START

  readonly now = (): Date => new Date(this.#now)

  set(moment: Date): void {
    this.#now = moment
  }

  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000)
  }
}

/** Collects mail instead of sending it. */
export class CollectedMail implements Mail {
  readonly messages: Message[] = []
  readonly inbox = null

  post(message: Message): void {
    this.messages.push(message)
  }

  async deliver(message: Message): Promise<void> {
    this.messages.push(message)
  }
}

/** Codes to phones, among the mail. */
const smsInto = (mail: CollectedMail): Sms => ({
  sends: (kind) => kind === 'otp',
  deliver: ({ to, language, write }) =>
    mail.deliver({ to, text: write(language).text, subject: 'Text message', html: '' }),
  isFailing: false,
})

export interface TestShop {
  shop: Shop
  app: FastifyInstance
  clock: TestClock
  mail: CollectedMail
  /** Supertest requests, anonymous or with a token. */
  get: (path: string, token?: string) => request.Test
  post: (path: string, body?: object, token?: string) => request.Test
  put: (path: string, body?: object, token?: string) => request.Test
  delete: (path: string, token?: string) => request.Test
  close: () => Promise<void>
}

/**
 * Opens a shop, which the caller closes. `/docs`, which takes long to open, is off unless `env` has `TEST_DOCS`.
 *
 * @param engine SQLite can be opened beside PostgreSQL
 */
export async function openTestShop(
  env: Record<string, string> = {},
  metrics?: (shop: Shop) => Metrics,
  engine: Engine = inject('engine'),
): Promise<TestShop> {
  const { shop, close, databaseUrl, ...rest } = await openShopWithoutServer(env, engine)
  const app = await buildApp(shop, undefined, metrics?.(shop))
  checkResponses(app)
  await app.ready()
  if (databaseUrl === null || process.env['TEST_SERVERS'] !== '2')
    return { ...rest, ...callers(app), shop, app, close: () => close(app) }
  const second = await openSecondServer(shop, databaseUrl)
  const apps = alternate(app, second.app)
  return { ...rest, ...callers(...apps), shop, app, close: () => second.close().then(() => close(app)) }
}

/**
 * Another server of the shop, with connections and caches of its own. All else is what the test sees and replaces: clock,
 * mail, bank and configuration.
 */
async function openSecondServer(shop: Shop, databaseUrl: string) {
  const db = await openPostgres(databaseUrl)
  const seen = new Proxy(shop, { get: (target, name) => (name === 'db' ? db : Reflect.get(target, name)) })
  const app = await buildApp(seen)
  checkResponses(app)
  await app.ready()
  return { app, close: () => app.close().then(db.close) }
}

/** Lets each injected request go to the other of two servers. */
function alternate(first: FastifyInstance, second: FastifyInstance): FastifyInstance[] {
  const injects = [first, second].map((app) => app.inject.bind(app))
  let count = 0
  first.inject = ((...parts: Parameters<typeof first.inject>) =>
    injects[count++ % injects.length]!(...parts)) as typeof first.inject
  return [first, second]
}

/** The database, clock and mail of a test shop. `close` closes them and the given server. */
export async function openShopWithoutServer(env: Record<string, string>, engine: Engine = inject('engine')) {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-test-'))
  const config = keepSecrets(
    readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      ...env,
    }),
  )
  config.docs &&= env['TEST_DOCS'] === '1'
  const { db, url: databaseUrl, close: closeDatabase } = await openEmptyDatabase(dataDir, engine)
  const clock = new TestClock()
  const mail = new CollectedMail()
  const shop = { ...createShop(config, db, { now: clock.now, mail }), sms: smsInto(mail) }
  const close = async (app: FastifyInstance): Promise<void> => {
    await app.close()
    await closeDatabase()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { shop, clock, mail, databaseUrl, close }
}

/** Requests to the servers of a shop, to each in turn. */
export function callers(...apps: FastifyInstance[]): Pick<TestShop, 'get' | 'post' | 'put' | 'delete'> {
  const agents = apps.map((app) => request(app.server))
  let count = 0
  const next = () => agents[count++ % agents.length]!
  const as = (test: request.Test, token?: string) =>
    token === undefined ? test : test.set('authorization', `Bearer ${token}`)
  const send = (test: request.Test, body?: object) => (body === undefined ? test : test.send(body))
  return {
    get: (path, token) => as(next().get(path), token),
    post: (path, body, token) => send(as(next().post(path), token), body),
    put: (path, body, token) => send(as(next().put(path), token), body),
    delete: (path, token) => as(next().delete(path), token),
  }
}

/** Sends a request until the server has time for it: a busy machine refuses with 503 what has waited too long. */
export async function untilAnswered(send: () => request.Test): Promise<request.Response> {
  for (;;) {
    const reply = await send()
    if (reply.status !== 503) return reply
    await sleep(50)
  }
}

/** A shop for one `it`, closed when it ends. */
export async function shopForThisTest(env?: Record<string, string>): Promise<TestShop> {
  const shop = await openTestShop(env)
  onTestFinished(shop.close)
  return shop
}

/** A shop at a database that the test has made, without a demo; it is closed when the test ends. */
export async function shopAt(
  env: { DATABASE_URL: string; DATABASE_READ_URL?: string },
  now?: () => Date,
  metrics?: (shop: Shop) => Metrics,
): Promise<Pick<TestShop, 'shop' | 'app' | 'get' | 'post'>> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'haat-test-'))
  const config = readConfig({ ...env, DATA_DIR, HAAT_DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' })
  const shop = await openShop(config, now)
  const app = await buildApp(shop, undefined, metrics?.(shop))
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await shop.db.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  })
  return { shop, app, ...callers(app) }
}

/** An empty database, its address on PostgreSQL, and the function that closes it. */
async function openEmptyDatabase(
  dataDir: string,
  engine: Engine,
): Promise<{ db: Database; url: string | null; close: () => Promise<void> }> {
  if (engine === 'postgres') return openEmptyPostgres()
  const file = join(dataDir, 'haat.db')
  if (inject('engine') === 'sqlite') copyFileSync(inject('template'), file)
  // A fresh copy of the template: a search for damage would be a fifth of the test.
  const db = await openSqlite(file, 0)
  return { db, url: null, close: db.close }
}
