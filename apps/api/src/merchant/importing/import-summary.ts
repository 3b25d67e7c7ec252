/** The results of `haat import`, `haat stock` and `haat prices` in words. */
import { formatShortRupees } from '@haat/contract/money'
import type { ImportResult } from './catalogue-import.ts'
import { formatMoment } from '../../format.ts'
import type { SampleProduct } from './import-counts.ts'
import { ENDED_GST_RATES } from '../../features/invoices/gst.ts'
import { isRowNumber } from './layouts/columns.ts'
import { FIELDS } from './layouts/fields.ts'
import type { UndoResult } from './undo-import.ts'

const REASONS_SHOWN = 8
const VARIANTS_SHOWN = 6

const count = (number: number, what: string, plural = `${what}s`): string =>
  `${number} ${number === 1 ? what : plural}`

export function describeImport(result: ImportResult): string {
  const { dry_run, joined, sample, default_stock } = result
  const lines = [...describeColumns(result), ...result.notes]
  lines.push(result.rows === 0 ? HEADINGS_ONLY : describeCounts(result), ...describeRenamed(result))
  if (joined.products > 0) {
    const became = dry_run ? 'would become' : 'became'
    lines.push(
      `${joined.rows} rows with the same name and brand ${became} variants of ${count(joined.products, 'product')}. To keep rows apart, name the column that numbers them: --map "key=…".`,
    )
  }
  if (joined.unlabelled > 0)
    lines.push(
      `${count(joined.unlabelled, 'variant differs', 'variants differ')} from another one only in the SKU, which shoppers do not see: add a size or colour column.`,
    )
  if (default_stock > 0)
    lines.push(
      `${count(default_stock, 'new variant has', 'new variants have')} no stock in the file: it ${dry_run ? 'would start' : 'starts'} at ${result.stock}.`,
    )
  lines.push(...describeRates(result))
  if (result.categories > 0) lines.push(describeCategories(result))
  if (sample) lines.push(describeSample(sample))
  return [...lines, ...describeReasons(result)].join('\n')
}

const HEADINGS_ONLY = 'The file has only headings, no rows: nothing changed.'

/** Warns if all products get other names: the key may number the rows of another file. */
function describeRenamed({ named, renamed, columns, layout, dry_run }: ImportResult): string[] {
  if (layout !== 'plain' || renamed < 2 || renamed < named || !columns.key) return []
  const undo = dry_run ? '' : ' and "haat import undo" restores the old ones'
  return [
    `WARNING: all ${renamed} products found by "${columns.key}" ${dry_run ? 'would get' : 'got'} another name. Is "${columns.key}" the number of a row? --map "key=${columns.name ?? 'name'}" identifies products by name${undo}.`,
  ]
}

/** Names GST rates that have ended, and those that India never had. */
function describeRates({ odd_rates }: ImportResult): string[] {
  const rates = Object.entries(odd_rates).toSorted(([a], [b]) => Number(a) - Number(b))
  const isEnded = ([rate]: [string, number]): boolean => ENDED_GST_RATES.includes(Number(rate))
  const named = (some: [string, number][]): string =>
    some.map(([rate, products]) => `${rate} % (${count(products, 'product')})`).join(', ')
  const ended = named(rates.filter(isEnded))
  const odd = named(rates.filter((rate) => !isEnded(rate)))
  return [
    ended &&
      `WARNING: GST rates that ended on 22 September 2025 for nearly all goods: ${ended}. Check them before you sell.`,
    odd && `WARNING: GST rates that India does not have: ${odd}. Correct them before you sell.`,
  ].filter(Boolean)
}

/** Names a column that is not used. Ratings would look like those of the shop's own customers. */
function unusedColumn(name: string, category: string | undefined): string {
  if (category !== undefined && /^sub[ _-]?category$/i.test(name.trim()))
    return `${name} (for a category below ${category}, add --map "category=${category}>${name}")`
  return name.trim().toLowerCase() === 'rating'
    ? `${name} (to show it as stars, add --map rating=${name})`
    : name
}

/** The columns that are read, and those that are not. */
function describeColumns({ layout, columns, unused }: ImportResult): string[] {
  const read = FIELDS.filter((field) => columns[field]).map((field) =>
    field === columns[field] ? field : `${field} from ${columns[field]}`,
  )
  const numbers = unused.filter(isRowNumber).map((name) => ` Row numbers (${name}) identify no product.`)
  const others = unused
    .filter((name) => !isRowNumber(name))
    .map((name) => unusedColumn(name, columns.category))
  const lines = [`Layout: ${layout}. Columns: ${read.join('; ')}.${numbers.join('')}`]
  return others.length > 0 ? [...lines, `Not used: ${others.join(', ')}.`] : lines
}

function describeCounts(result: ImportResult): string {
  const { dry_run, rows, created, changed, unchanged, refused, pictures_refused } = result
  const would = dry_run ? 'would be ' : ''
  const pictures = pictures_refused > 0 ? `, ${count(pictures_refused, 'picture')} ${would}left out` : ''
  return `${count(rows, 'row')}: ${count(created, 'product')} ${would}created, ${changed} ${would}changed, ${unchanged} unchanged; ${count(refused, 'row')} ${would}refused${pictures}.`
}

function describeCategories({ categories, category_examples, dry_run }: ImportResult): string {
  const more = categories > category_examples.length ? ', …' : ''
  const names = category_examples.map((path) => `"${path}"`).join(', ')
  return `${count(categories, 'new category', 'new categories')}${dry_run ? ' would be created' : ''}: ${names}${more}.`
}

function describeSample({ name, price, mrp, category, variants, pictures }: SampleProduct): string {
  const shown = variants.slice(0, VARIANTS_SHOWN).join(' / ')
  const parts = [
    `${formatShortRupees(price)}${mrp !== null && mrp > price ? ` (MRP ${formatShortRupees(mrp)})` : ''}`,
    category.length > 0 ? `in ${category.join(' > ')}` : '',
    variants.length > 0 ? `variants ${shown}${variants.length > VARIANTS_SHOWN ? ' / …' : ''}` : '',
    count(pictures, 'picture'),
  ]
  return `Example: "${name}", ${parts.filter(Boolean).join(', ')}.`
}

/** How often each reason was given, the most frequent first, and where all are listed. */
function describeReasons({ reasons, report }: ImportResult): string[] {
  const sorted = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  const lines = sorted.slice(0, REASONS_SHOWN).map(([reason, times]) => `  ${times} × ${reason}`)
  if (sorted.length > REASONS_SHOWN) lines.push(`  and ${sorted.length - REASONS_SHOWN} other reasons`)
  return report === null ? lines : [...lines, `Reasons, line by line: ${report}`]
}

export function describeUpdate(result: ImportResult): string {
  const { rows, changed, unchanged, refused, dry_run } = result
  const would = dry_run ? 'would be ' : ''
  if (rows === 0) return HEADINGS_ONLY
  return [
    ...describeColumns(result),
    `${count(rows, 'row')}: ${count(changed, 'variant')} ${would}changed, ${unchanged} unchanged; ${count(refused, 'row')} ${would}refused.`,
    ...describeReasons(result),
  ].join('\n')
}

export function describeUndo(result: UndoResult): string {
  const { file, at, deleted, hidden, restored, categories, kept, kept_examples, changed_since, dry_run } =
    result
  const would = dry_run ? 'would be ' : ''
  return [
    `Import of ${file} on ${formatMoment(new Date(at))}:`,
    `${count(deleted, 'new product')} ${would}deleted, ${hidden} ${would}hidden; ${count(restored, 'changed product')} ${would}restored; ${count(categories, 'empty category', 'empty categories')} ${would}deleted.`,
    ...(kept > 0 ? [`${kept} could not be undone:`, ...kept_examples.map((text) => `  ${text}`)] : []),
    ...(kept > kept_examples.length ? [`  and ${kept - kept_examples.length} more`] : []),
    ...(changed_since > 0
      ? ['To delete new products and variants that were changed since, add --force.']
      : []),
  ].join('\n')
}
