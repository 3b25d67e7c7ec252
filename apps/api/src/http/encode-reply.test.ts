import { contract } from '@haat/contract'
import { ListedProduct, ProductDetail } from '@haat/contract/catalog'
import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../features/settings/default-settings.ts'
import { jsonEncoder } from './encode-reply.ts'

const variant = {
  id: 7,
  is_default: true,
  price: 499_95,
  mrp: null,
  discount_percentage: 0,
  stock: 3,
  color: null,
  size: 'M "large"',
  variant_name: null,
}
const product = {
  id: 3,
  name: 'Rope </script>',
  brand: 'Kaveri',
  category_id: 2,
  category_name: 'Rescue',
  price: 499_95,
  mrp: 600_00,
  discount_percentage: 17,
  media_url: null,
  rating: 4.5,
  is_new_arrival: false,
  is_featured: true,
  is_on_sale: false,
  in_stock: true,
  variant_id: 7,
  description: 'Braided',
}
const media = {
  id: 9,
  media_type: 'image',
  media_url: '/media/a.webp',
  video_source: null,
  alt: '',
} as const

it('encodes as the schema does, without fields that it does not name', () => {
  const listed = { ...product, variants: [variant], cost: 'secret' }
  expect(jsonEncoder(ListedProduct)(listed)).toBe(JSON.stringify(z.encode(ListedProduct, listed)))
  expect(jsonEncoder(ListedProduct)(listed)).not.toContain('secret')
  const detail = {
    ...product,
    short_description: 'Short',
    country_of_origin: 'India',
    media: [media],
    variants: [{ ...variant, media: [media] }],
  }
  expect(jsonEncoder(ProductDetail)(detail)).toBe(JSON.stringify(z.encode(ProductDetail, detail)))
  const { reply } = contract.settings.get
  const settings = {
    settings: DEFAULT_SETTINGS,
    now: new Date(0),
    is_set_up: true,
    online_payment: false,
    pages: [{ slug: 'size-guide', title: 'Sizes' }],
    public_url: 'https://shop.example',
    test_bank: true,
    warning: null,
  }
  expect(jsonEncoder(reply)(settings)).toBe(JSON.stringify(z.encode(reply, settings)))
})

it('refuses a schema that it cannot encode', () => {
  expect(() => jsonEncoder(z.object({ at: z.date() }))).toThrow(TypeError)
  expect(() => jsonEncoder(z.union([z.string(), ListedProduct]))).toThrow(TypeError)
})
