import { contract as schemas } from '@haat/contract'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from './client.ts'
import { decode, encode, encodeQuery } from './wire.ts'

const cartLine = {
  cart_item_id: 1,
  product_id: 2,
  variant_id: 3,
  category_id: 4,
  product_name: 'Beaker',
  variant_name: null,
  color: null,
  size: null,
  description: '',
  deal_price: null,
  price: 1234.56,
  mrp: 2000,
  quantity: 2,
  is_available: 1,
  stock: 5,
  media_url: null,
  weight: 0.5,
  length: 10,
  breadth: 10,
  height: 5,
}
const deal = {
  id: 1,
  product_id: 2,
  variant_id: 3,
  variant_name: null,
  name: 'Beaker week',
  product_name: 'Beaker',
  deal_price: 99.9,
  mrp: null,
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-01-02T00:00:00.000Z',
  is_active: 1,
  images: [],
  image_url: null,
  description: '',
  in_stock: 0,
  rating: 4.2,
}

describe('the compiled contract', () => {
  it('has every endpoint with its method, path and access', () => {
    const outline = (table: object) =>
      Object.entries(table).map(([group, endpoints]) => [
        group,
        Object.entries<{ method: string; path: string; access: string }>(endpoints).map(
          ([name, { method, path, access }]) => [name, method, path, access],
        ),
      ])
    expect(outline(contract)).toEqual(outline(schemas))
  })

  it('decodes replies to the same values as the schemas', () => {
    const deals = [deal]
    expect(decode(deals, contract.deals.active.reply)).toEqual(
      z.decode(schemas.deals.active.reply, deals as never),
    )
    const cart = { success: true, cart: [cartLine] }
    expect(decode(cart, contract.cart.list.reply)).toMatchObject({
      cart: [{ ...cartLine, is_available: true, price: 123_456, mrp: 200_000, deal_price: null }],
    })
  })

  it('encodes bodies in rupees', () => {
    const body = { total_amount: 123_456, items: [{ product_id: 1, quantity: 1, price: 123_456 }] }
    expect(encode(body, contract.orders.place.body)).toEqual({
      total_amount: 1234.56,
      items: [{ product_id: 1, quantity: 1, price: 1234.56 }],
    })
  })

  it('encodes a query for the server, without undefined and empty values', () => {
    const query = {
      page: 2,
      brand: ['A b', 'C'],
      min_price: 1050,
      is_on_sale: true,
      search: '',
      sort: undefined,
    }
    const text = encodeQuery(query, contract.catalog.filter.query)
    expect(text).toBe('?page=2&brand=A+b%2CC&min_price=10.5&is_on_sale=1')
    const wire = Object.fromEntries(new URLSearchParams(text))
    expect(z.decode(schemas.catalog.filter.query, wire as never)).toMatchObject({ page: 2, min_price: 1050 })
  })
})
