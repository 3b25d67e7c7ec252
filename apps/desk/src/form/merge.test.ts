import { expect, it } from 'vitest'
import { mergeEdits } from './merge.ts'

const before = { name: 'Asha', street: '1 Road', city: 'Pune' }

it('takes what only one side has changed from that side', () => {
  const { fields, values } = mergeEdits(before, { ...before, name: 'Asha M' }, { ...before, city: 'Goa' })
  expect(values).toEqual({ name: 'Asha M', street: '1 Road', city: 'Goa' })
  expect(fields.map(({ name, isConflict }) => [name, isConflict])).toEqual([
    ['name', false],
    ['city', false],
  ])
})

it('asks where both have changed the same differently, and not where they agree', () => {
  const theirs = { ...before, street: '2 Road', city: 'Goa' }
  const { fields } = mergeEdits(before, theirs, { ...before, street: '3 Road', city: 'Goa' })
  expect(fields.map(({ name, isConflict }) => [name, isConflict])).toEqual([
    ['street', true],
    ['city', false],
  ])
})
