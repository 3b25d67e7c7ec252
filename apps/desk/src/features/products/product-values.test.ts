import { describe, expect, it } from 'vitest'
import { NEW_VARIANT } from './matrix.ts'
import { changesOf, NEW_PRODUCT, newProductOf, type ProductValues } from './product-values.ts'

const STORED: ProductValues = {
  ...NEW_PRODUCT,
  name: 'Shirt',
  brand: 'Kaveri',
  hsn: '6205',
  category: 'Clothing',
  variants: [
    { ...NEW_VARIANT, id: 1, size: 'S', price: '499', stock: '5' },
    { ...NEW_VARIANT, id: 2, size: 'M', price: '499', stock: '0' },
  ],
  pictures: [{ media_url: '/media/a.webp', is_video: false, alt: '', variant: '' }],
}

describe('a save', () => {
  it('sends only what differs', () => {
    expect(changesOf(STORED, structuredClone(STORED))).toEqual({ set: {} })
    const { set, ...rest } = changesOf(STORED, { ...STORED, name: 'Blue shirt ', hsn: '', is_featured: true })
    expect(set).toEqual({ name: 'Blue shirt', hsn: 'none', is_featured: 'yes' })
    expect(rest).toEqual({})
  })

  it('sends a planned time alone, and ends a plan by hiding the product', () => {
    const planned = { ...STORED, is_published: false, publish_at: '2026-12-03T10:00' }
    expect(changesOf(STORED, planned)).toEqual({ set: {}, publish_at: new Date('2026-12-03T04:30:00Z') })
    expect(changesOf(planned, { ...planned, publish_at: '' })).toEqual({ set: { is_published: 'no' } })
    expect(changesOf(planned, { ...planned, is_published: true, publish_at: '' }).set).toEqual({
      is_published: 'yes',
    })
    expect(changesOf(planned, { ...planned, name: 'Kurta' })).toEqual({ set: { name: 'Kurta' } })
  })

  it('sends a count with what it was, and names what is added and removed', () => {
    const [small] = STORED.variants
    const variants = [
      { ...small!, stock: '8', price: '549' },
      { ...NEW_VARIANT, size: 'L', price: '599' },
    ]
    expect(changesOf(STORED, { ...STORED, variants }).variants).toEqual([
      { id: 1, set: { price: '549', stock: '8' }, was: { stock: 5 } },
      { set: { size: 'L', price: '599' } },
      { id: 2, set: {}, remove: true },
    ])
    const less = [{ ...small!, stock: '3' }, STORED.variants[1]!]
    const sold = {
      ...STORED,
      variants: [
        { ...small!, stock: '4' },
        { ...STORED.variants[1]!, stock: '9' },
      ],
    }
    expect(changesOf(STORED, { ...STORED, variants: less }, sold).variants).toEqual([
      { id: 1, set: { stock: '3' }, was: { stock: 4 } },
    ])
  })

  it('sends all pictures when one of them differs', () => {
    const pictures = [
      { media_url: '/media/b.webp', is_video: false, alt: ' Side ', variant: 'S' },
      ...STORED.pictures,
    ]
    expect(changesOf(STORED, { ...STORED, pictures }).pictures).toEqual([
      { media_url: '/media/b.webp', alt: 'Side', variant: 'S' },
      { media_url: '/media/a.webp', alt: '', variant: null },
    ])
  })

  it('of a new product sends what was typed', () => {
    const { name, set, variants } = newProductOf({ ...STORED, is_published: false })
    expect(name).toBe('Shirt')
    expect(set).toEqual({
      brand: 'Kaveri',
      hsn: '6205',
      category: 'Clothing',
      country_of_origin: 'India',
      is_published: 'no',
    })
    expect(variants).toEqual([
      { set: { size: 'S', price: '499', stock: '5' } },
      { set: { size: 'M', price: '499', stock: '0' } },
    ])
  })
})
