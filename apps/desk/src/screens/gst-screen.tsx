import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffReports } from '@haat/contract/staff/reports'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { FiguresTable, DownloadButton } from '../features/reports/figures.tsx'
import { MonthSwitch, useMonth, monthText } from '../features/reports/month.tsx'
import { count } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'

type Gst = ReplyOf<typeof staffReports.gst>

const gstQuery = (month: Date) =>
  queryOptions({ queryKey: ['report', 'gst', month], queryFn: () => call(staffReports.gst, { month }) })

/** The figures of a month's GST return, for the accountant. */
export function GstScreen() {
  const month = useMonth()
  const { data, instead } = useScreen(gstQuery(month))
  if (!data) return instead
  return (
    <Screen
      title="GST return"
      text={data.gstin ? `GSTR-1 of ${data.gstin}` : 'Without a GSTIN there are bills of supply only.'}
      back={{ label: 'Sales', path: `${paths.reports}?month=${monthText(month)}` }}
      actions={<DownloadButton act={staffReports.gst} input={{ month }} name={`gst-${monthText(month)}`} />}
    >
      <MonthSwitch month={month} />
      <Missing gst={data} month={month} />
      {data.notes.map((note) => (
        <Notice key={note} tone="wait">
          {note}
        </Notice>
      ))}
      <FiguresTable
        title="In all"
        head={['Papers', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total']}
        rows={[
          ['Tax invoices', ...taxOf(data.total)],
          ['Credit notes', ...taxOf(data.credited)],
        ]}
      />
      <FiguresTable
        title="Sales to consumers by state and rate"
        head={['State', 'Rate', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total']}
        rows={data.b2c.map((row) => [row.place_of_supply, `${row.rate}%`, ...taxOf(row)])}
      />
      <FiguresTable
        title="Sales to businesses"
        head={['Invoice', 'GSTIN', 'Rate', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total']}
        rows={data.b2b.map((row) => [row.number, row.buyer_gstin ?? '', `${row.rate}%`, ...taxOf(row)])}
      />
      <FiguresTable
        title="By HSN"
        head={['HSN', 'Pieces', 'Rate', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total']}
        rows={data.hsn.map((row) => [row.hsn, String(row.quantity), `${row.rate}%`, ...taxOf(row)])}
      />
      <FiguresTable
        title="Documents issued"
        head={['Document', 'From', 'To', 'Issued', 'Void']}
        rows={data.documents.map((row) => [
          row.kind.replaceAll('_', ' '),
          ...[row.from, row.to, String(row.issued), String(row.cancelled)],
        ])}
      />
    </Screen>
  )
}

type Tax = Gst['total']

const taxOf = ({ taxable, cgst, sgst, igst, amount }: Tax): string[] =>
  [taxable, cgst, sgst, igst, amount].map(formatShortRupees)

function Missing({ gst, month }: { gst: Gst; month: Date }) {
  const { run } = useActs()
  const may = useMay()
  const missing = gst.not_invoiced.length
  if (missing === 0) return null
  const issue = () =>
    run(staffReports.gst, { month, issue_missing: true, yes: true }, () => 'The missing invoices are issued.')
  return (
    <Notice
      tone="wait"
      action={
        may('invoices.write') && (
          <Button variant="outline" size="sm" onClick={issue}>
            Issue {missing === 1 ? 'it' : 'them'}, dated today
          </Button>
        )
      }
    >
      {count(missing, 'shipped order has', 'shipped orders have')} no invoice yet. An invoice gets a number
      that cannot be taken back.
    </Notice>
  )
}
