/** The migrations and the tables in code must agree: a changed table needs a generated migration. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { expect, it } from 'vitest'
import { PACKAGE } from '../package-folder.ts'
import { postgresKit } from './schema/kit.postgres.ts'
import { sqliteKit } from './schema/kit.sqlite.ts'
import { defineTables } from './schema.ts'

/** The schema after the last migration, as the generator recorded it. */
function lastSnapshot(engine: 'sqlite' | 'postgres') {
  const meta = join(PACKAGE, 'migrations', engine, 'meta')
  const read = (file: string) => JSON.parse(readFileSync(join(meta, file), 'utf8'))
  const { idx } = read('_journal.json').entries.at(-1)
  return read(`${String(idx).padStart(4, '0')}_snapshot.json`)
}

it('sqlite needs no further migration', async () => {
  const last = lastSnapshot('sqlite')
  const tables = defineTables(sqliteKit)
  expect(Object.keys(last.tables).toSorted()).toEqual(Object.keys(tables).toSorted())
  const current = await generateSQLiteDrizzleJson(tables, last.id)
  expect(await generateSQLiteMigration(last, current)).toEqual([])
})

it('postgres needs no further migration', async () => {
  const last = lastSnapshot('postgres')
  const tables = defineTables(postgresKit)
  expect(Object.keys(last.tables)).toHaveLength(Object.keys(tables).length)
  expect(await generateMigration(last, generateDrizzleJson(tables, last.id))).toEqual([])
})
