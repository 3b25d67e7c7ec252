/**
 * Writes the migrations of both engines from the schema. Until the first release `pnpm db:generate` rewrites the only
 * one, `0000_shop.sql`; after it, `pnpm db:generate <name>` adds one with the difference.
 * Three things the generator cannot express are added here: STRICT tables on SQLite; texts on PostgreSQL that sort by code
 * point, as SQLite's do, and not as the server was set up; and what `extra.<engine>.sql` holds (the search index,
 * triggers), and the triggers of the audit, which end the first migration.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresKit } from '../src/db/schema/kit.postgres.ts'
import { sqliteKit } from '../src/db/schema/kit.sqlite.ts'
import { defineTables } from '../src/db/schema.ts'
import { auditTriggers } from './audit-triggers.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/db')
const change = process.argv[2]
const cli = join(root, 'node_modules/drizzle-kit/bin.cjs')
const folder = mkdtempSync(join(root, '.generate-'))

/** Writes the module that the generator reads: every table as an export of its own. */
function writeTables(engine: 'sqlite' | 'postgres'): string {
  const kit = engine === 'sqlite' ? sqliteKit : postgresKit
  const file = join(folder, `${engine}.ts`)
  writeFileSync(
    file,
    `import { ${engine}Kit } from '${source}/schema/kit.${engine}.ts'
import { defineTables } from '${source}/schema.ts'
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
    const out = `migrations/${engine}`
    if (change === undefined) rmSync(join(root, out), { recursive: true, force: true })
    const options = ['--dialect', dialect, '--out', out, '--schema', writeTables(engine)]
    execFileSync(process.execPath, [cli, 'generate', ...options, '--name', change ?? 'shop'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (change === undefined) {
      const extra = readFileSync(join(source, `extra.${engine}.sql`), 'utf8')
      const parts = ['', extra.trimEnd(), auditTriggers(engine)]
      appendFileSync(join(root, out, '0000_shop.sql'), parts.join('--> statement-breakpoint\n'))
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

function amend(engine: 'sqlite' | 'postgres', change: (statements: string) => string): void {
  const folder = join(root, 'migrations', engine)
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.sql'))) {
    const path = join(folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
}

amend('sqlite', (statements) => statements.replace(/^\);$/gm, ') STRICT;'))
amend('postgres', (statements) => statements.replace(/("\w+" text)\b(?! COLLATE)/g, '$1 COLLATE "C"'))
