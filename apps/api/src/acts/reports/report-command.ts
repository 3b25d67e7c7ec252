/** `haat report`: what a month's GST return asks for, and what was sold. */
import { formatRupees } from '@haat/contract/money'
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import type { Command } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import type { Shop } from '../../shop.ts'
import { spreadsheetCell, textTable } from '../../merchant/columns.ts'
import { addCommand } from '../../merchant/command.ts'
import { BYTE_ORDER_MARK, writeOutput } from '../../merchant/output.ts'
import { rupeesJson } from '../../merchant/rupees.ts'
import { UserError } from '../../merchant/user-error.ts'
import { type GstReport, gstReport } from './gst-report.ts'
import { gstSections, salesSections, type Section } from './report-sections.ts'
import { findShippedWithoutInvoice, type Period } from './reports.store.ts'
import { salesReport } from './sales-report.ts'

const FORMATS = ['text', 'csv', 'json'] as const
const MONTH = 'such as 2026-11'
const OUTPUT = {
  '--format <format>': { text: 'output format', choices: FORMATS, preset: 'text' },
  '--out <file>': 'write to this file, which only you can read',
} as const

export function registerReports(program: Command): void {
  const reports = program.command('report').description('report the sales and the GST of a month')
  addCommand(reports, {
    name: 'gst',
    description: "the figures of a month's GST return (GSTR-1), from its invoices",
    options: {
      '--month <month>': { text: MONTH, required: true },
      '--issue-missing': 'first issue the missing invoices of shipped orders, dated today; needs --yes',
      '--yes': 'issue them; without this, the command only says how many it would issue',
      ...OUTPUT,
    },
    help: 'Examples:\n  haat report gst --month 2026-11\n  haat report gst --month 2026-11 --format csv --out gst-2026-11.csv',
    run: async (shop, { month, issueMissing, yes, ...output }) => {
      const period = begun(monthOf(month), shop.now())
      if (issueMissing) console.error(await issueMissingInvoices(shop, period, yes))
      const report = await gstReport(shop, period)
      await write(report, gstSections(report), output)
      for (const note of gstNotes(report)) console.error(note)
    },
  })
  addCommand(reports, {
    name: 'sales',
    description: 'orders, pieces, amounts and refunds by day, and what sold best',
    options: {
      '--month <month>': MONTH,
      '--from <day>': 'first day, such as 2026-11-01',
      '--to <day>': 'last day, such as 2026-11-15',
      ...OUTPUT,
    },
    help: 'Examples:\n  haat report sales --month 2026-11\n  haat report sales --from 2026-11-01 --to 2026-11-15 --format csv',
    run: async (shop, { format, out, ...period }) => {
      const report = await salesReport(shop, begun(periodOf(period), shop.now()))
      await write(report, salesSections(report), { format, out })
    },
  })
}

/** India's month. */
export function monthOf(text: string): Period {
  const [, year, month] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined) throw new UserError('--month must be a month such as 2026-11.')
  // The months of a Date count from 0, so this is the next one.
  const next = new Date(Date.UTC(Number(year), Number(month))).toISOString().slice(0, 10)
  return { from: startOfDay(`${text}-01`), to: startOfDay(next) }
}

/** A month, or the days from the first to the last one. */
export function periodOf({
  month,
  from,
  to,
}: {
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
}): Period {
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

/** India's day. */
export function dayOf(text: string, option: string): Date {
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
  for (const id of ids) await issueInvoice(shop, id)
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

const write = (
  report: object,
  sections: Section[],
  { format, out }: { format: (typeof FORMATS)[number]; out: string | undefined },
): Promise<void> => {
  const writers = {
    text: () => sections.map(sectionText).join('\n'),
    csv: () => sectionsCsv(sections),
    json: () => `${rupeesJson(report)}\n`,
  }
  return writeOutput([writers[format]()], out)
}

const sectionText = ({ title, head, rows }: Section): string =>
  `${title}\n${rows.length === 0 ? 'None.' : textTable(head, rows)}\n`

export const sectionsCsv = (sections: Section[]): string =>
  BYTE_ORDER_MARK +
  sections
    .map(({ title, head, rows }) =>
      stringify([[title], head, ...rows.map((row) => row.map(spreadsheetCell))]),
    )
    .join('\n')
