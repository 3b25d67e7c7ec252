/** `haat doctor`. */
import type { Command } from 'commander'
import { print, withShop } from '../command.ts'
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

function toText(results: CheckResult[]): string {
  if (results.length === 0) return 'Everything is in order.'
  const wrong = results.filter(({ level }) => level === 'wrong').length
  const lines = results.map(
    ({ level, what, remedy }) => `${level === 'wrong' ? '✗' : '·'} ${what}\n    → ${remedy}`,
  )
  return `${lines.join('\n')}\n\n${wrong} wrong, ${results.length - wrong} recommended.`
}
