/** A whole shop for a test: an empty database of its own, a clock that is set by hand, mail that is kept. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import request from 'supertest'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import type { Mail, Message } from '../src/adapters/mail.ts'
import { createShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'
import { checkResponses } from './response-check.ts'

/** When every test begins. */
export const START = new Date('2026-03-02T06:30:00.000Z')

/** A clock that stands still until it is moved. */
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

/** Mail that is kept instead of sent. */
export class KeptMail implements Mail {
  readonly messages: Message[] = []
  readonly inbox = null

  post(message: Message): void {
    this.messages.push(message)
  }

  async deliver(message: Message): Promise<void> {
    this.messages.push(message)
  }
}

export interface TestShop {
  shop: Shop
  app: FastifyInstance
  clock: TestClock
  mail: KeptMail
  /** supertest over the app, as anybody or with a token. */
  get: (path: string, token?: string) => request.Test
  post: (path: string, body?: object, token?: string) => request.Test
  put: (path: string, body?: object, token?: string) => request.Test
  delete: (path: string, token?: string) => request.Test
  close: () => Promise<void>
}

/** Opens a shop that is closed when the current test, or the caller of `close`, is done. */
export async function openTestShop(env: Record<string, string> = {}): Promise<TestShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-test-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...env })
  const db = await copyOfTemplate(dataDir)
  const clock = new TestClock()
  const mail = new KeptMail()
  const shop = createShop(config, db, { now: clock.now, mail })
  const app = await buildApp(shop)
  checkResponses(app)
  await app.ready()
  return { shop, app, clock, mail, ...callers(app), close: closer(app, db, config) }
}

export function callers(app: FastifyInstance): Pick<TestShop, 'get' | 'post' | 'put' | 'delete'> {
  const agent = request(app.server)
  const as = (test: request.Test, token?: string) =>
    token === undefined ? test : test.set('authorization', `Bearer ${token}`)
  const send = (test: request.Test, body?: object) => (body === undefined ? test : test.send(body))
  return {
    get: (path, token) => as(agent.get(path), token),
    post: (path, body, token) => send(as(agent.post(path), token), body),
    put: (path, body, token) => send(as(agent.put(path), token), body),
    delete: (path, token) => as(agent.delete(path), token),
  }
}

function closer(app: FastifyInstance, db: Database, config: Config): () => Promise<void> {
  return async () => {
    await app.close()
    await db.close()
    rmSync(config.dataDir, { recursive: true, force: true })
  }
}

/** A shop for one `it`, closed when it ends. */
export async function shopForThisTest(env?: Record<string, string>): Promise<TestShop> {
  const shop = await openTestShop(env)
  onTestFinished(shop.close)
  return shop
}

let copies = 0

async function copyOfTemplate(dataDir: string): Promise<Database> {
  const template = inject('template')
  if (inject('engine') === 'sqlite') {
    const file = join(dataDir, 'haat.db')
    copyFileSync(template, file)
    return openSqlite(file)
  }
  copies += 1
  const name = `${template}_${process.pid}_${copies}`
  const admin = new pg.Client({ connectionString: inject('server') })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  const url = new URL(inject('server'))
  url.pathname = `/${name}`
  return openPostgres(url.href)
}
