/** `haat export`: products, orders or customers as a file. */
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command, Option } from 'commander'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportKind,
  exportPictures,
  EXPORTS,
  exportShop,
} from './export-shop.ts'
import { progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  format: ExportFormat
  out?: string
  pictures?: string
}

const EXAMPLES = `
A cell that a spreadsheet would run as a formula (it begins with =, +, - or @) gets a leading apostrophe,
which haat import removes again. Passwords are never exported.

Examples:
  haat export products --out products.csv --pictures photos
  haat export products --format shopify > products_export.csv
  haat export orders --format json | jq '.[].total_amount'`

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('write products, orders or customers to a file or to standard output')
    .addArgument(new Argument('<what>', 'the data to export').choices(EXPORTS))
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('csv'))
    .option('--out <file>', 'write to a file that only you can read')
    .option('--pictures <folder>', 'also copy the pictures of the products to this folder')
    .addHelpText('after', EXAMPLES)
    .action((kind: ExportKind, options: Options) =>
      withShop(async ({ db, config }) => {
        if (options.pictures !== undefined && kind !== 'products') {
          throw new UserError('--pictures can only be used with products.')
        }
        await write(exportShop(db, kind, options.format, config.publicUrl), options.out)
        if (options.pictures === undefined) return
        const bar = progressBar('Copying pictures')
        const folder = resolve(options.pictures)
        const count = await exportPictures(db, config.dataDir, folder, bar.to).finally(bar.stop)
        console.error(`${count} pictures and films are in ${options.pictures}.`)
      }),
    )
}

/** Writes to a temporary file first, so that an incomplete file never has the name. */
async function write(text: AsyncIterable<string>, out: string | undefined): Promise<void> {
  if (out === undefined) return toStandardOutput(text)
  const temporary = `${out}.part`
  try {
    const handle = await open(temporary, 'w', 0o600)
    await pipeline(Readable.from(text), handle.createWriteStream())
    await rename(temporary, out)
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error) throw new UserError(`"${out}" cannot be written.`)
    throw error
  }
}

/** The reader may close the pipe early, as `head` does. */
async function toStandardOutput(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
