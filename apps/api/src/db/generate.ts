/**
 * Writes the migrations of both engines from the schema: `pnpm --filter @haat/api db:generate <name>`.
 * SQLite's tables are made STRICT, which the generator cannot say; nor can it say the search index, whose
 * migration is copied from `search.<engine>.sql`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const name = process.argv[2] ?? 'change'
const SEARCH = '_search.sql'
const cli = join(root, 'node_modules/drizzle-kit/bin.cjs')

for (const [engine, dialect] of [
  ['sqlite', 'sqlite'],
  ['postgres', 'postgresql'],
] as const) {
  const schema = `src/db/tables.${engine}.ts`
  const out = `migrations/${engine}`
  const generate = (...options: string[]) =>
    execFileSync(process.execPath, [cli, 'generate', '--dialect', dialect, '--out', out, ...options], {
      cwd: root,
      stdio: 'inherit',
    })
  generate('--schema', schema, '--name', name)
  const migrations = () => readdirSync(join(root, out))
  if (migrations().some((file) => file.endsWith(SEARCH))) continue
  generate('--schema', schema, '--custom', '--name', 'search')
  const made = migrations().find((file) => file.endsWith(SEARCH)) ?? ''
  copyFileSync(join(root, `src/db/search.${engine}.sql`), join(root, out, made))
}

const sqlite = join(root, 'migrations/sqlite')
for (const file of readdirSync(sqlite).filter((entry) => entry.endsWith('.sql'))) {
  const path = join(sqlite, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/^\);$/gm, ') STRICT;'))
}
