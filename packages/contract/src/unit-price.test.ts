import { expect, it } from 'vitest'
import { unitPrice } from './unit-price.ts'

it.each([
  ['500 g', '₹0.60 per g'],
  ['Pouch, 2.5 kg', '₹120.00 per kg'],
  ['4 × 75 g', '₹1.00 per g'],
  ['750ml', '₹0.40 per ml'],
  ['1,500 ml', '₹200.00 per litre'],
  ['Pack of 6', '₹50.00 per piece'],
  ['12 N', '₹25.00 per piece'],
  ['50 m', '₹6.00 per m'],
  ['500 मिली', '₹0.60 per ml'],
  ['500 மி.லி.', '₹0.60 per ml'],
])('%s for ₹300 is %s', (text, told) => {
  expect(unitPrice(300_00, [text])).toBe(told)
})

it('is nothing for one piece, and where no text tells the quantity', () => {
  for (const text of ['1 N', '1 kg', 'UK 8', 'Blue', '90 mm', '0 g', ''])
    expect(unitPrice(1, [text])).toBeNull()
})

it('takes the first text that tells it', () => {
  expect(unitPrice(100_00, ['Large', '200 g'])).toBe('₹0.50 per g')
})
