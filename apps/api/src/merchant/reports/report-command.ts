/** `haat report`: what a month's GST return asks for, and what was sold. */
import { formatRupees } from '@haat/contract/money'
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import { type Command, Option } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import type { Shop } from '../../shop.ts'
import { withShop, table } from '../command.ts'
import { BYTE_ORDER_MARK, writeOutput } from '../exporting/export-command.ts'
import { guardCell } from '../importing/layouts/clean-text.ts'
import { rupeesJson } from '../rupees.ts'
import { UserError } from '../user-error.ts'
import { type GstReport, gstReport } from './gst-report.ts'
import { csvCell, gstSections, salesSections, screenCell, type Section } from './report-sections.ts'
import { findShippedWithoutInvoice, type Period } from './reports.store.ts'
import { salesReport } from './sales-report.ts'

const FORMATS = ['text', 'csv', 'json'] as const

interface OutputOptions {
  format: (typeof FORMATS)[number]
  out?: string
}
interface GstOptions extends OutputOptions {
  month: string
  issueMissing?: boolean
  yes?: boolean
}
interface SalesOptions extends OutputOptions {
  month?: string
  from?: string
  to?: string
}

export function registerReports(program: Command): void {
  const reports = program.command('report').description('report the sales and the GST of a month')
  withOutput(
    reports
      .command('gst')
      .description("the figures of a month's GST return (GSTR-1), from its invoices")
      .requiredOption('--month <month>', 'such as 2026-11')
      .option(
        '--issue-missing',
        'first issue the missing invoices of shipped orders, dated today; needs --yes',
      )
      .option('--yes', 'issue them; without this, the command only says how many it would issue'),
    '\nExamples:\n  haat report gst --month 2026-11\n  haat report gst --month 2026-11 --format csv --out gst-2026-11.csv',
  ).action(({ month, issueMissing, yes, ...output }: GstOptions) =>
    withShop(async (shop) => {
      const period = begun(monthOf(month), shop.now())
      if (issueMissing) console.error(await issueMissingInvoices(shop, period, yes))
      const report = await gstReport(shop, period)
      await write(report, gstSections(report), output, gstNotes(report))
    }),
  )
  withOutput(
    reports
      .command('sales')
      .description('orders, pieces, amounts and refunds by day, and what sold best')
      .option('--month <month>', 'such as 2026-11')
      .option('--from <day>', 'first day, such as 2026-11-01')
      .option('--to <day>', 'last day, such as 2026-11-15'),
    '\nExamples:\n  haat report sales --month 2026-11\n  haat report sales --from 2026-11-01 --to 2026-11-15 --format csv',
  ).action(({ month, from, to, ...output }: SalesOptions) =>
    withShop(async (shop) => {
      const report = await salesReport(shop, begun(periodOf({ month, from, to }), shop.now()))
      await write(report, salesSections(report), output, [])
    }),
  )
}

const withOutput = (command: Command, examples: string): Command =>
  command
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('text'))
    .option('--out <file>', 'write to this file, which only you can read')
    .addHelpText('after', examples)

/** India's month. */
export function monthOf(text: string): Period {
  const [, year, month] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined) throw new UserError('--month must be a month such as 2026-11.')
  // The months of a Date count from 0, so this is the next one.
  const next = new Date(Date.UTC(Number(year), Number(month))).toISOString().slice(0, 10)
  return { from: startOfDay(`${text}-01`), to: startOfDay(next) }
}

/** A month, or the days from the first to the last one. */
export function periodOf({ month, from, to }: Pick<SalesOptions, 'month' | 'from' | 'to'>): Period {
  if (month !== undefined && from === undefined && to === undefined) return monthOf(month)
  if (month !== undefined || from === undefined || to === undefined)
    throw new UserError('Give either --month, or --from and --to.')
  const [first, last] = [dayOf(from, '--from'), dayOf(to, '--to')]
  if (last < first) throw new UserError('--to must not be before --from.')
  return { from: first, to: new Date(last.getTime() + 86_400_000) }
}

/** @throws UserError when the period is in the future */
export function begun(period: Period, now: Date): Period {
  if (period.from > now)
    throw new UserError('This month or day has not begun yet: there is nothing to report.')
  return period
}

const startOfDay = (day: string): Date => new Date(`${day}T00:00${SHOP_UTC_OFFSET}`)

function dayOf(text: string, option: string): Date {
  const day = startOfDay(text)
  // A Date takes 30 February for 2 March.
  const isDay = /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay || new Date(text).toISOString().slice(0, 10) !== text)
    throw new UserError(`${option} must be a day such as 2026-11-01.`)
  return day
}

/**
 * Issues the invoices of shipped orders that have none.
 *
 * @param yes whether to issue them, or only to count them
 * @returns a sentence that says how many
 */
export async function issueMissingInvoices(shop: Shop, { to }: Period, yes = false): Promise<string> {
  const ids = await findShippedWithoutInvoice(shop.db, to)
  if (ids.length === 0) return 'No invoice is missing.'
  const invoices = `${ids.length} ${ids.length === 1 ? 'invoice' : 'invoices'}, dated today`
  if (!yes)
    return `This would issue ${invoices}; their numbers cannot be taken back. Add --yes to issue them.`
  for (const id of ids) await issueInvoice(shop, id, null)
  return `Issued ${invoices}.`
}

function gstNotes({ gstin, total, bills_of_supply, not_invoiced }: GstReport): string[] {
  const sum = formatRupees(bills_of_supply)
  return [
    ...(gstin === null ? ['The shop has no GSTIN: it charges no GST and files no return.'] : []),
    ...(bills_of_supply > 0 ? [`Bills of supply, without tax: ${sum}.`] : []),
    ...(gstin !== null && total.amount === 0 ? ['No tax invoice was issued in this month.'] : []),
    ...(not_invoiced.length > 0 ? [missingNote(not_invoiced)] : []),
  ]
}

function missingNote(ids: number[]): string {
  const some = `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' …' : ''}`
  return `Shipped without an invoice, so not in this report: ${ids.length} (${some}). Add --issue-missing --yes to invoice them now.`
}

/** Notes go to standard error, so that a file or pipe has the report alone. */
async function write(
  report: object,
  sections: Section[],
  { format, out }: OutputOptions,
  notes: string[],
): Promise<void> {
  const writers = {
    text: () => asText(sections),
    csv: () => asCsv(sections),
    json: () => `${rupeesJson(report)}\n`,
  }
  await writeOutput([writers[format]()], out)
  for (const note of notes) console.error(note)
}

function asText(sections: Section[]): string {
  const texts = sections.map(({ title, head, rows }) => {
    const right = head.flatMap((_, column) => (rows.some((row) => isNumber(row[column])) ? [column] : []))
    return `${title}\n${
      rows.length === 0
        ? 'None.'
        : table(
            head,
            rows.map((row) => row.map(screenCell)),
            right,
          )
    }\n`
  })
  return texts.join('\n')
}

const isNumber = (cell: Section['rows'][number][number] | undefined): boolean =>
  typeof cell === 'number' || (typeof cell === 'object' && 'paise' in cell)

function asCsv(sections: Section[]): string {
  const blocks = sections.map(({ title, head, rows }) =>
    stringify([[title], head, ...rows.map((row) => row.map((cell) => guarded(csvCell(cell))))]),
  )
  return BYTE_ORDER_MARK + blocks.join('\n')
}

export const gstCsv = (report: GstReport): string => asCsv(gstSections(report))

/** Names of products may begin with =; codes do so on purpose. */
const guarded = (text: string): string => (/^="\d+"$/.test(text) ? text : guardCell(text))
