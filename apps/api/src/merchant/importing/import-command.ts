/** `haat import`: a catalogue file into the shop. */
import { basename, extname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Field, FIELDS, ImportError } from './fields.ts'
import { importCatalogue, type ImportOptions, type ImportResult } from './import-catalogue.ts'
import { openShelf } from './pictures/picture-shelf.ts'
import { openMediaDesk } from './pictures/resolve-media.ts'
import { isInitialised } from '../setup/shop-state.store.ts'
import type { Shop } from '../../shop.ts'
import { print, progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  map?: string[]
  set?: string[]
  unit: string
  stock: string
  images?: string | false
  dryRun?: boolean
  report?: string
  encoding: string
  json?: boolean
}

const EXAMPLES = `
Files are known by their headings: Shopify, WooCommerce, Google Merchant (TSV or XML), haat export, and
plain tables, whose columns --map names where they have other headings.

Fields for --map and --set: ${FIELDS.join(', ')}.

Examples:
  haat import products_export.csv --dry-run
  haat import products_export.csv --images photos.zip
  haat import pricelist.csv --map "name=Item,price=Rate,mrp=MRP,category=Department>Shelf" --set gst_rate=18
  haat import feed.xml --stock 25 --no-images`

export function registerImport(program: Command): void {
  program
    .command('import')
    .description('bring a catalogue into the shop; the same file a second time changes nothing')
    .argument('<file>', 'CSV, TSV or XML')
    .option('--map <field=column,…>', 'which column gives which field (may be repeated)', collect)
    .option(
      '--set <field=value>',
      'what every row says that does not say otherwise (may be repeated)',
      collect,
    )
    .option('--unit <unit>', 'of amounts: rupees or paise', 'rupees')
    .option('--stock <pieces>', 'of a new product whose stock the file does not count', '10')
    .option('--images <folder or zip>', 'where pictures lie that the file names')
    .option('--no-images', 'leave pictures out')
    .option('--dry-run', 'only tell what would be created, changed and refused')
    .option('--report <file>', 'list of refused rows (default: <file>.refused.csv in this folder)')
    .option('--encoding <name>', 'of the file, such as windows-1252', 'utf-8')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: Options) => {
      const result = await withShop(async (shop) => {
        if (!options.dryRun) await expectInitialised(shop)
        return run(shop, resolve(file), options)
      })
      print(result, options.json, tell)
    })
}

/** A start would put the demo shop beside what was imported. */
async function expectInitialised({ db }: Shop): Promise<void> {
  if (await isInitialised(db)) return
  throw new UserError('The shop is not set up yet: run "haat init", or start it once for the demo shop.')
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]

async function run(shop: Shop, file: string, options: Options): Promise<ImportResult> {
  const { unit } = options
  if (unit !== 'rupees' && unit !== 'paise') throw new UserError('--unit must be rupees or paise.')
  const bar = progressBar(`Importing ${basename(file)}`)
  const shelf =
    typeof options.images === 'string' ? await known(() => openShelf(options.images as string)) : null
  const settled: ImportOptions = {
    ...{
      map: options.map?.join(','),
      constants: constantsOf(options.set ?? []),
      unit,
      stock: stockOf(options.stock),
    },
    ...{ encoding: encodingOf(options.encoding), dryRun: options.dryRun ?? false },
    report: resolve(options.report ?? `${basename(file, extname(file))}.refused.csv`),
    desk: options.images === false || options.dryRun ? null : deskOf(shop, shelf),
    onProgress: ({ bytes, total }) => bar.to(bytes, total),
  }
  try {
    return await known(() => importCatalogue(shop, file, settled))
  } finally {
    bar.stop()
    shelf?.close()
  }
}

const deskOf = ({ config }: Shop, shelf: Awaited<ReturnType<typeof openShelf>> | null) =>
  openMediaDesk({ root: join(config.dataDir, 'media'), publicUrl: config.publicUrl, shelf })

/** What is wrong with the file is the user's to put right. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImportError ? new UserError(error.message) : error
  }
}

function constantsOf(pairs: string[]): Partial<Record<Field, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      const field = FIELDS.find((one) => one === name.trim())
      if (!field || value.length === 0) {
        throw new UserError(`--set ${pair}: write field=value, with one of ${FIELDS.join(', ')}.`)
      }
      return [field, value.join('=')]
    }),
  )
}

function stockOf(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UserError('--stock must be a whole number.')
  return Number(text)
}

function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new UserError(`--encoding ${name} is not known; try utf-8 or windows-1252.`)
  }
}

function tell(result: ImportResult): string {
  const { dry_run, created, changed, unchanged, refused, rows, report, resumed } = result
  const columns = Object.entries(result.columns)
    .filter(([field, column]) => field !== column)
    .map(([field, column]) => `${field} ← ${column}`)
  const would = dry_run ? 'would be ' : ''
  const pictures = result.pictures_refused > 0 ? [`${result.pictures_refused} pictures were refused.`] : []
  return [
    `Layout: ${result.layout}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}.`,
    ...(resumed > 0
      ? [`An earlier import of this file was cut off; ${resumed} products of it were in already.`]
      : []),
    `${rows} rows: ${created} products ${would}created, ${changed} ${would}changed, ${unchanged} unchanged; ${refused} rows ${would}refused.`,
    ...pictures,
    ...(report === null ? [] : [`Why: ${report}`]),
  ].join('\n')
}
