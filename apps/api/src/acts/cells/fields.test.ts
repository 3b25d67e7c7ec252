import { describe, expect, it } from 'vitest'
import { parseMoney } from './parse-money.ts'
import { cleanCell, FIELD_RULES as rules, readCell } from './fields.ts'

describe('amounts', () => {
  it.each([
    ['499', 49_900],
    ['85.14', 85_14],
    ['85.1400', 85_14],
    ['1500.00', 1500_00],
    ['1500.000', 1500_00],
    ['0.500', 50],
    ['₹1,299.00', 129_900],
    ['Rs. 1,00,000', 10_000_000],
    ['INR 12.5', 12_50],
    ['499.00 INR', 49_900],
    ['1299/-', 129_900],
    ['1299 Rs', 129_900],
    ['₹ 48/- only', 48_00],
    ['MRP 650', 650_00],
    ['MRP: Rs. 650.50 only', 650_50],
    ['.5', 50],
    ['0.1', 10],
    ['0.29', 29],
  ])('reads %s', (text, value) => {
    expect(parseMoney(text)).toEqual({ value })
  })

  it.each([
    'abc',
    '1,5',
    '1.299,50',
    '12,34',
    '1e5',
    '-5',
    '$12',
    '12 USD',
    '10.999',
    '99999999999',
    '',
    '१२',
  ])('refuses %j', (text) => {
    expect(parseMoney(text)).toHaveProperty('reason')
  })

  it.each([
    ['1.500', 'Ambiguous with three decimals: write 1500 or 1.50'],
    ['₹1,500.000', 'Ambiguous with three decimals: write 1500 or 1.50'],
    ['1.299', 'Ambiguous with three decimals: write 1500 or 1.50'],
    ['1.299,00', 'Decimals follow a point, not a comma, and thousands need no sign: write 1299.00'],
    ['1.500.000', 'Decimals follow a point, not a comma, and thousands need no sign: write 1299.00'],
  ])('refuses %s, which other countries read differently, with the cure', (text, reason) => {
    expect(parseMoney(text)).toMatchObject({ reason })
  })

  it('names the error of a formula', () => {
    expect(parseMoney('#N/A')).toEqual({ reason: 'The formula of the cell has an error: #N/A' })
  })

  it('refuses a price or an MRP of zero', () => {
    expect(rules.price.parse('0.00')).toEqual({ reason: 'The price must be above zero' })
    expect(rules.price.parse('')).toEqual({ reason: 'There is no price' })
    expect(rules.mrp.parse('0')).toEqual({
      reason: 'The MRP is 0: leave the cell empty, or write none to erase the MRP',
    })
    expect(rules.mrp.parse('')).toEqual({ value: null })
  })
})

it('reads stock in whole pieces, and refuses negative numbers', () => {
  expect(rules.stock.parse('12')).toEqual({ value: 12 })
  expect(rules.stock.parse('-3')).toEqual({ reason: 'Stock cannot be negative' })
  expect(rules.stock.parse('10.0')).toEqual({ value: 10 })
  expect(['1.5', '152.5 Kg', '60.000 Kgs', '80 पैकेट'].map(rules.stock.parse)).toEqual(
    [1, 152, 60, 80].map((value) => ({ value })),
  )
  expect(rules.stock.parse('(-)3 Nos')).toEqual({ reason: 'Stock cannot be negative' })
  expect(rules.stock.parse('many')).toHaveProperty('reason')
  expect(rules.stock.parse('1,250')).toEqual({ value: 1250 })
  expect(rules.stock.parse('12 Nos')).toEqual({ value: 12 })
  expect(rules.stock.parse('1,5')).toHaveProperty('reason')
  expect(rules.stock.parse('1500.000')).toEqual({ value: 1500 })
  expect(rules.stock.parse('1.000')).toMatchObject({
    reason: 'Ambiguous with three decimals: write 1000 or 1',
  })
})

it('refuses a barcode that Excel cut', () => {
  const cut = { reason: expect.stringMatching(/^Excel cut this number/) }
  expect([rules.sku.parse('8.90126E+12'), rules.key.parse('8.9E+12')]).toEqual([cut, cut])
  expect([rules.sku.parse('5E12'), rules.sku.parse('E+12')]).toEqual([{ value: '5E12' }, { value: 'E+12' }])
})

it('decodes names, brands and categories', () => {
  expect(cleanCell('name', '<b>Tee</b> &amp; Top')).toBe('Tee & Top')
  expect(cleanCell('brand', 'R&amp;amp;D &#39;n&#x27; Co')).toBe("R&D 'n' Co")
  expect(cleanCell('category', 'Clothing &gt; Hoodies')).toBe('Clothing > Hoodies')
  expect(cleanCell('name', 'AT&T <3 H&regular')).toBe('AT&T <3 H&regular')
})

it('takes a dash, nil and n/a for an empty cell, and nil as a GST rate of 0', () => {
  for (const text of [' - ', '--', '–', 'N/A', 'nil'])
    expect((['mrp', 'price', 'hsn'] as const).map((field) => readCell(field, text))).toEqual(['', '', ''])
  expect(readCell('gst_rate', '-')).toBe('')
  expect(rules.gst_rate.parse(readCell('gst_rate', 'Nil'))).toEqual({ value: 0 })
  expect([readCell('name', 'Nil'), readCell('stock', '-')]).toEqual(['Nil', ''])
  expect(rules.mrp.parse('-')).toHaveProperty('reason')
})

it('reads the other fields', () => {
  expect(rules.category.parse(' Home >  Kitchen > ')).toEqual({ value: ['Home', 'Kitchen'] })
  expect(rules.category.parse('a>b>c>d>e>f>g')).toHaveProperty('reason')
  expect(rules.hsn.parse('6404.19')).toEqual({ value: '640419' })
  for (const text of ['12', '1', '12345', '610910001'])
    expect(rules.hsn.parse(text)).toEqual({ reason: 'An HSN code has 4, 6 or 8 digits' })
  expect(['902', '40110', '4011000', '4011000.0'].map(rules.hsn.parse)).toEqual(
    ['0902', '040110', '04011000', '04011000'].map((value) => ({ value })),
  )
  expect(rules.gst_rate.parse('18 %')).toEqual({ value: 18 })
  for (const text of ['GST 18%', '@18%', 'IGST 18%', 'GST @ 18 %', '18% GST'])
    expect(rules.gst_rate.parse(text)).toEqual({ value: 18 })
  expect(rules.gst_rate.parse('CGST 9% + SGST 9%')).toEqual({ value: 18 })
  expect(parseMoney(cleanCell('price', '85/- per piece'))).toEqual({ value: 85_00 })
  expect(rules.gst_rate.parse('CGST 9%')).toHaveProperty('reason')
  for (const text of ['Nil', 'exempt', 'Nil rated', 'Exempted'])
    expect(rules.gst_rate.parse(text)).toEqual({ value: 0 })
  expect(
    ['5 kg', '500 g', '0.5', '250gm', '250 ml', '1 L', '500 ग्राम', '2 किलो'].map(rules.weight.parse),
  ).toEqual([5, 0.5, 0.5, 0.25, 0.25, 1, 0.5, 2].map((value) => ({ value })))
  expect(rules.rating.parse('5.1')).toHaveProperty('reason')
  expect(rules.is_published.parse('Maybe')).toHaveProperty('reason')
  expect(rules.images.parse('https://a.test/1.png, https://a.test/2,3.png | b.png')).toEqual({
    value: ['https://a.test/1.png', 'https://a.test/2,3.png', 'b.png'],
  })
  expect(rules.images.parse('a.png,b.png; blue, big.JPG')).toEqual({
    value: ['a.png', 'b.png', 'blue, big.JPG'],
  })
  expect(rules.images.parse('["https://a.test/1.png", "b.png"]')).toEqual({
    value: ['https://a.test/1.png', 'b.png'],
  })
  expect(rules.images.parse("['a.png', 'b.png']")).toEqual({ value: ['a.png', 'b.png'] })
  expect(rules.mrp.parse('none')).toEqual({ value: null })
})
