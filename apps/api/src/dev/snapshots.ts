/** `/dev/snapshots` saves the database and the clock under a name, and restores them. Media are not included. */
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
import { DatabaseRefused } from '../db/errors.ts'
import { conflict, noSuch } from '../http/failure.ts'
import { copyFromFile, copyToFile } from '../merchant/moving/copy-shop.store.ts'
import type { Shop } from '../shop.ts'
import { clockState } from './clock.ts'
import { findAllSessions, restoreSessions } from './dev.store.ts'
import { tool, type Tools } from './tools.ts'

const NameParams = z.object({
  name: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'A name has up to 64 letters, digits, - and _.')),
})
/** The file next to a snapshot's database. */
const Metadata = z.object({
  saved_at: z.iso.datetime(),
  clock: z.object({ ahead: z.number(), frozenAt: z.nullable(z.number()) }),
})

export function registerSnapshots(tools: Tools): void {
  const { app, shop } = tools
  const schemas = { params: NameParams }
  tool(app, 'GET /dev/snapshots', {}, async () => ({ snapshots: listSnapshots(shop) }))
  tool(app, 'PUT /dev/snapshots/:name', schemas, async ({ params: { name } }) => ({
    snapshot: await save(tools, name),
  }))
  tool(app, 'POST /dev/snapshots/:name/restore', schemas, async ({ params: { name } }) => {
    await restore(tools, name)
    return { clock: clockState(tools) }
  })
  tool(app, 'DELETE /dev/snapshots/:name', schemas, async ({ params: { name } }) => {
    const { database, metadata } = findFiles(shop, name)
    for (const file of [database, metadata]) rmSync(file, { force: true })
    return {}
  })
}

/** A snapshot's database is a SQLite file, whatever the shop's engine. */
function filesOf({ config }: Shop, name: string) {
  const folder = join(config.dataDir, 'snapshots')
  mkdirSync(folder, { recursive: true })
  return { folder, database: join(folder, `${name}.db`), metadata: join(folder, `${name}.json`) }
}

function findFiles(shop: Shop, name: string) {
  const files = filesOf(shop, name)
  if (!existsSync(files.database) || !existsSync(files.metadata)) throw noSuch('Snapshot not found')
  return files
}

const readMetadata = (file: string) => Metadata.parse(JSON.parse(readFileSync(file, 'utf8')))

/** In the order of their names. */
function listSnapshots(shop: Shop) {
  const { folder } = filesOf(shop, '')
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  return names.toSorted().map((name) => {
    const { database, metadata } = filesOf(shop, name)
    return { name, saved_at: readMetadata(metadata).saved_at, bytes: statSync(database).size }
  })
}

async function save({ shop, clock }: Tools, name: string) {
  const { database, metadata } = filesOf(shop, name)
  const unfinished = `${database}.new`
  rmSync(unfinished, { force: true })
  await copyToFile(shop.db, unfinished)
  renameSync(unfinished, database)
  const saved_at = clock.now().toISOString()
  writeFileSync(metadata, JSON.stringify({ saved_at, clock: clock.state }))
  return { name, saved_at, bytes: statSync(database).size }
}

async function restore({ shop, clock }: Tools, name: string): Promise<void> {
  const { database, metadata } = findFiles(shop, name)
  const sessions = await findAllSessions(shop.db)
  try {
    await copyFromFile(database, shop.db)
  } catch (error) {
    throw error instanceof DatabaseRefused
      ? conflict(`The snapshot cannot be restored. ${error.message}`)
      : error
  }
  clock.restore(readMetadata(metadata).clock)
  await shop.db.transaction((tx) => restoreSessions(tx, sessions))
}
