import { describe, expect, it } from 'vitest'
import type { VariantRow } from '../features/products/products.queries.ts'
import { cleanCell, COLUMNS, doubtOf, faultOf } from './grid-columns.ts'
import { bulkRows, EMPTY, redo, textAt, undo, write } from './grid-state.ts'
import { layOut, type Range } from './paste.ts'

const row = (id: number, product_id: number, sku: string): VariantRow => ({
  ...{ id, product_id, sku, product: 'Shirt', variant: null, media_url: null, hsn: '6205', gst_rate: 5 },
  ...{ price: 499_00, deal_price: null, mrp: 599_00, stock: 5, category: 'Clothing' },
  ...{ is_published: true, is_new_arrival: false, is_featured: false, is_on_sale: false },
})
const ROWS = [row(1, 10, 'A'), row(2, 10, 'B'), row(3, 11, 'C')]
const at = (field: string): number => COLUMNS.findIndex((column) => column.field === field)
const cell = (from: number, field: string, to = from): Range => ({
  from: { row: from, column: at(field) },
  to: { row: to, column: at(field) },
})

describe('cells of a spreadsheet', () => {
  it.each([
    ['amount', '₹1,299.00', '1299'],
    ['amount', 'Rs. 1,00,000', '100000'],
    ['amount', '100/-', '100'],
    ['amount', '99.50', '99.50'],
    ['amount', 'many', 'many'],
    ['percent', '18%', '18'],
    ['flag', 'TRUE', 'yes'],
    ['flag', 'नहीं', 'no'],
    ['count', '1,250', '1250'],
    ['text', ' 0401 ', '0401'],
  ] as const)('%s %s is %s', (kind, text, clean) => {
    expect(cleanCell({ kind }, text)).toBe(clean)
  })
})

it.each([
  ['price', '499.50', false],
  ['price', '49o', true],
  ['price', '', true],
  ['mrp', '', false],
  ['stock', '+5', false],
  ['stock', '1.5', true],
  ['hsn', '', false],
  ['is_new_arrival', 'abc', true],
  ['is_new_arrival', 'no', false],
])('%s “%s” is refused before it is tried: %s', (field, text, isRefused) => {
  expect(faultOf(COLUMNS[at(field)]!, text) !== false).toBe(isRefused)
})

it('doubts a rate of GST that India does not have', () => {
  const doubts = ['17', '12', '18', ''].map((rate) => doubtOf(COLUMNS[at('gst_rate')]!, rate))
  expect(doubts).toEqual([
    expect.stringMatching(/^India has no/),
    expect.stringMatching(/ended/),
    false,
    false,
  ])
})

describe('pasting', () => {
  it('fills the range with one value', () => {
    const { edits } = layOut([['449']], ROWS, cell(0, 'price', 2))
    expect(edits.map(({ row: index, text }) => [index, text])).toEqual([
      [0, '449'],
      [1, '449'],
      [2, '449'],
    ])
  })

  it('lays a block out from the first cell, leaves empty cells, and says what did not fit', () => {
    const { edits, notes } = layOut(
      [
        ['449', ''],
        ['450', '600'],
        ['451', '601'],
      ],
      ROWS,
      cell(1, 'price'),
    )
    expect(edits.map(({ row: index, column, text }) => [index, column, text])).toEqual([
      [1, at('price'), '449'],
      [2, at('price'), '450'],
      [2, at('mrp'), '600'],
    ])
    expect(notes).toEqual(['2 cells did not fit.'])
  })

  it('matches rows by SKU under headings, wherever they stand', () => {
    const block = [
      ['SKU', 'Selling price', 'Colour', 'Qty'],
      ['c', '300', 'Red', '7'],
      ['A', '100', 'Blue', ''],
      ['Z', '1', '', ''],
    ]
    const { edits, notes } = layOut(block, ROWS, cell(0, 'hsn'))
    expect(edits).toEqual([
      { row: 2, column: at('price'), text: '300' },
      { row: 2, column: at('stock'), text: '7' },
      { row: 0, column: at('price'), text: '100' },
    ])
    expect(notes).toEqual(['Not in this grid: Z.', 'Left out: Colour.'])
  })
})

describe('changes', () => {
  it('of a product are those of all its variants, and vanish where they are undone or typed back', () => {
    const typed = write(EMPTY, ROWS, [{ row: 0, column: at('hsn'), text: '6105' }])
    expect(ROWS.map((one) => textAt(typed, one, at('hsn')))).toEqual(['6105', '6105', '6205'])
    expect(undo(typed).changes.size).toBe(0)
    expect(redo(undo(typed)).changes).toEqual(typed.changes)
    expect(write(typed, ROWS, [{ row: 1, column: at('hsn'), text: '6205' }]).changes.size).toBe(0)
  })

  it('of one product that differ stay in their cells, also what is stored, and go to the server to be refused', () => {
    const edits = ['5', '18'].map((text, index) => ({ row: index, column: at('gst_rate'), text }))
    const pasted = write(EMPTY, ROWS, edits)
    expect(ROWS.map((one) => textAt(pasted, one, at('gst_rate')))).toEqual(['5', '18', '5'])
    expect(bulkRows(pasted, ROWS)).toEqual([
      { variant: 1, set: { gst_rate: '5' }, was: { gst_rate: '5' } },
      { variant: 2, set: { gst_rate: '18' }, was: { gst_rate: '5' } },
    ])
    const settled = write(pasted, ROWS, [{ row: 0, column: at('gst_rate'), text: '18%' }])
    expect(ROWS.map((one) => textAt(settled, one, at('gst_rate')))).toEqual(['18', '18', '5'])
  })

  it('are sent as they are typed, with what was there: an empty cell as none', () => {
    const state = write(EMPTY, ROWS, [
      { row: 0, column: at('price'), text: '₹449' },
      { row: 0, column: at('stock'), text: '8' },
      { row: 2, column: at('mrp'), text: '' },
    ])
    expect(bulkRows(state, ROWS)).toEqual([
      { variant: 1, set: { price: '449', stock: '8' }, was: { price: '499', stock: '5' } },
      { variant: 3, set: { mrp: 'none' }, was: { mrp: '599' } },
    ])
  })
})
