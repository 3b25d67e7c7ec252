import { describe, expect, it } from 'vitest'
import { changeSearch } from '../../lib/link.tsx'
import { pageValues } from '../../ui/pager.tsx'
import { bandText, changeListing, readListing } from './listing.ts'

const read = (text: string) => readListing(new URLSearchParams(text))

describe('readListing', () => {
  it('reads every filter, amounts in paise', () => {
    const text =
      'page=3&category=7&brand=Asha,Neel&color=Red&size=UK 8&size=UK 9&min_price=10&max_price=99.50&rating=4&search=shoe&sort=price_asc&min_discount=25&in_stock=1'
    expect(read(text)).toEqual({
      page: 3,
      to: 3,
      filter: {
        page: 3,
        limit: 12,
        category: 7,
        brand: ['Asha', 'Neel'],
        color: ['Red'],
        size: ['UK 8', 'UK 9'],
        min_price: 1000,
        max_price: 9950,
        rating: 4,
        min_discount: 25,
        in_stock: true,
        search: 'shoe',
        sort: 'price_asc',
      },
    })
  })

  it('reads a band of prices that ends below its upper limit, and prefers typed limits', () => {
    expect(read('price=500-1000').filter).toMatchObject({ min_price: 500_00, max_price: 999_99 })
    expect(read('price=0-500').filter).toMatchObject({ min_price: undefined, max_price: 499_99 })
    expect(read('price=10000-').filter).toMatchObject({ min_price: 10_000_00, max_price: undefined })
    expect(read('price=500-1000&max_price=700').filter.max_price).toBe(700_00)
    expect(read('min_price=100&max_price=50').filter).toMatchObject({ min_price: 50_00, max_price: 100_00 })
    expect(bandText({ from: 500_00, below: null })).toBe('500-')
  })

  it('accepts as many digits in an amount as the API does', () => {
    expect(read('max_price=9999999999.99').filter.max_price).toBe(999_999_999_999)
    expect(read('max_price=99999999999').filter.max_price).toBeUndefined()
  })

  it.each([
    'page=0&category=x&min_price=-4&sort=foo&rating=9&price=1&min_discount=0&in_stock=2',
    'page=1.5&brand=,&search=%20',
    '',
  ])('ignores the invalid values in %j', (text) => {
    const { page, filter } = read(text)
    expect(page).toBe(1)
    expect(Object.entries(filter).filter(([, value]) => value !== undefined)).toEqual([
      ['page', 1],
      ['limit', 12],
    ])
  })
})

describe('changing a listing', () => {
  const search = new URLSearchParams('category=2&page=4&sort=newest')

  it('goes back to the first page when a filter changes', () => {
    expect(changeListing(search, { sort: '', brand: 'Asha' }).toString()).toBe('category=2&brand=Asha')
  })

  it('keeps the filters when the page changes', () => {
    const searchOf = (page: number) => changeSearch(search, pageValues(page)).toString()
    expect(searchOf(5)).toBe('category=2&page=5&sort=newest')
    expect(searchOf(1)).toBe('category=2&sort=newest')
  })
})
