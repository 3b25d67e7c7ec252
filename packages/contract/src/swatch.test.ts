import { expect, it } from 'vitest'
import { swatchOf } from './swatch.ts'

it('knows the colours of goods by their English names', () => {
  expect(['Sky Blue', 'Grey', 'Off-White', 'Banjara Trail', null].map(swatchOf)).toEqual([
    ...['skyblue', 'grey', '#f8f4e8', null, null],
  ])
})
