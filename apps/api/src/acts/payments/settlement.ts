/** Compares a gateway's settlement file with the payments of the shop, and records what the gateway took. */
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { parse } from 'csv-parse/sync'
import { addFee, updatePayment } from '../../features/payments/payments.store.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { parseMoney } from '../cells/parse-money.ts'
import { findStaffPayments } from './payments.store.ts'

type Reply = ReplyOf<Staff['payments']['settle']>
type Line = Reply['lines'][number]
type FoundPayment = Awaited<ReturnType<typeof findStaffPayments>>[number]

/** Headings by what they mean, in lower case with `_`. */
const HEADINGS = {
  payment: ['payment_id', 'entity_id', 'transaction_id'],
  type: ['type', 'transaction_entity', 'entity'],
  amount: ['amount', 'credit_amount', 'transaction_amount'],
  fee: ['fee', 'fees', 'total_fee'],
  /** Without its tax, which is in a column of its own. */
  bare_fee: ['fee_(exclusive_tax)', 'fee_(exclusive_of_tax)'],
  tax: ['tax', 'gst', 'service_tax'],
  utr: ['settlement_utr', 'utr', 'utr_no'],
  at: ['settled_at', 'settlement_date', 'settled_on'],
} as const

/** A settlement comes within a week. */
const SETTLED_WITHIN_MS = 7 * 86_400_000

interface Row {
  line: number
  /** Others are refunds, adjustments and disputes. */
  isPayment: boolean
  payment: string
  amount: number | null
  fee: number | null
  utr: string
}

/** @throws Failure 400 for a file without the columns */
function readSheet(sheet: string): Row[] {
  const records = parseCsv(sheet)
  const [headings = [], ...rows] = records.map((cells) => cells.map((cell) => cell.trim()))
  const names = headings.map((name) => name.toLowerCase().replaceAll(/\s+/g, '_'))
  const at = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const places = Object.fromEntries(
    Object.entries(HEADINGS).map(([name, wanted]) => [name, at(wanted)]),
  ) as Record<keyof typeof HEADINGS, number>
  if (places.payment === -1 || places.amount === -1)
    throw badRequest(
      'The file needs the columns payment_id and amount; fee, utr and settled_at are read too.',
    )
  return rows.flatMap((cells, index) => {
    const cell = (name: keyof typeof HEADINGS): string => cells[places[name]] ?? ''
    if (cell('payment') === '') return []
    const money = (name: 'amount' | 'fee' | 'bare_fee' | 'tax'): number | null => {
      const parsed = parseMoney(cell(name))
      return 'value' in parsed ? parsed.value : null
    }
    const bare = money('bare_fee')
    return [
      {
        line: index + 2,
        isPayment: places.type === -1 || /payment/i.test(cell('type')),
        payment: cell('payment'),
        amount: money('amount'),
        fee: money('fee') ?? (bare === null ? null : bare + (money('tax') ?? 0)),
        utr: cell('utr'),
      },
    ]
  })
}

function parseCsv(sheet: string): string[][] {
  try {
    return parse(sheet, { bom: true, skip_empty_lines: true, relax_column_count: true })
  } catch {
    throw badRequest('This is not a CSV file.')
  }
}

export async function settle(
  { db, now }: Shop,
  { sheet, dry_run }: InputOf<Staff['payments']['settle']>,
): Promise<Reply> {
  const rows = readSheet(sheet)
  const found = new Map<string, FoundPayment>()
  const names = rows.map(({ payment }) => payment)
  for (let at = 0; at < names.length; at += 500)
    for (const payment of await findStaffPayments(db, { ids: names.slice(at, at + 500), limit: 500 }))
      found.set(payment.provider_payment_id!, payment)
  const seen = new Set<string>()
  const lines = rows.map(({ line, isPayment, payment: name, amount, fee, utr }): Line => {
    const payment = found.get(name)
    const problem = problemOf({ isPayment, amount, fee, utr }, payment, seen.has(name))
    seen.add(name)
    const order_number = payment?.order_number ?? null
    return { line, payment: name, order_number, amount: amount ?? 0, fee, problem }
  })
  if (!dry_run)
    await db.transaction(async (tx) => {
      for (const [index, { payment: name, utr, fee }] of rows.entries()) {
        const payment = found.get(name)
        if (!payment || lines[index]?.problem !== null) continue
        await updatePayment(tx, payment.id, { settled_at: now(), settlement: utr || null })
        if (payment.fee === null) await addFee(tx, payment, fee, now())
      }
    })
  const unsettled_before = new Date(now().getTime() - SETTLED_WITHIN_MS)
  const missing = await findStaffPayments(db, { unsettled_before, limit: 1000 })
  const fits = lines.filter(({ problem }) => problem === null).length
  const notes = [
    `${fits} of ${lines.length} payments of the file fit${dry_run ? '; nothing is recorded' : ''}.`,
  ]
  return { lines, missing, notes }
}

function problemOf(
  row: Pick<Row, 'isPayment' | 'amount' | 'fee' | 'utr'>,
  payment: FoundPayment | undefined,
  isRepeated: boolean,
): string | null {
  if (!row.isPayment) return 'Not a payment: compare it yourself.'
  if (isRepeated) return 'The file has this payment twice.'
  if (!payment) return 'The shop has no such payment.'
  if (row.amount === null) return 'The amount cannot be read.'
  if (row.amount !== payment.amount) return 'The amount is another one than was paid.'
  if (row.fee !== null && payment.fee !== null && row.fee !== payment.fee)
    return 'The charge is another one than was reported.'
  if (payment.settled_at !== null && payment.settlement !== (row.utr || null))
    return 'Another settlement had this payment.'
  return null
}
