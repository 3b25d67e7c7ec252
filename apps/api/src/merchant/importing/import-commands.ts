/** `haat import`, `haat stock` and `haat prices`: a catalogue, a stock count or a price list from a file. */
import { accessSync, constants } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { ERASABLE, type Field, FIELDS } from './layouts/fields.ts'
import { pictureColors } from '../../features/media/picture-colors.store.ts'
import { isInitialised } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { print, type ProgressBar, progressBar, withShop } from '../command.ts'
import { findOvertakenDeals } from '../promotions/promotions.ts'
import { UserError } from '../user-error.ts'
import type { ImportResult, UpdateKind } from './catalogue-import.ts'
import { describeImport, describeUndo, describeUpdate } from './import-summary.ts'
import type { FieldDefaults } from './product-drafts.ts'
import type { UndoOptions } from './undo-import.ts'

interface FileOptions {
  dryRun?: boolean
  report?: string
  encoding: string
  erase?: Field[]
  json?: boolean
}

interface ImportCommandOptions extends FileOptions {
  map?: string[]
  set?: FieldDefaults
  stock: number
  images?: string | false
}

const EXAMPLES = `
The format is detected from the headings: Shopify, WooCommerce, Google Merchant (TSV or XML), haat export,
or a plain table. Use --map to name the columns whose headings are not recognised.
An empty cell of a plain table leaves the value as it is; the word "none" erases it. An MRP of 0 is refused.

Fields for --map and --set: ${FIELDS.join(', ')}.
Fields that "none" and --erase can erase: ${ERASABLE.join(', ')}.

Examples:
  haat import products_export.csv --dry-run
  haat import products_export.csv --images photos.zip
  haat import pricelist.csv --map "name=Item,price=Rate,mrp=MRP,category=Department>Shelf" --set gst_rate=18
  haat import hide.csv          # columns key and is_published: hides products that are in the shop
  haat import feed.xml --stock 25 --no-images`

export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('import a catalogue; importing the same file again changes nothing')
    .argument('<file>', 'CSV, TSV, XML or Excel (.xlsx)')
    .option('--map <field=column,…>', 'the column of each field (can be repeated)', collect)
    .option(
      '--set <field=value>',
      'the value for rows that leave the field empty (can be repeated)',
      withDefault,
    )
    .option(
      '--erase <fields>',
      'the fields that an empty cell erases too (can be repeated)',
      erasing(ERASABLE),
    )
    .option('--stock <pieces>', 'stock of new products whose stock the file does not give', parseStock, 10)
    .option('--images <folder or zip>', 'where the pictures are that the file names')
    .option('--no-images', 'import no pictures')
  registerUndo(command)
  withFileOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ImportCommandOptions) => {
      const result = await withShop(async (shop) => {
        if (!options.dryRun) await requireInitialised(shop)
        return runImport(shop, resolve(file), options)
      })
      print(result, options.json, describeImport)
    })
}

function registerUndo(command: Command): void {
  command
    .command('undo')
    .description('undo the last import that changed something')
    .option('--dry-run', 'show the result without changing the shop')
    .option('--force', 'delete new products also if they were changed since the import')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Products that the import created are deleted, or hidden if they were ordered. Those that were changed since, such as
their price or stock, stay and are listed. Products that it changed get their old values back, except values that were
changed since. Only the last import can be undone.

Example:
  haat import undo --dry-run`,
    )
    .action(async (_options: object, undo: Command) => {
      const { undoImport } = await import('./undo-import.ts')
      const { json, ...options } = undo.optsWithGlobals<UndoOptions & { json?: boolean }>()
      const result = await withProgress('Undoing the import', (bar) =>
        withShop((shop) =>
          undoImport(shop, { ...options, onProgress: ({ done, total }) => bar.to(done, total) }),
        ),
      )
      print(result, json, describeUndo)
    })
}

export function registerStockAndPrices(program: Command): void {
  const stock = program.command('stock').description('set the stock of variants from a file')
  registerUpdate(stock, 'stock', 'Columns: sku (or key, for products without variants) and stock.')
  const prices = program.command('prices').description('set prices and MRPs from a file')
  registerUpdate(
    prices.option('--erase <field>', 'mrp: an empty MRP cell erases the MRP too', erasing(['mrp'])),
    'prices',
    'Columns: sku (or key, for products without variants), price, mrp.\nAn empty cell leaves the value as it is; the word "none" erases an MRP. An MRP of 0 is refused.',
  )
}

const registerUpdate = (command: Command, kind: UpdateKind, columns: string): Command =>
  withFileOptions(command.argument('<file>', 'CSV, TSV or Excel (.xlsx)'))
    .addHelpText('after', `\n${columns}\n\nExample:\n  haat ${kind} ${kind}.csv --dry-run`)
    .action(async (file: string, options: FileOptions) => {
      print(await runUpdate(kind, resolve(file), options), options.json, (result) =>
        [describeUpdate(result), ...result.overtaken_deals.map(describeOvertaken)].join('\n'),
      )
    })

const withFileOptions = (command: Command): Command =>
  command
    .option('--dry-run', 'show the result without changing the shop')
    .option(
      '--report <file>',
      'file for the list of refused rows (default: beside the file, its name with .refused.csv added)',
    )
    .option('--encoding <name>', 'encoding of the file, such as windows-1252', parseEncoding, 'utf-8')
    .option('--json', 'print JSON')

const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Without this check, the next start would add the demo shop to the imported catalogue. */
async function requireInitialised({ db }: Shop): Promise<void> {
  if (await isInitialised(db)) return
  throw new UserError('The shop is not set up yet: run "haat init", or start it once for the demo shop.')
}

async function runImport(shop: Shop, file: string, options: ImportCommandOptions): Promise<ImportResult> {
  const { importCatalogue } = await import('./catalogue-import.ts')
  const { openPictureArchive } = await import('./picture-sources.ts')
  const {
    db,
    media: { originals },
    config: { dataDir, publicUrl },
  } = shop
  const common = parseFileOptions(file, options, dataDir)
  return withProgress(`Importing ${basename(file)}`, async (bar) => {
    const archive = typeof options.images === 'string' ? await openPictureArchive(options.images) : null
    const media = { originals, colors: pictureColors(db), publicUrl, archive }
    try {
      return await importCatalogue(shop, file, {
        ...common,
        map: options.map?.join(','),
        defaults: options.set ?? {},
        erase: options.erase ?? [],
        stock: options.stock,
        media: options.images === false ? null : media,
        onProgress: ({ bytes, total }) => bar.to(bytes, total),
      })
    } finally {
      archive?.close()
    }
  })
}

interface UpdateCommandResult extends ImportResult {
  /** Deals that have no effect, as the price is as low. */
  overtaken_deals: { id: number; name: string }[]
}

const describeOvertaken = ({ id, name }: { id: number; name: string }): string =>
  `Deal ${id}, ${name}, has no effect: the price is as low. To end it, run: haat deals end ${id}`

async function runUpdate(kind: UpdateKind, file: string, options: FileOptions): Promise<UpdateCommandResult> {
  const { updateVariants } = await import('./catalogue-import.ts')
  return withProgress(`Reading ${basename(file)}`, (bar) =>
    withShop(async (shop) => {
      const result = await updateVariants(shop, file, kind, {
        ...parseFileOptions(file, options, shop.config.dataDir),
        erase: options.erase ?? [],
        onProgress: ({ bytes, total }) => bar.to(bytes, total),
      })
      const overtaken = kind === 'prices' ? await findOvertakenDeals(shop) : []
      return { ...result, overtaken_deals: overtaken.map(({ id, name }) => ({ id, name })) }
    }),
  )
}

async function withProgress<T>(label: string, work: (bar: ProgressBar) => Promise<T>): Promise<T> {
  const bar = progressBar(label)
  try {
    return await work(bar)
  } finally {
    bar.stop()
  }
}

function parseFileOptions(
  file: string,
  { encoding, dryRun = false, report }: FileOptions,
  dataDir: string,
): { encoding: string; dryRun: boolean; report: string } {
  return {
    encoding,
    dryRun,
    report: report === undefined ? reportBeside(file, dataDir) : resolve(report),
  }
}

/** The list of refused rows lies beside the imported file, or in the data folder if that folder is read-only. */
function reportBeside(file: string, dataDir: string): string {
  const name = `${basename(file)}.refused.csv`
  try {
    accessSync(dirname(file), constants.W_OK)
    return join(dirname(file), name)
  } catch {
    return resolve(dataDir, 'reports', name)
  }
}

function withDefault(pair: string, before: FieldDefaults = {}): FieldDefaults {
  const [name = '', ...value] = pair.split('=')
  const field = FIELDS.find((candidate) => candidate === name.trim())
  if (!field || value.length === 0)
    throw new UserError(`--set ${pair}: write field=value, with one of ${FIELDS.join(', ')}.`)
  return { ...before, [field]: value.join('=') }
}

const erasing =
  (allowed: readonly Field[]) =>
  (option: string, before: Field[] = []): Field[] => {
    const fields = option.split(',').map((name) => {
      const field = allowed.find((candidate) => candidate === name.trim())
      if (!field) throw new UserError(`--erase ${name}: write one of ${allowed.join(', ')}.`)
      return field
    })
    return [...before, ...fields]
  }

function parseStock(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UserError('--stock must be a whole number.')
  return Number(text)
}

function parseEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new UserError(`--encoding ${name} is not known; try utf-8 or windows-1252.`)
  }
}
