/** `haat doctor` and `haat reindex`. */
import { plural } from '@haat/contract/staff/act'
import type { Command } from 'commander'
import { reindex } from '../../features/search/search-index.store.ts'
import { addCommand, withProgress } from '../command.ts'
import type { Finding } from './check.ts'
import { type ChecklistLine, checkProduction, checkShop } from './doctor.ts'

const DOCTOR_HELP = `The exit code is 1 when there are errors, 0 when there are only warnings. Run --production with the environment variables of the server.

Examples:
  haat doctor
  haat doctor --production`
const REINDEX_HELP = `For a search that finds too little or too much. Works while the shop runs; it can be stopped and run again.

Example:
  haat reindex`

export function registerDoctor(program: Command): void {
  addCommand(program, {
    name: 'doctor',
    description: 'look for what is missing or wrong in the shop and its server; changes nothing',
    options: { '--production': 'also check what docs/running-in-production.md asks for' },
    help: DOCTOR_HELP,
    async run(shop, { production }) {
      const found = production ? { lines: await checkProduction(shop) } : { findings: await checkShop(shop) }
      const all = [...(found.lines ?? []), ...(found.findings ?? [])]
      if (all.some(({ level }) => level === 'error')) process.exitCode = 1
      return found
    },
    text: ({ lines, findings = [] }) => (lines ? checklistText(lines) : findingsText(findings)),
    json: ({ lines, findings }) => lines ?? findings,
  })
}

export function registerReindex(program: Command): void {
  addCommand(program, {
    name: 'reindex',
    description: 'rebuild the search index',
    help: REINDEX_HELP,
    async run({ db }) {
      let products = 0
      await withProgress('Indexing products', (onProgress) =>
        reindex(db, (done, total) => {
          products = done
          onProgress(done, total)
        }),
      )
      return { products }
    },
    text: ({ products }) => `Rebuilt the search index of ${products} products.`,
  })
}

const MARKS = { ok: '✓', error: '✗', unused: '–' } as const

function checklistText(lines: ChecklistLine[]): string {
  const texts = lines.map(({ what, level, details }) =>
    [
      `${MARKS[level]} ${what}${level === 'unused' ? ' (not used here)' : ''}`,
      ...details.map((detail) => `    → ${detail}`),
    ].join('\n'),
  )
  const errors = lines.filter(({ level }) => level === 'error').length
  const verdict =
    errors === 0 ? 'The shop is ready.' : `The shop is not ready: ${errors} of ${lines.length} checks failed.`
  return [...texts, '', verdict].join('\n')
}

function findingsText(findings: Finding[]): string {
  if (findings.length === 0) return 'Everything is in order.'
  const lines = findings.map(
    ({ level, what, remedy }) =>
      `${level === 'error' ? '✗' : '·'} ${what}\n    → ${remedy.replaceAll('\n', '\n      ')}`,
  )
  const count = (level: Finding['level']): string => {
    const found = findings.filter((finding) => finding.level === level).length
    return plural(found, level)
  }
  return `${lines.join('\n')}\n\n${count('error')}, ${count('warning')}.`
}
