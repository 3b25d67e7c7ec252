import { describe, expect, it } from 'vitest'
import { countdown, dealStateAt, onePerProduct } from './deal-clock.tsx'

const start = new Date('2026-01-10T00:00:00Z')
const end = new Date('2026-01-12T03:04:05Z')
const values = (until: Date, now: Date) => countdown(until, now.getTime()).map(({ value }) => value)

const BASE = {
  variant_id: 1,
  name: 'Rope',
  product_name: 'Rope',
  deal_price: 1,
  mrp: null,
  images: [],
  image_url: null,
  description: '',
  in_stock: true,
  variant_name: null,
  rating: 0,
}

describe('countdown', () => {
  it('splits the time left into days, hours, minutes and seconds', () => {
    expect(values(end, start)).toEqual([2, 3, 4, 5])
  })

  it('drops the fraction of a second and ends at zero', () => {
    expect(values(end, new Date(end.getTime() - 999))).toEqual([0, 0, 0, 0])
    expect(values(end, new Date(end.getTime() + 60_000))).toEqual([0, 0, 0, 0])
  })
})

describe('dealStateAt', () => {
  it('is null before the first tick', () => {
    expect(dealStateAt({ start_date: start, end_date: end }, 0)).toBeNull()
  })

  it('is active from the first instant of the window up to its last', () => {
    const at = (offset: number, edge: Date) =>
      dealStateAt({ start_date: start, end_date: end }, edge.getTime() + offset)
    expect(at(-1, start)).toBe('not_started')
    expect(at(0, start)).toBe('active')
    expect(at(-1, end)).toBe('active')
    expect(at(0, end)).toBe('expired')
  })
})

describe('onePerProduct', () => {
  const deal = (id: number, product_id: number, from: string, to: string, is_active = true) => ({
    ...BASE,
    id,
    product_id,
    start_date: new Date(from),
    end_date: new Date(to),
    is_active,
  })
  const deals = [
    deal(1, 1, '2026-01-20', '2026-01-22'),
    deal(2, 1, '2026-01-10', '2026-01-12'),
    deal(3, 2, '2026-01-25', '2026-01-26', false),
    deal(4, 1, '2026-01-11', '2026-01-12', false),
  ]
  const idsAt = (time: string) => onePerProduct(deals, new Date(time).getTime()).map(({ id }) => id)

  it('keeps the running deal of a product, then the next', () => {
    expect(idsAt('2026-01-11')).toEqual([2, 3])
    expect(idsAt('2026-01-15')).toEqual([1, 3])
    expect(idsAt('1970-01-01')).toEqual([2, 3])
  })

  it('starts with the running deal that ends soonest, and ends with the expired and the switched-off ones', () => {
    const mixed = [
      deal(1, 1, '2026-01-20', '2026-01-21'),
      deal(2, 2, '2026-01-01', '2026-01-05'),
      deal(3, 3, '2026-01-01', '2026-01-18'),
      deal(4, 4, '2026-01-01', '2026-01-30', false),
      deal(5, 5, '2026-01-14', '2026-01-16'),
      deal(6, 6, '2026-01-16', '2026-01-17'),
    ]
    const shown = onePerProduct(mixed, new Date('2026-01-15').getTime())
    expect(shown.map(({ id }) => id)).toEqual([5, 3, 6, 1, 2, 4])
  })
})
