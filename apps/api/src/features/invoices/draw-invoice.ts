/** Draws a tax invoice, a bill of supply, a credit note or the summary of an order. */
import { testBankMark } from '../payments/payments.ts'
import { hsnTaxes, type Taxed } from '@haat/contract/gst'
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { isCashOnDelivery, itemName } from '@haat/contract/rules'
import { ToWords } from 'to-words/en-IN'
import { formatDay } from '../../format.ts'
import type { Invoice } from './invoices.ts'
import { type Column, PdfDocument } from './pdf-document.ts'

const words = new ToWords()
const amountFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,50,000.00`, for columns with ₹ in the title. */
const amount = (paise: number): string => amountFormat.format(toRupees(paise))
const withSymbol = (paise: number): string => `₹${amount(paise)}`

/** `One Lakh Fifty Thousand Rupees Only`, in lakh and crore. */
export const amountInWords = (paise: number): string => words.convert(toRupees(paise), { currency: true })

const TITLES = { tax_invoice: 'Tax Invoice', bill_of_supply: 'Bill of Supply' }
const titleOf = ({ paper, kind }: Invoice): string =>
  paper === 'invoice' ? TITLES[kind] : paper === 'credit_note' ? 'Credit Note' : 'Order Summary'

/** Whether the document states tax. */
const hasTax = ({ paper, kind }: Invoice): boolean => paper !== 'summary' && kind === 'tax_invoice'

/** @returns the bytes of a PDF with these documents, always the same for the same ones */
export async function drawInvoice(first: Invoice, ...others: Invoice[]): Promise<Buffer> {
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const pdf = new PdfDocument(`${titleOf(first)} ${first.number}${more}`, first.issued_at, first.look)
  let last = first
  drawDocument(pdf, first)
  for (const invoice of others) {
    pdf.next(footerOf(last))
    drawDocument(pdf, invoice)
    last = invoice
  }
  return pdf.end(footerOf(last))
}

const footerOf = ({ seller }: Invoice): string =>
  `${seller.legal_name}${seller.gstin ? `  ·  GSTIN ${seller.gstin}` : ''}`

function drawDocument(pdf: PdfDocument, invoice: Invoice): void {
  const { paper, seller } = invoice
  pdf.heading(
    seller.shop_name,
    titleOf(invoice),
    paper === 'summary' ? 'Not an invoice' : 'Original for recipient',
  )
  drawParties(pdf, invoice)
  pdf.gap(10)
  drawLines(pdf, invoice)
  pdf.gap(10)
  pdf.text(`Amount in words: ${amountInWords(invoice.taxed.total.amount + invoice.round_off)}`, {
    bold: true,
  })
  if (hasTax(invoice)) drawHsn(pdf, invoice)
  pdf.gap(10)
  for (const note of notesOf(invoice)) pdf.text(note, { size: 8, soft: true })
}

function drawParties(pdf: PdfDocument, invoice: Invoice): void {
  const { paper, seller, order, number, destination, state_code, corrects } = invoice
  const numbered = [`No. ${number}`, `Dated ${formatDay(invoice.issued_at)}`]
  pdf.columns(
    [
      [
        'Sold by',
        seller.legal_name,
        seller.address,
        seller.state,
        ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
        ...(seller.fssai ? [`FSSAI ${seller.fssai}`] : []),
        ...(seller.composition
          ? ['Composition taxable person, not eligible to collect tax on supplies']
          : []),
      ],
      [
        'Billed and shipped to',
        ...(order.buyer_company ? [order.buyer_company] : []),
        order.shipping_name,
        order.shipping_street,
        `${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}`,
        `${order.shipping_country}  ·  ${order.shipping_phone}`,
        ...(order.buyer_gstin ? [`GSTIN ${order.buyer_gstin}`] : []),
      ],
      [
        ...(paper === 'summary' ? [] : numbered),
        ...(corrects ? [`Against ${corrects.number} of ${formatDay(corrects.issued_at)}`] : []),
        `Order #${order.order_number} of ${formatDay(order.created_at)}`,
        `Place of supply: ${destination}${state_code ? ` (${state_code})` : ''}`,
        `Payment: ${paymentOf(order)}${testBankMark(order)}`,
        ...(paper === 'summary' ? [] : ['Reverse charge: no']),
      ],
    ],
    [{ bold: true }, { bold: true }, { bold: true }],
  )
}

const paymentOf = ({ exchange_of_number, payment_method, status }: Invoice['order']): string => {
  if (exchange_of_number !== null) return `in exchange for order #${exchange_of_number}`
  return isCashOnDelivery(payment_method, status) ? 'cash on delivery' : 'online'
}

const percent = (rate: number): string => `${Number(rate.toFixed(2))}%`

const right = (title: string, share: number): Column => ({
  title,
  share,
  align: 'right',
  noWrap: true,
})

/** The goods, the delivery and their sum; without tax on a bill of supply. */
function drawLines(pdf: PdfDocument, invoice: Invoice): void {
  const { items, taxed, round_off } = invoice
  const isTaxed = hasTax(invoice)
  const columns: Column[] = [
    { title: '#', share: 4, noWrap: true },
    { title: 'Goods', share: 23 },
    { title: 'HSN', share: 9, noWrap: true },
    right('Pieces', 7),
    right('Price ₹', 11),
    right('Discount ₹', 11),
    ...(isTaxed ? [right('Taxable ₹', 12), right('GST', 6), ...taxColumns(invoice)] : []),
    right('Amount ₹', 12),
  ]
  const row = (first: string[], part: Omit<Taxed, 'rate'>, rate: string, sum = amount(part.amount)) => [
    ...first,
    ...(isTaxed ? [amount(part.taxable), rate, ...taxCells(invoice, part)] : []),
    sum,
  ]
  const charged = items.map((item, index) => ({ item, line: taxed.lines[index]! }))
  const listed = charged.filter(({ item, line }) => item.quantity > 0 || line.amount > 0)
  const goods = listed.map(({ item, line }, index) => {
    const name = item.ships_free ? `${itemName(item)} · free shipping` : itemName(item)
    const figures = [String(item.quantity), amount(item.price), amount(item.discount_amount)]
    const isReduction = item.quantity === 0
    const first = isReduction
      ? [String(index + 1), `${name} · price reduced`, item.hsn ?? '—', '—', '—', '—']
      : [String(index + 1), name, item.hsn ?? '—', ...figures]
    return row(first, line, percent(line.rate))
  })
  const labelled = (label: string): string[] => ['', label, '', '', '', '']
  const delivery = taxed.delivery.map((part) => {
    const goodsAt = taxed.delivery.length > 1 ? `, with the goods at ${percent(part.rate)}` : ''
    return row(labelled(deliveryLabel(invoice.order) + goodsAt), part, percent(part.rate))
  })
  const total = row(labelled('Total'), taxed.total, '', withSymbol(taxed.total.amount))
  const before = columns.slice(0, -1).map((_, index) => (index === 1 ? 'Rounded off' : ''))
  const rounded = [
    [...before, amount(round_off)],
    [...before.map((text) => text && 'Amount in cash'), withSymbol(taxed.total.amount + round_off)],
  ]
  const sums = round_off === 0 ? [total] : [total, ...rounded]
  pdf.table(columns, [...goods, ...delivery, ...sums], sums.length)
}

const taxColumns = ({ supply, state_tax }: Invoice): Column[] =>
  supply === 'intra' ? [right('CGST ₹', 10), right(`${state_tax} ₹`, 10)] : [right('IGST ₹', 11)]

const taxCells = ({ supply }: Invoice, part: Omit<Taxed, 'rate'>): string[] =>
  supply === 'intra' ? [amount(part.cgst), amount(part.sgst)] : [amount(part.igst)]

/** The tax of each HSN code and rate, delivery included, and their sum. */
function drawHsn(pdf: PdfDocument, invoice: Invoice): void {
  const { items, taxed, supply, state_tax } = invoice
  pdf.gap(10)
  const rateOf = (rate: number): string =>
    supply === 'intra'
      ? `${percent(rate)} (${percent(rate / 2)} CGST + ${percent(rate / 2)} ${state_tax})`
      : `${percent(rate)} IGST`
  const columns: Column[] = [
    { title: 'HSN', share: 14 },
    { title: 'GST rate', share: 26 },
    right('Taxable ₹', 18),
    ...taxColumns(invoice),
    right('Tax ₹', 15),
  ]
  const cells = (part: Omit<Taxed, 'rate'>): string[] => [
    amount(part.taxable),
    ...taxCells(invoice, part),
    amount(part.cgst + part.sgst + part.igst),
  ]
  const rows = hsnTaxes(items, taxed).map((row) => [row.hsn || '—', rateOf(row.rate), ...cells(row)])
  pdf.table(columns, [...rows, ['Total', '', ...cells(taxed.total)]], 1)
}

const COMPUTER_GENERATED = 'This is a computer-generated document and needs no signature.'

/** What is charged besides the goods: one supply with one tax. */
const deliveryLabel = ({ total_shipping_price, cod_fee }: Invoice['order']): string => {
  if (cod_fee === 0) return 'Delivery'
  const fee = `cash on delivery fee ${formatShortRupees(cod_fee)}`
  return total_shipping_price === 0
    ? 'Cash on delivery fee'
    : `Delivery ${formatShortRupees(total_shipping_price)}, ${fee}`
}

const deliveryNote = (hasSeveralRates: boolean): string =>
  hasSeveralRates
    ? 'Delivery is part of a composite supply: it is divided over the GST rates of the goods in proportion to their value, and taxed at these rates.'
    : 'Delivery is part of a composite supply and is taxed at the rate of the goods delivered.'

function notesOf(invoice: Invoice): string[] {
  const { paper, kind, taxed } = invoice
  if (paper === 'summary')
    return ['This is not an invoice: the invoice is issued when the goods are sent.', COMPUTER_GENERATED]
  return [
    ...(paper === 'credit_note'
      ? ['This document reduces the invoice that it names by the amounts above.']
      : []),
    ...(kind === 'tax_invoice'
      ? [
          'Prices include GST; the taxable value is what remains of each amount, after its discount, without the tax.',
          ...(taxed.delivery.length > 0 ? [deliveryNote(taxed.delivery.length > 1)] : []),
        ]
      : ['The seller is not registered for GST: no tax is charged.']),
    COMPUTER_GENERATED,
  ]
}
