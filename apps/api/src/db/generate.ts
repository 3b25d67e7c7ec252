/**
 * Writes the migrations of both engines from the schema: `pnpm --filter @haat/api db:generate <name>`.
 * SQLite's tables are made STRICT, which the generator cannot say.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const name = process.argv[2] ?? 'change'
const cli = join(root, 'node_modules/drizzle-kit/bin.cjs')

for (const [engine, dialect] of [
  ['sqlite', 'sqlite'],
  ['postgres', 'postgresql'],
] as const) {
  const schema = `src/db/tables.${engine}.ts`
  const out = `migrations/${engine}`
  execFileSync(
    process.execPath,
    [cli, 'generate', '--dialect', dialect, '--schema', schema, '--out', out, '--name', name],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}

const sqlite = join(root, 'migrations/sqlite')
for (const file of readdirSync(sqlite).filter((entry) => entry.endsWith('.sql'))) {
  const path = join(sqlite, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/^\);$/gm, ') STRICT;'))
}
