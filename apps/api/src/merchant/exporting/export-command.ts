/** `haat export`: the shop's data out, as a stream. */
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command, Option } from 'commander'
import { exportPictures } from './export-pictures.ts'
import { EXPORT_FORMATS, type ExportFormat, type ExportKind, EXPORTS, exportShop } from './export-shop.ts'
import { progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  format: ExportFormat
  out?: string
  pictures?: string
}

const EXAMPLES = `
A cell that a spreadsheet would run as a formula (it begins with =, +, - or @) gets a leading apostrophe,
which haat import takes away again. Passwords never leave the shop.

Examples:
  haat export products --out products.csv --pictures photos
  haat export products --format shopify > products_export.csv
  haat export orders --format json | jq '.[].total_amount'`

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('write products, orders or customers to a file or to standard output')
    .addArgument(new Argument('<what>', 'what to write').choices(EXPORTS))
    .addOption(new Option('--format <format>', 'of the file').choices(EXPORT_FORMATS).default('csv'))
    .option('--out <file>', 'write to a file, readable by you alone')
    .option('--pictures <folder>', 'also put the pictures of the products there')
    .addHelpText('after', EXAMPLES)
    .action((kind: ExportKind, options: Options) =>
      withShop(async ({ db, config }) => {
        if (options.pictures !== undefined && kind !== 'products') {
          throw new UserError('--pictures goes with products only.')
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

/** A file appears only when it is whole. */
async function write(text: AsyncIterable<string>, out: string | undefined): Promise<void> {
  if (out === undefined) return toStandardOutput(text)
  const unfinished = `${out}.part`
  try {
    const handle = await open(unfinished, 'w', 0o600)
    await pipeline(Readable.from(text), handle.createWriteStream())
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (error instanceof Error && 'code' in error) throw new UserError(`"${out}" cannot be written.`)
    throw error
  }
}

/** Whoever reads may have had enough, as `head` has. */
async function toStandardOutput(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
