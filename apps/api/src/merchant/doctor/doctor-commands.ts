/** `haat doctor` and `haat reindex`. */
import type { Command } from 'commander'
import { reindex } from '../../features/search/search-index.store.ts'
import { print, progressBar, withShop } from '../command.ts'
import type { Finding } from './check.ts'
import { type ChecklistLine, checkProduction, checkShop } from './doctor.ts'

const FOUND_ERRORS = 1

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that the shop is complete, secure and meets the legal requirements; changes nothing')
    .option('--production', 'also check what docs/running-in-production.md asks for')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when there are errors, 0 when there are only warnings. Run --production with the environment variables of the server.\n\nExamples:\n  haat doctor\n  haat doctor --production',
    )
    .action(async ({ production, json }: { production?: boolean; json?: boolean }) => {
      if (production) {
        const lines = await withShop((shop) => checkProduction(shop))
        print(lines, json, checklistText)
        if (lines.some(({ level }) => level === 'error')) process.exitCode = FOUND_ERRORS
        return
      }
      const results = await withShop(checkShop)
      print(results, json, toText)
      if (results.some(({ level }) => level === 'error')) process.exitCode = FOUND_ERRORS
    })
}

export function registerReindex(program: Command): void {
  program
    .command('reindex')
    .description('rebuild the search index')
    .addHelpText(
      'after',
      '\nFor a search that finds too little or too much. Works while the shop runs; it can be stopped and run again.\n\nExample:\n  haat reindex',
    )
    .action(async () => {
      const bar = progressBar('Indexing products')
      let products = 0
      const onProgress = (done: number, total: number): void => {
        products = done
        bar.to(done, total)
      }
      await withShop(({ db }) => reindex(db, onProgress)).finally(bar.stop)
      console.log(`Rebuilt the search index of ${products} products.`)
    })
}

const MARKS = { ok: '✓', error: '✗' } as const

function checklistText(lines: ChecklistLine[]): string {
  const texts = lines.map(({ what, level, details }) =>
    [`${MARKS[level]} ${what}`, ...details.map((detail) => `    → ${detail}`)].join('\n'),
  )
  const errors = lines.filter(({ level }) => level === 'error').length
  const verdict =
    errors === 0 ? 'The shop is ready.' : `The shop is not ready: ${errors} of ${lines.length} checks failed.`
  return [...texts, '', verdict].join('\n')
}

function toText(results: Finding[]): string {
  if (results.length === 0) return 'Everything is in order.'
  const errors = results.filter(({ level }) => level === 'error').length
  const warnings = results.length - errors
  const lines = results.map(
    ({ level, what, remedy }) =>
      `${level === 'error' ? '✗' : '·'} ${what}\n    → ${remedy.replaceAll('\n', '\n      ')}`,
  )
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  return `${lines.join('\n')}\n\n${count(errors, 'error')}, ${count(warnings, 'warning')}.`
}
