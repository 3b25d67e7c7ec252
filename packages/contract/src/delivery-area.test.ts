import { expect, it } from 'vitest'
import { areaOf, reachesBeyond, whyNotDelivered } from './delivery-area.ts'
import { checkCharacter, faultOfBuyerGstin } from './gstin.ts'

it.each([
  ['KA', 'Karnataka'],
  ['tamilnadu', 'Tamil Nadu'],
  ['600', '600'],
  ['560001', '560001'],
  ['60', null],
  ['0123', null],
  ['5600011', null],
  ['Bavaria', null],
])('reads the area %j', (text, area) => {
  expect(areaOf(text)).toBe(area)
})

it('delivers to a state under any spelling, and by the beginning of a PIN code', () => {
  const chennai = { state: 'Tamil Nadu', pincode: '600001' }
  const areas = ['Karnataka', 'Goa', '600', '6110']
  expect(whyNotDelivered([], chennai)).toBeNull()
  expect(whyNotDelivered(areas, chennai)).toBeNull()
  expect(whyNotDelivered(areas, { state: 'karnatak', pincode: '560001' })).toBeNull()
  expect(whyNotDelivered(areas, { state: 'Tamil Nadu', pincode: '625001' })).toBe(
    'We deliver only to Karnataka, Goa and PIN codes that begin with 600, 6110. Please choose an address there.',
  )
  const many = Array.from({ length: 20 }, (_, index) => String(560 + index))
  expect(whyNotDelivered(many, chennai)).toMatch(/561, 562 and 17 more areas\. Please/)
})

it('knows whether areas stay within a state', () => {
  expect(reachesBeyond([], 'Karnataka')).toBe(true)
  expect(reachesBeyond(['Karnataka', '560'], 'KA')).toBe(false)
  expect(reachesBeyond(['Karnataka', '600'], 'Karnataka')).toBe(true)
  expect(reachesBeyond(['Goa'], 'Karnataka')).toBe(true)
})

it('takes the GSTIN of a business in the state to which an order goes', () => {
  const of = (code: string): string => `${code}ABCDE1234F1Z`
  const gstin = (code: string): string => of(code) + checkCharacter(of(code))
  expect(faultOfBuyerGstin(gstin('29'), 'Karnataka')).toBeNull()
  expect(faultOfBuyerGstin(gstin('29'), 'Kerala')).toMatch(
    /belongs to Karnataka, but the order goes to Kerala/,
  )
  expect(faultOfBuyerGstin(`${of('29')}5`, 'Karnataka')).toMatch(/typing mistake/)
  expect(faultOfBuyerGstin('29ABC', 'Karnataka')).toMatch(/^A GSTIN has 15 characters/)
})
