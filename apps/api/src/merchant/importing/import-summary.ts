/** The results of `haat import`, `haat stock` and `haat prices` in words. */
import { plural } from '@haat/contract/staff/act'
import { formatMoment } from '../../format.ts'
import { rateNotes } from '../../acts/catalogue/products.ts'
import type { ImportResult, UndoneImport } from './catalogue-import.ts'
import { FIELDS } from '../../acts/cells/fields.ts'

const REASONS_SHOWN = 8
const CATEGORIES_SHOWN = 5
const KEPT_SHOWN = 20

export function describeImport(result: ImportResult): string {
  const { layout, columns, unused, notes, rows, default_stock, stock, categories, examples } = result
  const { dry_run, hidden } = result
  const read = FIELDS.filter((field) => columns[field]).map((field) =>
    field === columns[field] ? field : `${field} from ${columns[field]}`,
  )
  const shown = categories.slice(0, CATEGORIES_SHOWN).map((path) => `"${path}"`)
  const more = categories.length > shown.length ? ', …' : ''
  const lines = [
    `Layout: ${layout}. Columns: ${read.join('; ')}.`,
    unused.length > 0 && `Not used: ${unused.join(', ')}.`,
    ...notes,
    rows === 0 ? 'The file has only headings or examples, no rows: nothing changed.' : describeCounts(result),
    hidden > 0 &&
      `${plural(hidden, 'product')} ${dry_run ? 'would be ' : ''}hidden from customers, as draft, archived or inactive.`,
    default_stock > 0 &&
      `${plural(default_stock, 'new variant has', 'new variants have')} no stock in the file: it starts at ${stock}${stock === 0 ? ', sold out (or add --stock 25)' : ''}.`,
    ...describeRates(result),
    ...examples.map((text) => `  ${text}`),
    result.large_changes > 0 &&
      `WARNING: ${plural(result.large_changes, 'price changes', 'prices change')} by more than half. ${dry_run ? 'Check the file.' : 'To take the file back: haat import undo'}`,
    shown.length > 0 &&
      `${plural(categories.length, 'new category', 'new categories')}: ${shown.join(', ')}${more}.`,
    ...describeReasons(result),
  ]
  return lines.filter(Boolean).join('\n')
}

function describeCounts({ only, dry_run, rows, created, changed, unchanged, ...rest }: ImportResult): string {
  const would = dry_run ? 'would be ' : ''
  const products = `${plural(created, 'product')} ${would}created, ${changed}`
  const pictures = rest.pictures_refused
  return [
    `${plural(rows, 'row')}: ${only ? plural(changed, 'variant') : products} ${would}changed, ${unchanged} unchanged; `,
    `${plural(rest.refused, 'row')} ${would}refused`,
    pictures > 0 ? `, ${plural(pictures, 'picture')} ${would}left out.` : '.',
  ].join('')
}

const describeRates = ({ odd_rates }: ImportResult): string[] =>
  Object.entries(odd_rates)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .flatMap(([rate, products]) =>
      rateNotes({ gst_rate: Number(rate) }).map((note) => `${note} (${plural(products, 'product')})`),
    )

/** How often each reason was given, the most frequent first, and where all are listed. */
function describeReasons({ reasons, report }: ImportResult): string[] {
  const sorted = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  const lines = sorted.slice(0, REASONS_SHOWN).map(([reason, times]) => `  ${times} × ${reason}`)
  if (sorted.length > REASONS_SHOWN) lines.push(`  and ${sorted.length - REASONS_SHOWN} other reasons`)
  return report === null ? lines : [...lines, `The refused rows, to correct and import again: ${report}`]
}

export function describeUndo({ file, at, kept, dry_run, ...counts }: UndoneImport): string {
  const would = dry_run ? 'would be ' : ''
  const lines = [
    `Import of ${file} on ${formatMoment(at)}:`,
    `${plural(counts.deleted, 'new product')} ${would}deleted, ${counts.hidden} ${would}hidden; ${plural(counts.restored, 'changed product')} ${would}restored; ${plural(counts.categories, 'empty category', 'empty categories')} ${would}deleted.`,
    kept.length > 0 && `${kept.length} could not be undone:`,
    ...kept.slice(0, KEPT_SHOWN).map((text) => `  ${text}`),
    kept.length > KEPT_SHOWN && `  and ${kept.length - KEPT_SHOWN} more`,
  ]
  return lines.filter(Boolean).join('\n')
}
