/**
 * Writes the migrations of both engines from the schema: `pnpm --filter @haat/api db:generate <name>`.
 * Two things the generator cannot express are added here: STRICT tables on SQLite, and the search index, whose
 * migration is copied from `search.<engine>.sql`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresKit } from './schema/kit.postgres.ts'
import { sqliteKit } from './schema/kit.sqlite.ts'
import { defineTables } from './schema.ts'

const here = import.meta.dirname
const root = join(here, '../..')
const name = process.argv[2] ?? 'change'
const SEARCH = '_search.sql'
const cli = join(root, 'node_modules/drizzle-kit/bin.cjs')
const folder = mkdtempSync(join(root, '.generate-'))

/** Writes the module that the generator reads: every table as an export of its own. */
function writeTables(engine: 'sqlite' | 'postgres'): string {
  const kit = engine === 'sqlite' ? sqliteKit : postgresKit
  const file = join(folder, `${engine}.ts`)
  writeFileSync(
    file,
    `import { ${engine}Kit } from '${here}/schema/kit.${engine}.ts'
import { defineTables } from '${here}/schema.ts'
export const { ${Object.keys(defineTables(kit)).join(', ')} } = defineTables(${engine}Kit)
`,
  )
  return file
}

try {
  for (const [engine, dialect] of [
    ['sqlite', 'sqlite'],
    ['postgres', 'postgresql'],
  ] as const) {
    const schema = writeTables(engine)
    const out = `migrations/${engine}`
    const generate = (...options: string[]) =>
      execFileSync(
        process.execPath,
        [cli, 'generate', '--dialect', dialect, '--out', out, '--schema', schema, ...options],
        { cwd: root, stdio: 'inherit' },
      )
    generate('--name', name)
    const migrations = () => readdirSync(join(root, out))
    if (migrations().some((file) => file.endsWith(SEARCH))) continue
    generate('--custom', '--name', 'search')
    const searchMigration = migrations().find((file) => file.endsWith(SEARCH)) ?? ''
    copyFileSync(join(root, `src/db/search.${engine}.sql`), join(root, out, searchMigration))
  }
} finally {
  rmSync(folder, { recursive: true })
}

const sqlite = join(root, 'migrations/sqlite')
for (const file of readdirSync(sqlite).filter((entry) => entry.endsWith('.sql'))) {
  const path = join(sqlite, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/^\);$/gm, ') STRICT;'))
}
