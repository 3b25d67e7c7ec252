import { staffBanners, staffCoupons } from '@haat/contract/staff/offers'
import { staffOrders } from '@haat/contract/staff/orders'
import { staffReports } from '@haat/contract/staff/reports'
import { staffCategories } from '@haat/contract/staff/shop'
import { staff } from '@haat/contract/staff/index'
import { describe, expect, it } from 'vitest'
import { fieldsOf, inputOf, typedOf } from './act-fields.ts'

const kinds = (act: Parameters<typeof fieldsOf>[0]) =>
  Object.fromEntries(fieldsOf(act).map(({ name, kind }) => [name, kind]))

describe('the fields of an act', () => {
  it('have the kind that their schema says', () => {
    expect(kinds(staffCoupons.create)).toMatchObject({
      ...{
        code: 'line',
        percent: 'number',
        flat: 'rupees',
        item: 'flag',
        starts: 'moment',
        category: 'line',
      },
    })
    expect(kinds(staffOrders.list)).toMatchObject({ status: 'choice', from: 'day', refund_due: 'flag' })
    expect(kinds(staffReports.sales)).toMatchObject({ month: 'month', from: 'day' })
    expect(kinds(staffOrders.cancel)).toMatchObject({ orders: 'list' })
    expect(kinds(staffBanners.create)).toMatchObject({ picture: 'picture', name: 'line' })
    expect(kinds(staffCategories.set)).toMatchObject({ 'set:name': 'line', 'set:picture': 'picture' })
  })

  it('are found for every act', () => {
    for (const group of Object.values(staff))
      for (const act of Object.values(group))
        for (const field of fieldsOf(act)) expect(field.label).not.toBe('')
  })
})

describe('what is typed', () => {
  const fields = fieldsOf(staffCoupons.create)
  const input = (typed: Record<string, string | boolean>) => inputOf(fields, typed, {})

  it('becomes paise, times of India, numbers and flags; what is empty is left out', () => {
    expect(
      input({
        code: ' DIWALI ',
        flat: '₹1,299.50',
        ends: '2026-11-29T21:00',
        limit: '3',
        item: true,
        category: ' ',
      }),
    ).toEqual({ code: 'DIWALI', flat: 129_950, ends: new Date('2026-11-29T15:30:00Z'), limit: 3, item: true })
  })

  it('is refused at its field', () => {
    expect(() => input({ code: '', flat: 'ten', percent: '1.5' })).toThrow(
      expect.objectContaining({
        errors: ['code', 'percent', 'flat'].map((path) => ({ path, message: expect.any(String) })),
      }),
    )
  })

  it('in a part of `set` is sent only where it has changed, and nothing is none', () => {
    const before = { category: '3', 'set:name': 'Shoes', 'set:picture': '/media/a.webp', 'set:under': 'none' }
    const parts = fieldsOf(staffCategories.set)
    const typed = { ...before, 'set:picture': '', 'set:under': '7' }
    expect(inputOf(parts, typed, before)).toEqual({ category: '3', set: { picture: 'none', under: '7' } })
  })

  it('is a stored value as people type it', () => {
    expect(typedOf('rupees', 129_950)).toBe('1299.5')
    expect(typedOf('moment', new Date('2026-11-29T15:30:00Z'))).toBe('2026-11-29T21:00')
    expect(typedOf('day', new Date('2026-11-29T18:30:00Z'))).toBe('2026-11-30')
  })
})
