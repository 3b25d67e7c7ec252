import { expect, it } from 'vitest'
import { differencesOf } from './audit-texts.ts'

it('what differs is found inside stored groups of settings too', () => {
  const before = { key: 'shop', value: '{"delivery":{"charge":4900,"areas":[]},"shop_name":"Haat"}' }
  const after = { key: 'shop', value: '{"delivery":{"charge":0,"areas":[]},"shop_name":"Haat"}' }
  expect(differencesOf(before, after)).toEqual([{ name: 'delivery.charge', before: 4900, after: 0 }])
})
