/** Draws a tax invoice or a bill of supply. */
import { toRupees } from '@haat/contract/money'
import { itemName } from '@haat/contract/rules'
import { ToWords } from 'to-words/en-IN'
import { formatDay } from '../../format.ts'
import type { Paper } from './paper.ts'
import { type Column, Sheet } from './sheet.ts'
import type { Taxed } from './tax.ts'

const words = new ToWords()
const amountFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,50,000.00`: what stands in columns whose heading says ₹. */
const amount = (paise: number): string => amountFormat.format(toRupees(paise))
const rupees = (paise: number): string => `₹${amount(paise)}`

/** `Rupees One Lakh Fifty Thousand Only`, in lakh and crore. */
export const amountInWords = (paise: number): string => words.convert(toRupees(paise), { currency: true })

const TITLES = { tax_invoice: 'Tax Invoice', bill_of_supply: 'Bill of Supply' }

/** @returns the bytes of a PDF, the same for the same paper */
export async function drawInvoice(paper: Paper): Promise<Buffer> {
  const { kind, number, seller } = paper
  const sheet = new Sheet(`${TITLES[kind]} ${number}`, paper.issued_at)
  sheet.columns(
    [[seller.shop_name], [TITLES[kind], 'Original for recipient']],
    [
      { size: 18, bold: true },
      { size: 14, bold: true, align: 'right' },
    ],
  )
  sheet.gap(6)
  sheet.rule()
  drawParties(sheet, paper)
  sheet.gap(10)
  if (kind === 'tax_invoice') drawTaxedLines(sheet, paper)
  else drawLines(sheet, paper)
  sheet.gap(10)
  sheet.text(`Amount in words: ${amountInWords(paper.taxed.total.amount)}`, { bold: true })
  if (kind === 'tax_invoice') drawRates(sheet, paper)
  sheet.gap(10)
  for (const note of notesOf(paper)) sheet.text(note, { size: 8, soft: true })
  return sheet.end(`${seller.legal_name}${seller.gstin ? `  ·  GSTIN ${seller.gstin}` : ''}`)
}

function drawParties(sheet: Sheet, paper: Paper): void {
  const { seller, order, number } = paper
  sheet.columns(
    [
      [
        'Sold by',
        seller.legal_name,
        seller.address,
        seller.state,
        ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      ],
      [
        'Billed and shipped to',
        order.shipping_name,
        order.shipping_street,
        `${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}`,
        `${order.shipping_country}  ·  ${order.shipping_phone}`,
      ],
      [
        `No. ${number}`,
        `Dated ${formatDay(paper.issued_at)}`,
        `Order #${order.id} of ${formatDay(order.created_at)}`,
        `Place of supply: ${paper.place_of_supply}`,
        `Payment: ${order.payment_method === 'COD' ? 'cash on delivery' : 'online'}`,
        'Reverse charge: no',
      ],
    ],
    [{ bold: true }, { bold: true }, { bold: true }],
  )
}

const percent = (rate: number): string => `${Number(rate.toFixed(2))}%`

const right = (title: string, share: number): Column => ({ title, share, align: 'right' })

function drawTaxedLines(sheet: Sheet, paper: Paper): void {
  const { items, taxed } = paper
  const columns: Column[] = [
    { title: '#', share: 3 },
    { title: 'Goods', share: 24 },
    { title: 'HSN', share: 11 },
    right('Pieces', 7),
    right('Price ₹', 11),
    right('Discount ₹', 11),
    right('Taxable ₹', 12),
    right('GST', 6),
    ...taxColumns(paper),
    right('Amount ₹', 12),
  ]
  const goods = items.map((item, index) => [
    ...[String(index + 1), itemName(item), item.hsn ?? '—', String(item.quantity)],
    ...[amount(item.price), amount(item.discount_amount)],
    ...taxedCells(paper, taxed.lines[index]!),
  ])
  const delivery = taxed.delivery.map((part) => ['', 'Delivery', '', '', '', '', ...taxedCells(paper, part)])
  const total = [
    '',
    'Total',
    '',
    '',
    '',
    '',
    amount(taxed.total.taxable),
    '',
    ...taxCells(paper, taxed.total),
    rupees(taxed.total.amount),
  ]
  sheet.table(columns, [...goods, ...delivery, total], 1)
}

const taxColumns = ({ supply, state_tax }: Paper): Column[] =>
  supply === 'intra' ? [right('CGST ₹', 10), right(`${state_tax} ₹`, 10)] : [right('IGST ₹', 11)]

const taxCells = ({ supply }: Paper, part: Omit<Taxed, 'rate'>): string[] =>
  supply === 'intra' ? [amount(part.cgst), amount(part.sgst)] : [amount(part.igst)]

const taxedCells = (paper: Paper, part: Taxed): string[] => [
  amount(part.taxable),
  percent(part.rate),
  ...taxCells(paper, part),
  amount(part.amount),
]

function drawLines(sheet: Sheet, { items, order, taxed }: Paper): void {
  const columns: Column[] = [
    { title: '#', share: 4 },
    { title: 'Goods', share: 40 },
    { title: 'HSN', share: 12 },
    right('Pieces', 9),
    right('Price ₹', 13),
    right('Discount ₹', 13),
    right('Amount ₹', 14),
  ]
  const goods = items.map((item, index) => [
    ...[String(index + 1), itemName(item), item.hsn ?? '—', String(item.quantity)],
    ...[amount(item.price), amount(item.discount_amount), amount(taxed.lines[index]?.amount ?? 0)],
  ])
  const delivery =
    order.total_shipping_price > 0
      ? [['', 'Delivery', '', '', '', '', amount(order.total_shipping_price)]]
      : []
  sheet.table(columns, [...goods, ...delivery, ['', 'Total', '', '', '', '', rupees(taxed.total.amount)]], 1)
}

/** What each rate came to. */
function drawRates(sheet: Sheet, paper: Paper): void {
  sheet.gap(10)
  const half = (rate: number): string => percent(rate / 2)
  const columns: Column[] = [
    { title: 'GST rate', share: 30 },
    right('Taxable ₹', 20),
    ...taxColumns(paper),
    right('Tax ₹', 15),
  ]
  const rows = paper.taxed.rates.map((part) => [
    paper.supply === 'intra'
      ? `${percent(part.rate)} (${half(part.rate)} CGST + ${half(part.rate)} ${paper.state_tax})`
      : `${percent(part.rate)} IGST`,
    amount(part.taxable),
    ...taxCells(paper, part),
    amount(part.cgst + part.sgst + part.igst),
  ])
  sheet.table(columns, rows)
}

function notesOf({ kind, order }: Paper): string[] {
  return [
    ...(order.status === 'CANCELLED' ? ['This order was cancelled after the paper was issued.'] : []),
    ...(kind === 'tax_invoice'
      ? [
          'Prices include GST; the taxable value is what remains of each amount, after its discount, without the tax.',
          ...(order.total_shipping_price > 0
            ? ['Delivery is part of a composite supply and is taxed at the rate of the goods delivered.']
            : []),
        ]
      : ['The seller is not registered for GST: no tax is charged.']),
    'This paper was made by a computer and needs no signature.',
  ]
}
