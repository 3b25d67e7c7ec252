/** `haat doctor` and `haat reindex`. */
import type { Command } from 'commander'
import { reindex } from '../../features/search/search-index.store.ts'
import { print, progressBar, withShop } from '../command.ts'
import { type CheckResult, checkShop } from './check-shop.ts'

const FOUND_WRONG = 1

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that the shop is complete, lawful and secure; changes nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when something is wrong, 0 when there is only advice.\n\nExample:\n  haat doctor',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const results = await withShop(checkShop)
      print(results, json, toText)
      if (results.some(({ level }) => level === 'wrong')) process.exitCode = FOUND_WRONG
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

function toText(results: CheckResult[]): string {
  if (results.length === 0) return 'Everything is in order.'
  const wrong = results.filter(({ level }) => level === 'wrong').length
  const lines = results.map(
    ({ level, what, remedy }) => `${level === 'wrong' ? '✗' : '·'} ${what}\n    → ${remedy}`,
  )
  return `${lines.join('\n')}\n\n${wrong} wrong, ${results.length - wrong} recommended.`
}
