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

it('merges rows cell by cell, and asks only where both have changed one cell', () => {
  const row = (id: number) => ({ id, price: '299', stock: '9' })
  const [indigo, madder, rust] = [row(1), row(2), row(3)]
  const rows = { variants: [indigo, madder, rust] }
  const theirs = { variants: [{ ...indigo, price: '289' }, madder, rust] }
  const fresh = { id: null, price: '199', stock: '4' }
  const mine = { variants: [{ ...indigo, stock: '20' }, { ...madder, price: '310' }, fresh] }
  const { fields, values } = mergeEdits<{ variants: object[] }>(rows, theirs, mine)
  expect(fields).toMatchObject([{ isConflict: false }])
  expect(values.variants).toEqual([
    { id: 1, price: '289', stock: '20' },
    { id: 2, price: '310', stock: '9' },
    fresh,
  ])
  const other = { variants: [{ ...indigo, price: '279' }, madder, rust] }
  expect(mergeEdits<{ variants: object[] }>(rows, theirs, other).fields).toMatchObject([{ isConflict: true }])
  const sold = { variants: [indigo, madder, { ...rust, stock: '1' }] }
  expect(mergeEdits<{ variants: object[] }>(rows, sold, mine).fields).toMatchObject([{ isConflict: true }])
})

it('asks where both have changed the same differently, and not where they agree', () => {
  const theirs = { ...before, street: '2 Road', city: 'Goa' }
  const { fields } = mergeEdits(before, theirs, { ...before, street: '3 Road', city: 'Goa' })
  expect(fields.map(({ name, isConflict }) => [name, isConflict])).toEqual([
    ['street', true],
    ['city', false],
  ])
})
