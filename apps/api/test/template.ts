/** Creates a migrated, empty database per engine, which tests copy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres'
    /** A file, or the name of a database on the test server. */
    template: string
    /** Address of the test server, without a database; empty for SQLite. */
    server: string
  }
}

export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  return project.config.env['TEST_ENGINE'] === 'postgres'
    ? postgresTemplate(project)
    : sqliteTemplate(project)
}

async function sqliteTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-template-'))
  const file = join(folder, 'haat.db')
  await (await openSqlite(file)).close()
  project.provide('template', file)
  project.provide('server', '')
  return async () => rmSync(folder, { recursive: true, force: true })
}

async function postgresTemplate(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: `npm test` starts a server and sets it.')
  const name = `haat_template_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await (await openPostgres(url.href)).close()
  project.provide('template', name)
  project.provide('server', server)
  return async () => {
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${name}%`],
    )
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
    await admin.end()
  }
}
