/** Invoices and credit notes: each kind is numbered without gaps in its series of the financial year. */
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { changeRows, findRow, findRows, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { formatYear } from '../../format.ts'
import { readSettings } from '../settings/settings.store.ts'

export type DocumentRow = Tables['documents']['$inferSelect']
type DocumentKind = DocumentRow['kind']

/** The seller as a document names it. */
export type Seller = Pick<ShopSettings['seller'], 'legal_name' | 'address' | 'state' | 'gstin'> &
  Partial<Pick<ShopSettings['seller'], 'composition' | 'fssai'>> & {
    shop_name: string
  }

export const sellerOf = ({ shop_name, seller }: Pick<ShopSettings, 'shop_name' | 'seller'>): Seller => {
  const { legal_name, address, state, gstin, composition, fssai } = seller
  return {
    shop_name,
    legal_name,
    address,
    state,
    gstin,
    ...(composition && { composition }),
    ...(fssai !== null && { fssai }),
  }
}

/** A shop without a GSTIN, or under the composition scheme, may not charge tax: it issues bills of supply. */
export const invoiceKindOf = ({
  gstin,
  composition,
}: Pick<Seller, 'gstin' | 'composition'>): 'tax_invoice' | 'bill_of_supply' =>
  gstin && !composition ? 'tax_invoice' : 'bill_of_supply'

/** The invoice of an order that counts: columns for a query of orders. */
export function invoiceColumns({ orders, documents }: Tables) {
  const column = (name: 'number' | 'issued_at' | 'seller') =>
    sql`(${sql`select ${documents[name]} from ${documents} where ${documents.order_id} = ${orders.id}
      and ${documents.kind} <> 'credit_note' and ${documents.voided_at} is null`})`
  return {
    invoice_number: column('number').mapWith(documents.number) as ReturnType<typeof sql<string | null>>,
    invoice_seller: column('seller').mapWith(documents.seller) as ReturnType<typeof sql<string | null>>,
    invoiced_at: column('issued_at').mapWith(documents.issued_at) as ReturnType<typeof sql<Date | null>>,
  }
}

/** The documents of orders, the oldest first. */
export async function findDocuments(reader: Reader, orderIds: number[]): Promise<DocumentRow[]> {
  const { documents } = reader.tables
  return findRows(reader, documents, inArray(documents.order_id, orderIds), asc(documents.id))
}

/** The invoice of an order that counts. */
export function findInvoice(reader: Reader, orderId: number): Promise<DocumentRow | undefined> {
  const { documents } = reader.tables
  const isInvoice = and(ne(documents.kind, 'credit_note'), isNull(documents.voided_at))
  return findRow(reader, documents, and(eq(documents.order_id, orderId), isInvoice))
}

/** Issues the invoices of orders that have none; their customers must be locked. */
export async function issueInvoices(tx: Tx, orders: { order_id: number; at: Date }[]): Promise<void> {
  const seller = sellerOf(await readSettings(tx))
  await issue(tx, orders, { kind: invoiceKindOf(seller), seller: JSON.stringify(seller), invoice_id: null })
}

/** @returns its id */
export async function issueCreditNote(tx: Tx, invoice: DocumentRow, at: Date): Promise<number> {
  const { order_id, seller, id: invoice_id } = invoice
  await issue(tx, [{ order_id, at }], { kind: 'credit_note', seller, invoice_id })
  return (await findDocuments(tx, [order_id])).at(-1)!.id
}

async function issue(
  tx: Tx,
  orders: { order_id: number; at: Date }[],
  document: Pick<DocumentRow, 'kind' | 'seller' | 'invoice_id'>,
): Promise<void> {
  for (const [series, rows] of Map.groupBy(orders, ({ at }) => seriesOf(document.kind, at))) {
    const first = (await countOn(tx, series, rows.length)) - rows.length + 1
    const issued = rows.map(({ order_id, at: issued_at }, index) => {
      return { ...document, order_id, issued_at, number: numberIn(series, first + index) }
    })
    await tx.insertMany('documents', issued)
  }
}

/** Takes the next numbers of a series. A transaction that fails gives them back. @returns the last one */
async function countOn(tx: Tx, series: string, by: number): Promise<number> {
  const { counters } = tx.tables
  const [row] = await tx
    .insert(counters)
    .values({ name: `invoice:${series}`, value: by })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + ${by}` } })
    .returning({ value: counters.value })
  return row!.value
}

/** Makes an invoice void; its number stays given. */
export const voidInvoice = (tx: Tx, { id }: DocumentRow, voided_at: Date): Promise<number> =>
  changeRows(tx, tx.tables.documents, { voided_at }, eq(tx.tables.documents.id, id))

const PREFIXES: Record<DocumentKind, string> = { tax_invoice: 'IN', bill_of_supply: 'BS', credit_note: 'CN' }
const DIGITS = 7

/** India's financial year of a moment, April to March in India's time: `25-26`. */
export function financialYear(moment: Date): string {
  const year = Number(formatYear(moment))
  const first = moment < new Date(`${year}-04-01T00:00${SHOP_UTC_OFFSET}`) ? year - 1 : year
  const short = (number: number): string => String(number % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** The number series of a kind in the financial year of a moment: `IN/25-26`. */
export const seriesOf = (kind: DocumentKind, moment: Date): string =>
  `${PREFIXES[kind]}/${financialYear(moment)}`

/**
 * A number of a series: `IN/25-26/0000001`. The law allows 16 characters.
 *
 * @throws RangeError past ten million in one year
 */
export function numberIn(series: string, count: number): string {
  if (count < 1 || count >= 10 ** DIGITS) throw new RangeError(`${series} has no number ${count}`)
  return `${series}/${String(count).padStart(DIGITS, '0')}`
}
