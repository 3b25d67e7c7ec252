import { expect, it } from 'vitest'
import { courierLink } from './courier-link.ts'

it('finds a courier by its name as merchants write it', () => {
  expect(courierLink('Blue Dart', '50 12/3')).toBe(
    'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=50%2012%2F3',
  )
  expect(courierLink('DELHIVERY Surface', '1')).toMatch(/^https:\/\/www\.delhivery\.com\/.*\/1$/)
})

it('is null without a known courier or a number', () => {
  for (const [courier, number] of [
    ['Our own van', '7'],
    ['Delhivery', null],
    ['Delhivery', ''],
    [null, '7'],
  ] as const)
    expect(courierLink(courier, number)).toBeNull()
})
