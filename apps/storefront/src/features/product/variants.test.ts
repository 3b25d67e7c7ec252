import type { Media, ProductDetail, Variant } from '@haat/contract/catalog'
import { describe, expect, it } from 'vitest'
import {
  brandOf,
  galleryMedia,
  selectedVariant,
  unitPriceOf,
  variantAxes,
  variantButtonText,
  youtubeEmbed,
} from './variants.ts'

const picture = (id: number): Media => ({
  id,
  media_type: 'image',
  media_url: `/media/${id}.webp`,
  video_source: null,
  alt: '',
})
const variant = (id: number, rest: Partial<Variant> = {}): Variant => ({
  id,
  is_default: false,
  price: 100_00,
  mrp: null,
  discount_percentage: 0,
  stock: 1,
  color: null,
  swatch: null,
  size: null,
  variant_name: null,
  media: [],
  ...rest,
})
const product = (variants: Variant[], media: Media[] = []) =>
  ({ variants, media }) as unknown as ProductDetail

describe('selectedVariant', () => {
  const [first, second] = [variant(1), variant(2, { is_default: true })]

  it('is the variant in the address', () => {
    expect(selectedVariant([first, second], 1)).toBe(first)
  })
  it('is the default for an id of another product', () => {
    expect(selectedVariant([first, second], 99)).toBe(second)
    expect(selectedVariant([first, second], Number.NaN)).toBe(second)
  })
  it('is the first in stock where the default is sold out, and the default where all are', () => {
    const gone = variant(3, { is_default: true, stock: 0 })
    expect(selectedVariant([gone, first], 0)).toBe(first)
    expect(selectedVariant([gone, first], 3)).toBe(gone)
    expect(selectedVariant([variant(4, { stock: 0 }), gone], 0)).toBe(gone)
  })
  it('is the first without a default, and null without variants', () => {
    expect(selectedVariant([first], 0)).toBe(first)
    expect(selectedVariant([], 0)).toBeNull()
  })
})

describe('unitPriceOf', () => {
  const priced = (net_quantity: string | null, ...sizes: string[]) => {
    const variants = sizes.map((size, id) => variant(id, { size }))
    return unitPriceOf({ ...product(variants), net_quantity } as ProductDetail, variants[0]!)
  }
  it('is of what the variant holds, where that is the kind of thing that is sold', () => {
    expect(priced('1 kg', '500 g', '1 kg')).toBe('₹0.20 per g')
    expect(priced('500 g', 'Red')).toBe('₹0.20 per g')
  })
  it('is not of what an empty flask could hold', () => {
    expect(priced('500 g', '250 ml', '1 litre')).toBeNull()
    expect(priced('500 g', '250 ml')).toBe('₹0.20 per g')
    expect(priced(null, '5 kg', '10 kg')).toBeNull()
  })
})

describe('variantButtonText', () => {
  it('is colour, then size, then name', () => {
    expect(variantButtonText({ color: 'Blue', size: 'UK 8', variant_name: null })).toBe('Blue, UK 8')
    expect(variantButtonText({ color: null, size: 'L', variant_name: 'Pack of 2' })).toBe('L, Pack of 2')
    expect(variantButtonText({ color: null, size: null, variant_name: null })).toBe('Standard')
  })
})

describe('galleryMedia', () => {
  const shared = [picture(10), picture(11)]
  const blue = variant(1, { is_default: true, media: [picture(1)] })
  const red = variant(2, { media: [picture(2)] })
  const plain = variant(3)
  const ids = (selected: Variant, media = shared) =>
    galleryMedia(product([blue, red, plain], media), selected).map((item) => item.id)

  it('lists the variant’s media first, then the shared ones', () => {
    expect(ids(red)).toEqual([2, 10, 11])
  })
  it('uses the default variant’s media for a variant without any', () => {
    expect(ids(plain)).toEqual([1, 10, 11])
  })
  it('repeats no picture and omits those of other variants', () => {
    expect(ids(red, [picture(1), picture(2), ...shared])).toEqual([2, 10, 11])
  })
})

describe('youtubeEmbed', () => {
  const frame = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'

  it.each([
    'aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=5',
    'https://youtu.be/aqz-KE-bpKQ?si=x',
    frame,
  ])('plays %s without cookies', (address) => {
    expect(youtubeEmbed(address)).toBe(frame)
  })
  it.each(['', 'https://evil.example/', 'javascript:alert(1)', 'https://youtu.be/short'])(
    'refuses %j',
    (address) => {
      expect(youtubeEmbed(address)).toBeNull()
    },
  )
})

it('shows no brand of goods without one', () => {
  expect([brandOf({ brand: 'Unbranded' }), brandOf({ brand: 'Daud' })]).toEqual(['', 'Daud'])
})

describe('variantAxes', () => {
  const shoe = (id: number, color: string, size: string, stock = 1) => variant(id, { color, size, stock })
  const blue8 = shoe(1, 'Blue', 'UK 8')
  const blue9 = shoe(2, 'Blue', 'UK 9', 0)
  const red9 = shoe(3, 'Red', 'UK 9')
  const [colors, sizes] = variantAxes([blue8, blue9, red9], blue8)

  it('are colour and size, each option with what it selects', () => {
    expect(colors?.options.map(({ text, variant }) => [text, variant])).toEqual([
      ['Blue', blue8],
      ['Red', red9],
    ])
    expect(sizes?.options.map(({ text, isSelected }) => [text, isSelected])).toEqual([
      ['UK 8', true],
      ['UK 9', false],
    ])
  })
  it('cross what is sold out or does not exist; what does not exist leads to one in stock', () => {
    expect(sizes?.options[1]).toMatchObject({ variant: blue9, isDead: true })
    const [, ofRed] = variantAxes([blue8, blue9, red9], red9)
    expect(ofRed?.options[0]).toMatchObject({ variant: blue8, isDead: true })
    expect(ofRed?.options.map(({ otherChoice }) => otherChoice)).toEqual(['Blue', null])
    expect(colors?.options.map(({ isDead }) => isDead)).toEqual([false, false])
  })
  it('cross before a choice only what is sold out in every colour', () => {
    const axes = variantAxes([blue8, blue9, red9, shoe(4, 'Red', 'UK 10', 0)], null)
    expect(axes[1]?.options.map(({ isDead }) => isDead)).toEqual([false, false, true])
  })
  it('are one list where something else tells variants apart', () => {
    const twin = variant(4, { color: 'Blue', size: 'UK 8', variant_name: 'Wide' })
    expect(variantAxes([blue8, twin, red9], twin)).toMatchObject([{ name: null, options: [{}, {}, {}] }])
  })
  it('are in the order of their sizes, whichever colour has them first', () => {
    const texts = (variants: Variant[]) =>
      variantAxes(variants, null).map(({ options }) => options.map(({ text }) => text))
    expect(texts([red9, blue8])).toEqual([
      ['Red', 'Blue'],
      ['UK 8', 'UK 9'],
    ])
    expect(texts([variant(1, { size: 'Adult M' }), variant(2, { size: 'Child' })])).toEqual([
      ['Child', 'Adult M'],
    ])
  })
  it('say a colour or a size that all have once', () => {
    const axes = variantAxes([blue8, blue9], blue8)
    expect(axes.map(({ options }) => options.map(({ text }) => text))).toEqual([['Blue'], ['UK 8', 'UK 9']])
  })
})
