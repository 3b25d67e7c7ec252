/** `haat stock` and `haat prices`: changes to what is there, by CSV. */
import { stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { ImportError } from './fields.ts'
import { type UpdateKind, type UpdateResult, updateVariants } from './update-variants.ts'
import { print, progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  unit?: string
  dryRun?: boolean
  report?: string
  encoding: string
  json?: boolean
}

export function registerStockAndPrices(program: Command): void {
  register(
    program,
    'stock',
    'set the stock of variants to what a CSV says',
    'Columns: sku (or key, for products without variants) and stock.',
  )
  register(
    program,
    'prices',
    'set prices and MRPs to what a CSV says',
    'Columns: sku (or key, for products without variants), price, and mrp where it changes.',
  ).option('--unit <unit>', 'of amounts: rupees or paise', 'rupees')
}

const register = (program: Command, kind: UpdateKind, description: string, columns: string): Command =>
  program
    .command(kind)
    .description(description)
    .argument('<file>', 'CSV or TSV')
    .option('--dry-run', 'only tell what would be changed and refused')
    .option('--report <file>', 'list of refused rows (default: <file>.refused.csv in this folder)')
    .option('--encoding <name>', 'of the file, such as windows-1252', 'utf-8')
    .option('--json', 'print JSON')
    .addHelpText('after', `\n${columns}\n\nExample:\n  haat ${kind} ${kind}.csv --dry-run`)
    .action(async (file: string, options: Options) => {
      print(await run(kind, resolve(file), options), options.json, tell)
    })

async function run(kind: UpdateKind, file: string, options: Options): Promise<UpdateResult> {
  const { unit = 'rupees', encoding, dryRun = false } = options
  if (unit !== 'rupees' && unit !== 'paise') throw new UserError('--unit must be rupees or paise.')
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new UserError(`There is no file "${file}".`)
  const bar = progressBar(`Reading ${basename(file)}`)
  let bytes = 0
  try {
    return await withShop((shop) =>
      updateVariants(shop, file, kind, {
        ...{ unit, encoding, dryRun },
        report: resolve(options.report ?? `${basename(file, extname(file))}.refused.csv`),
        onBytes: (more) => bar.to((bytes += more), found.size),
      }),
    )
  } catch (error) {
    throw error instanceof ImportError ? new UserError(error.message) : error
  } finally {
    bar.stop()
  }
}

function tell({ rows, changed, unchanged, refused, report, dry_run }: UpdateResult): string {
  const would = dry_run ? 'would be ' : ''
  return [
    `${rows} rows: ${changed} variants ${would}changed, ${unchanged} unchanged; ${refused} rows ${would}refused.`,
    ...(report === null ? [] : [`Why: ${report}`]),
  ].join('\n')
}
