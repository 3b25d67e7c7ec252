/** `/dev/snapshots`: the whole database and the clock under a name, to come back to. Media stay as they are. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DatabaseRefused } from '../db/database.ts'
import { conflict, notFound } from '../http/failure.ts'
import { sqliteFile } from '../open-shop.ts'
import type { Shop } from '../shop.ts'
import { shownClock } from './clock-tool.ts'
import { readOutliving, writeOutliving } from './snapshots.store.ts'
import { tool, type Tools } from './tools.ts'

const Named = z.object({
  name: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'A name has up to 64 letters, digits, - and _.')),
})
/** What stands beside a snapshot's database. */
const Beside = z.object({
  saved_at: z.iso.datetime(),
  clock: z.object({ ahead: z.number(), frozenAt: z.nullable(z.number()) }),
})

export function registerSnapshots(tools: Tools): void {
  const { app, shop } = tools
  const url = '/dev/snapshots/:name'
  tool(app, {
    method: 'GET',
    url: '/dev/snapshots',
    handle: async () => ({ snapshots: listSnapshots(shop) }),
  })
  tool(app, {
    method: 'PUT',
    url,
    params: Named,
    handle: async ({ params: { name } }) => ({ snapshot: await save(tools, name) }),
  })
  tool(app, {
    method: 'POST',
    url: `${url}/restore`,
    params: Named,
    handle: async ({ params: { name } }) => {
      await restore(tools, name)
      return { clock: shownClock(tools) }
    },
  })
  tool(app, {
    method: 'DELETE',
    url,
    params: Named,
    handle: async ({ params: { name } }) => {
      const { database, beside } = existing(shop, name)
      for (const file of [database, beside]) rmSync(file, { force: true })
      return {}
    },
  })
}

/** @throws Failure 409 on PostgreSQL */
function filesOf({ config, db }: Shop, name: string) {
  if (db.engine !== 'sqlite') {
    const message = 'Snapshots need SQLite: on PostgreSQL copy the database with createdb --template.'
    throw conflict(message, { code: 'SNAPSHOTS_NEED_SQLITE' })
  }
  const folder = join(config.dataDir, 'snapshots')
  mkdirSync(folder, { recursive: true })
  return { folder, database: join(folder, `${name}.db`), beside: join(folder, `${name}.json`) }
}

function existing(shop: Shop, name: string) {
  const files = filesOf(shop, name)
  if (!existsSync(files.database) || !existsSync(files.beside)) throw notFound('Snapshot')
  return files
}

const readBeside = (file: string) => Beside.parse(JSON.parse(readFileSync(file, 'utf8')))

/** By name. On PostgreSQL there are none. */
export function listSnapshots(shop: Shop) {
  if (shop.db.engine !== 'sqlite') return []
  const { folder } = filesOf(shop, '')
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  return names.toSorted().map((name) => {
    const { database, beside } = filesOf(shop, name)
    return { name, saved_at: readBeside(beside).saved_at, bytes: statSync(database).size }
  })
}

async function save({ shop, clock }: Tools, name: string) {
  const { database, beside } = filesOf(shop, name)
  const fresh = `${database}.new`
  rmSync(fresh, { force: true })
  await shop.db.copyTo(fresh)
  renameSync(fresh, database)
  const saved_at = clock.now().toISOString()
  writeFileSync(beside, JSON.stringify({ saved_at, clock: clock.state }))
  return { name, saved_at, bytes: statSync(database).size }
}

async function restore({ shop, clock }: Tools, name: string): Promise<void> {
  const { database, beside } = existing(shop, name)
  const outliving = await readOutliving(shop.db)
  try {
    await replaceDatabase(shop, database)
  } catch (error) {
    throw error instanceof DatabaseRefused
      ? conflict(`The snapshot cannot be restored. ${error.message}`)
      : error
  }
  clock.restore(readBeside(beside).clock)
  await shop.db.transaction((tx) => writeOutliving(tx, outliving))
}

async function replaceDatabase({ config }: Shop, snapshot: string): Promise<void> {
  const { replaceContent } = await import('../db/open.sqlite-files.ts')
  await replaceContent(snapshot, sqliteFile(config.dataDir))
}
