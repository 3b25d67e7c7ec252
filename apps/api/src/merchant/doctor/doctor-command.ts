/** `haat doctor`: what is wrong with the shop, and what to do about it. */
import type { Command } from 'commander'
import { checkShop } from './check-shop.ts'
import type { Finding } from './finding.ts'
import { print, withShop } from '../command.ts'

const UNSOUND = 1

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look for what is wrong with the shop: legal, missing, unsafe. Changes nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit code 1 when something is wrong, 0 when there is only advice.\n\nExample:\n  haat doctor',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await withShop(checkShop)
      print(findings, json, textOf)
      if (findings.some(({ level }) => level === 'wrong')) process.exitCode = UNSOUND
    })
}

function textOf(findings: Finding[]): string {
  if (findings.length === 0) return 'All is well.'
  const wrong = findings.filter(({ level }) => level === 'wrong').length
  const lines = findings.map(
    ({ level, what, remedy }) => `${level === 'wrong' ? '✗' : '·'} ${what}\n    → ${remedy}`,
  )
  return `${lines.join('\n')}\n\n${wrong} wrong, ${findings.length - wrong} to consider.`
}
