import { expect, it } from 'vitest'
import { changeInWords, differencesOf, shownValue } from './audit-texts.ts'

it('what differs is found inside stored groups of settings too', () => {
  const before = { key: 'shop', value: '{"delivery":{"charge":4900,"areas":[]},"shop_name":"Haat"}' }
  const after = { key: 'shop', value: '{"delivery":{"charge":0,"areas":[]},"shop_name":"Haat"}' }
  expect(differencesOf(before, after)).toEqual([{ name: 'delivery.charge', before: 4900, after: 0 }])
})

it('a change is a line; of many columns it counts the rest', () => {
  expect(changeInWords('SPT046-RED', { stock: 50 }, { stock: 25 })).toBe('Stock of SPT046-RED 50 → 25')
  const before = { price: 49_900, is_featured: 0, hsn: null, name: 'A' }
  const after = { price: 39_900, is_featured: 1, hsn: '9503', name: 'B' }
  expect(changeInWords('Rope', before, after)).toBe(
    'Rope: Price ₹499.00 → ₹399.00, Is featured no → yes, Hsn empty → 9503 and 1 more',
  )
  expect(changeInWords('', { value: '{"shop_name":"A"}' }, { value: '{"shop_name":"B"}' })).toBe(
    'Shop name A → B',
  )
  const charge = (rupees: number) => ({ value: `{"delivery":{"charge":${rupees}}}` })
  expect(changeInWords('', charge(99), charge(59))).toBe('Delivery charge ₹99.00 → ₹59.00')
  expect(changeInWords('Rope', { description: 'a' }, { description: 'b'.repeat(90) })).toBe(
    'Description of Rope changed',
  )
})

it('a moment is shown in India, from the number or the text that an engine keeps', () => {
  const at = new Date('2026-03-02T12:35:00Z')
  expect(shownValue(at.getTime(), 'publish_at')).toBe('2 Mar 2026, 18:05')
  expect(shownValue(at.toISOString(), 'publish_at')).toBe('2 Mar 2026, 18:05')
})
