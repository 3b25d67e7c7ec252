/** Compares a gateway's settlement file with the payments of the shop, and records what the gateway took. */
import { type InputOf, plural, type ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { addFee, updatePayment } from '../../features/payments/payments.store.ts'
import { markRefundSettled } from '../../features/payments/refunds.store.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { csvRows } from '../cells/csv-rows.ts'
import { parseMoney } from '../cells/parse-money.ts'
import { findStaffPayments, findStaffRefunds } from './payments.store.ts'

type Reply = ReplyOf<Staff['payments']['settle']>
type Line = Reply['lines'][number]
type FoundPayment = Awaited<ReturnType<typeof findStaffPayments>>[number]
type FoundRefund = Awaited<ReturnType<typeof findStaffRefunds>>[number]

/** Headings by what they mean: small letters and digits alone. */
const HEADINGS = {
  payment: ['paymentid', 'entityid', 'transactionid', 'phonepereferenceid'],
  type: ['type', 'transactionentity', 'entity', 'paymenttype'],
  amount: ['amount', 'creditamount', 'transactionamount'],
  /** What a refund takes. */
  debit: ['debit', 'debitamount'],
  fee: ['fee', 'fees', 'totalfee'],
  /** Without its tax, which is in columns of its own. */
  bare_fee: ['feeexclusivetax', 'feeexclusiveoftax'],
  tax: ['tax', 'gst', 'servicetax'],
  igst: ['igst'],
  cgst: ['cgst'],
  sgst: ['sgst'],
  utr: ['settlementutr', 'utr', 'utrno', 'bankreferenceno'],
} as const

/** A settlement comes within a week. */
const SETTLED_WITHIN_MS = 7 * 86_400_000

interface Row {
  line: number
  /** Others are adjustments and disputes. */
  kind: 'payment' | 'refund' | 'other'
  /** Of the payment, or of the refund. */
  name: string
  /** Paise, without a sign; null for what cannot be read. */
  amount: number | null
  /** The same; undefined where the file has none. */
  fee: number | null | undefined
  utr: string
}

/** What a cell says; null for what cannot be read, and for less than nothing. */
function moneyIn(text: string): number | null {
  const parsed = parseMoney(text)
  return 'value' in parsed ? parsed.value : null
}

/** The same without its sign: reports take charges and refunds off, or list them. */
const withoutSign = (text: string): number | null => moneyIn(text.replace(/^[-−(]|\)$/g, ''))

/** The charge with its tax. PhonePe's has the tax beside it, Razorpay's may include it. */
function feeIn(cell: (name: keyof typeof HEADINGS) => string): number | null | undefined {
  const parts = (['bare_fee', 'tax', 'igst', 'cgst', 'sgst'] as const).filter(
    (name) => name !== 'tax' || cell('bare_fee') !== '',
  )
  const amounts = (['fee', ...parts] as const).flatMap((name) =>
    cell(name) === '' ? [] : [withoutSign(cell(name))],
  )
  if (amounts.length === 0) return undefined
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)
}

const kindOf = (type: string): Row['kind'] =>
  /refund|reversal/i.test(type) ? 'refund' : /^$|payment|sale/i.test(type) ? 'payment' : 'other'

/** @throws Failure 400 for a file without the columns */
function readSheet(sheet: string): Row[] {
  const [headings = [], ...rows] = csvRows(sheet, 'This is not a CSV file.')
  const names = headings.map((name) => name.toLowerCase().replaceAll(/[^a-z\d]/g, ''))
  const placeOf = (name: keyof typeof HEADINGS): number =>
    names.findIndex((heading) => (HEADINGS[name] as readonly string[]).includes(heading))
  if (placeOf('payment') === -1 || placeOf('amount') === -1)
    throw badRequest('The file needs the columns payment_id and amount; fee and utr are read too.')
  return rows.flatMap((cells, index) => {
    const cell = (name: keyof typeof HEADINGS): string => cells[placeOf(name)] ?? ''
    if (cell('payment') === '') return []
    const kind = kindOf(cell('type'))
    const isDebit = kind === 'refund' && cell('debit') !== ''
    return [
      {
        ...{ line: index + 2, kind, name: cell('payment'), utr: cell('utr') },
        amount: (kind === 'refund' ? withoutSign : moneyIn)(cell(isDebit ? 'debit' : 'amount')),
        fee: feeIn(cell),
      },
    ]
  })
}

export async function settle(
  { db, now }: Shop,
  { sheet, dry_run }: InputOf<Staff['payments']['settle']>,
): Promise<Reply> {
  const rows = readSheet(sheet)
  const payments = new Map<string, FoundPayment>()
  const refunds = new Map<string, FoundRefund>()
  for (let at = 0; at < rows.length; at += 500) {
    const ids = rows.slice(at, at + 500).map(({ name }) => name)
    for (const one of await findStaffPayments(db, { ids, limit: 500 }))
      payments.set(one.provider_payment_id!, one)
    for (const one of await findStaffRefunds(db, { ids, all: true, limit: 500 }))
      refunds.set(one.provider_refund_id!, one)
  }
  const seen = new Set<string>()
  const gateway = rows.map(({ name }) => payments.get(name)?.provider).find(Boolean)
  const lines = rows.map((row): Line => {
    const { line, name: payment, amount, fee = null } = row
    const found = row.kind === 'refund' ? refunds.get(payment) : payments.get(payment)
    const isForeign = gateway && found?.provider && found.provider !== gateway
    const problem = seen.has(payment)
      ? 'The file has this line twice.'
      : isForeign
        ? 'This is of another gateway than the first payment of the file.'
        : row.kind === 'refund'
          ? refundProblem(row, refunds.get(payment))
          : paymentProblem(row, payments.get(payment))
    seen.add(payment)
    const is_recorded = problem === null && found?.settled_at != null
    const { order_number = null } = found ?? {}
    return { ...{ line, payment, order_number, amount: amount ?? 0, fee }, problem, is_recorded }
  })
  if (!dry_run)
    await db.transaction(async (tx) => {
      for (const [index, { kind, name, utr, fee = null }] of rows.entries()) {
        const { problem, is_recorded } = lines[index]!
        if (problem !== null || is_recorded) continue
        const settled = { settled_at: now(), settlement: utr || null }
        const [payment, refund] = [payments.get(name), refunds.get(name)]
        if (kind === 'refund') await markRefundSettled(tx, refund!.id, settled)
        else await updatePayment(tx, payment!.id, settled)
        if (kind === 'payment' && payment!.fee === null) await addFee(tx, payment!, fee, now())
      }
    })
  const unsettled_before = new Date(now().getTime() - SETTLED_WITHIN_MS)
  const missing = await findStaffPayments(db, { unsettled_before, limit: 1000 })
  const fits = lines.filter(({ problem }) => problem === null)
  const known = fits.filter(({ is_recorded }) => is_recorded).length
  const notes = [
    `${fits.length} of ${lines.length} lines of the file fit${dry_run ? '; nothing is recorded' : ''}.`,
    ...(known > 0
      ? [`${plural(known, 'line')} of it ${known === 1 ? 'was' : 'were'} recorded already.`]
      : []),
  ]
  return { lines, missing, notes }
}

function paymentProblem({ kind, amount, fee, utr }: Row, payment: FoundPayment | undefined): string | null {
  if (kind === 'other') return 'Neither a payment nor a refund: compare it yourself.'
  if (!payment) return 'The shop has no such payment.'
  if (amount === null) return 'The amount cannot be read.'
  if (amount !== payment.amount) return 'The amount is another one than was paid.'
  if (fee === null) return 'The charge cannot be read.'
  if (fee !== undefined && fee > amount) return 'The charge is more than the payment.'
  if (fee !== undefined && payment.fee !== null && fee !== payment.fee)
    return 'The charge is another one than was reported.'
  return isOfAnother(payment, utr) ? 'Another settlement had this payment.' : null
}

const isOfAnother = (
  { settled_at, settlement }: Pick<FoundPayment, 'settled_at' | 'settlement'>,
  utr: string,
): boolean => settled_at !== null && settlement !== (utr || null)

function refundProblem({ amount, utr }: Row, refund: FoundRefund | undefined): string | null {
  if (!refund) return 'The shop has no such refund.'
  if (amount !== refund.amount) return 'The amount is another one than was paid back.'
  if (isOfAnother(refund, utr)) return 'Another settlement had this refund.'
  return refund.state === 'PAID' ? null : 'The shop has not heard that this refund was paid.'
}
