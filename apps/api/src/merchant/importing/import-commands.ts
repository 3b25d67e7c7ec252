/** `haat import`, `haat stock` and `haat prices`: a catalogue, a stock count or a price list from a file. */
import { accessSync, constants } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { isInitialised } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { parsePairs, whole } from '../arguments.ts'
import { addCommand, atTheServer, withProgress } from '../command.ts'
import { findOvertakenDeals } from '../../acts/promotions/promotions.ts'
import { UserError } from '../user-error.ts'
import type { ImportOptions, ImportResult } from './catalogue-import.ts'
import { describeImport, describeUndo } from './import-summary.ts'
import { ERASABLE, FIELDS, LISTS } from '../../acts/cells/fields.ts'

const EXAMPLES = `
The format is detected from the headings: Shopify, WooCommerce, Amazon, Google Merchant (TSV or XML), haat export,
or a plain table, such as those of Tally, Vyapar, Khatabook, Flipkart and Meesho. Use --map to name the columns whose
headings are not recognised.
An empty cell of a plain table leaves the value as it is; the word "none" erases it. An MRP of 0 is refused.
The exit code is 1 if every row is refused.

Fields for --map and --set: ${FIELDS.join(', ')}.
Fields that "none" can erase: ${ERASABLE.join(', ')}.

Examples:
  haat import --template > products.csv
  haat import products_export.csv --dry-run
  haat import products_export.csv --images photos.zip
  haat import pricelist.csv --map "name=Item,price=Rate,mrp=MRP,category=Department>Shelf" --set gst_rate=18
  haat import hide.csv          # columns key and is_published: hides products that are in the shop
  haat import feed.xml --stock 25 --no-images`

const DRY_RUN = { '--dry-run': 'show the result without changing the shop' } as const

export function registerImport(program: Command): void {
  const command = addCommand(program, {
    name: 'import',
    description: 'import a catalogue; importing the same file again changes nothing',
    args: { '[file]': 'CSV, TSV, XML or Excel (.xlsx)' },
    options: {
      '--template': 'print a sheet to fill in, with examples that are not imported',
      '--map <field=column,…>': { text: 'the column of each field (can be repeated)', repeated: true },
      '--set <field=value>': {
        text: 'the value for rows that leave the field empty (can be repeated)',
        repeated: true,
      },
      '--stock <pieces>': {
        text: 'stock of new products whose stock the file does not give (default: 0)',
        parse: whole(0, 99_999_999),
      },
      '--sheet <name>': 'the sheet of a workbook (default: the one whose headings are known best)',
      '--images <folder or zip>': {
        text: 'where the pictures are that the file names',
        // The flag --no-images makes it false.
        parse: (path): string | false => path,
      },
      '--no-images': 'import no pictures',
      ...DRY_RUN,
    },
    help: EXAMPLES,
    run: async (shop, { template, map, set, stock, sheet, dryRun, images }, file) => {
      if (template) return (await import('./template.ts')).importTemplate()
      if (file === undefined)
        throw new UserError(
          'Name the file, or print a sheet to fill in: haat import --template > products.csv',
        )
      // Without this check, the next start would add the demo shop to the imported catalogue.
      if (!dryRun && !(await isInitialised(shop.db)))
        throw new UserError(
          'The shop is not set up yet: run "haat init", or start it once for the demo shop.',
        )
      const given = { map: map?.join(','), defaults: parsePairs(set ?? [], FIELDS), stock, sheet, dryRun }
      const { openPictureArchive } = await import('./picture-archives.ts')
      const archive = images ? await openPictureArchive(images) : null
      const { originals } = shop.media
      const { publicUrl } = shop.config
      const media = { originals, publicUrl, archive }
      try {
        return await importFile(shop, file, { ...given, media: images === false ? null : media })
      } finally {
        archive?.close()
      }
    },
    text: (result) => (typeof result === 'string' ? result : describeImport(result)),
    json: true,
  })
  addCommand(command, {
    name: 'undo',
    description: 'undo the last import that changed something',
    options: DRY_RUN,
    help: `Products that the import created are deleted, or hidden if they are in orders, coupons or deals. Products that it
changed get their old values back, except those that were changed since. An older import is undone by its number in the
audit: haat undo.

Example:
  haat import undo --dry-run`,
    run: async (shop, { dryRun }) =>
      (await import('./catalogue-import.ts')).undoImport(shop, atTheServer(), dryRun),
    text: describeUndo,
    json: true,
  })
}

export function registerStockAndPrices(program: Command): void {
  const list = { args: { '<file>': 'CSV, TSV or Excel (.xlsx)' }, options: DRY_RUN, json: true } as const
  addCommand(program, {
    ...list,
    name: 'stock',
    description: 'set the stock of variants from a file',
    help: 'Columns: id, key, sku or name, and stock.\n\nExample:\n  haat stock stock.csv --dry-run',
    run: (shop, { dryRun }, file = '') => importFile(shop, file, { dryRun, only: LISTS.stock }),
    text: describeImport,
  })
  addCommand(program, {
    ...list,
    name: 'prices',
    description: 'set prices and MRPs from a file',
    help: 'Columns: id, key, sku or name; price, mrp.\nAn empty cell leaves the value as it is; the word "none" erases an MRP. An MRP of 0 is refused.\n\nExample:\n  haat prices prices.csv --dry-run',
    run: async (shop, { dryRun }, file = '') => {
      const result = await importFile(shop, file, { dryRun, only: LISTS.prices })
      const overtaken = await findOvertakenDeals(shop)
      return { ...result, overtaken_deals: overtaken.map(({ id, name }) => ({ id, name })) }
    },
    text: (result) =>
      [
        describeImport(result),
        ...result.overtaken_deals.map(
          ({ id, name }) =>
            `Deal ${id}, ${name}, has no effect: the price is as low. To end it, run: haat deals end ${id}`,
        ),
      ].join('\n'),
  })
}

async function importFile(shop: Shop, given: string, options: ImportOptions): Promise<ImportResult> {
  const { importCatalogue } = await import('./catalogue-import.ts')
  const file = resolve(given)
  const report = reportBeside(file, shop.config.dataDir)
  const result = await withProgress(`Importing ${basename(file)}`, (onProgress) =>
    importCatalogue(shop, file, { ...options, report, onProgress, who: atTheServer() }),
  )
  const { created, changed, unchanged, refused } = result
  if (refused > 0 && created + changed + unchanged === 0) process.exitCode = 1
  return result
}

/** The file of refused rows lies beside the imported file, or in the data folder if that folder is read-only. */
function reportBeside(file: string, dataDir: string): string {
  const name = `${basename(file)}.refused.csv`
  try {
    accessSync(dirname(file), constants.W_OK)
    return join(dirname(file), name)
  } catch {
    return resolve(dataDir, 'reports', name)
  }
}
