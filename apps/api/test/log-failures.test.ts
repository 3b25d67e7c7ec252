/** A failed query is logged with its cause and without its values. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { describeError } from '../src/log.ts'
import { emptyPostgres } from './empty-postgres.ts'
import { openProcess, stopProcess, temporaryFolder } from './server-process.ts'

const PERSON = {
  name: 'Canary Rao',
  email: 'canary4711@shop.in',
  phone_number: '9471147114',
  password: 'Canary-4711-old',
}

/** The environment of an empty database, and a function that makes every later insert into `users` fail. */
async function refusingDatabase(): Promise<{ env: Record<string, string>; refuse: () => Promise<void> }> {
  const folder = temporaryFolder()
  if (inject('engine') === 'sqlite') {
    const refuse = async () => {
      const database = new Sqlite(join(folder, 'haat.db'))
      database.exec("create trigger refuse before insert on users begin select raise(abort, 'refused'); end")
      database.close()
    }
    return { env: { DATA_DIR: folder }, refuse }
  }
  const { url } = await emptyPostgres()
  const refuse = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('alter table users add constraint refuse check (id < 0) not valid')
    await client.end()
  }
  return { env: { DATA_DIR: folder, DATABASE_URL: url }, refuse }
}

it('a query that fails is logged without its parameters', async () => {
  const { env, refuse } = await refusingDatabase()
  const { url, child } = await openProcess({ ...env, HAAT_DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'trace' })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)))
  await refuse()
  const reply = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  })
  expect(reply.status).toBe(500)
  expect(await stopProcess(child)).toBe(0)

  const line = log.split('\n').find((text) => text.includes('request failed')) ?? ''
  expect(JSON.parse(line).err.stack).toMatch(/\n\s+at /)
  expect(line).toMatch(/refuse/)
  if (inject('engine') === 'postgres') expect(line).toContain('Failed query: insert into')
  for (const value of [...Object.values(PERSON), '$argon2', 'Canary', '9471147114'])
    expect([value, log.includes(value)]).toEqual([value, false])
})

it('a value that PostgreSQL quotes is left out', () => {
  const cause = Object.assign(new Error('invalid input syntax for type integer: "Canary"'), {
    code: '22P02',
    detail: 'Canary',
    where: 'Canary',
  })
  const query = Object.assign(new Error('Failed query: select $1\nparams: Canary', { cause }), {
    query: 'select $1',
    params: ['Canary'],
  })
  const described = describeError(new Error('not saved', { cause: query }))
  expect(JSON.stringify(described)).not.toContain('Canary')
  expect(described.cause?.cause).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type integer',
  })
})
