/** Edge cases that break shops. Each product is one case, named by its brand. */
import type { DemoCategory, DemoCustomer, DemoDeal, DemoMedia, DemoProduct, DemoVariant } from '../shape.ts'
import { customerOf } from './customers.ts'

const HINDI = 'हाथ से बुना हुआ शुद्ध सूती गमछा, गहरे नीले रंग में'
const TAMIL = 'கைத்தறி பருத்தி வேட்டி, மயில்கண் கரை'
const MIXED = '☕ चाय / தேநீர் / چائے cup 👩🏽‍🔬 é́ ﷽ \u202eesrever\u202c end'
const DAY = 86_400

type Change = Partial<Omit<DemoProduct, 'variants'>> & {
  only?: Partial<DemoVariant>
  variants?: DemoVariant[]
}

const long = (length: number, words: string): string =>
  words
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, 'x')

const missingPicture: DemoMedia = {
  media_type: 'image',
  name: 'this-file-is-missing',
  alt: 'A picture whose file is gone',
  picture: { look: 'front', drawing: 'tawa', tone: 'sand', seed: 'dead' },
}

const shaped = (name: string, shape: [width: number, height: number]) => ({
  media_type: 'image' as const,
  name: `edge-${name}`,
  alt: `A ${name} picture`,
  picture: { look: 'front' as const, drawing: 'tawa', tone: 'sand', seed: name, shape },
})

/** Pictures in the shapes that cameras and other shops give them. */
export const edgePictures = [
  shaped('tall', [600, 1200]),
  shaped('wide', [1200, 450]),
  shaped('portrait', [960, 1200]),
  shaped('photo', [1200, 800]),
]

/** Variants in six colours and ten sizes; every seventh is sold out. */
const sixty = (model: DemoVariant): DemoVariant[] =>
  Array.from({ length: 60 }, (_, at) => ({
    ...model,
    sku: `EDGE-60-${at + 1}`,
    is_default: at === 0,
    color: ['Red', 'Blue', 'Green', 'Black', 'White', 'Saffron'][at % 6] ?? null,
    size: `Size ${Math.floor(at / 6) + 1}`,
    variant_name: null,
    price: model.price + at * 100,
    stock: at % 7 === 6 ? 0 : at,
    media: [],
  }))

const edgeCases = (model: DemoVariant): Record<string, Change> => ({
  'sold out': { name: 'Sold out', only: { stock: 0 } },
  'last one': { name: 'The last one', only: { stock: 1 } },
  'long name': { name: long(300, 'A name of three hundred characters that goes on and on ') },
  'one long word': { name: long(120, 'Donaudampfschifffahrtsgesellschaft') },
  hindi: { name: HINDI, short_description: HINDI, description: HINDI },
  tamil: { name: TAMIL, short_description: TAMIL, description: TAMIL },
  'mixed scripts': { name: MIXED },
  html: {
    name: `"Fish & Chips" <b>bold</b> 'n' <script>alert(1)</script>`,
    description: '<img src=x onerror=alert(1)> &amp; </textarea><h1>shout</h1>',
  },
  'sql and formula': { name: `=HYPERLINK("http://x.example") Robert'); DROP TABLE products;--` },
  'no pictures': { name: 'Without pictures', media: [], only: { media: [] } },
  'dead picture': { name: 'With a picture that is gone', media: [missingPicture], only: { media: [] } },
  ...Object.fromEntries(
    edgePictures.map((item) => [
      item.name.replace('edge-', 'picture '),
      { name: item.alt, media: [item], only: { media: [] } },
    ]),
  ),
  'video only': {
    name: 'With a video only',
    media: [{ media_type: 'video', video_source: 'youtube', youtube_id: 'M7lc1UVf-VE' }],
    only: { media: [] },
  },
  'price is mrp': { name: 'Price equal to MRP', only: { price: 49_900, mrp: 49_900 } },
  'no mrp': { name: 'Without MRP', only: { price: 49_900, mrp: null } },
  'one paisa off': { name: 'One paisa below MRP', only: { price: 49_899, mrp: 49_900 } },
  'nearly free': { name: 'Nearly free', only: { price: 1, mrp: 99_900 } },
  dearest: { name: 'The dearest', only: { price: 999_999_900, mrp: 999_999_999 } },
  'free delivery border': { name: 'Exactly ₹50,000', only: { price: 5_000_000, mrp: null } },
  'past the border': { name: 'One paisa above ₹50,000', only: { price: 5_000_001, mrp: null } },
  'sixty variants': { name: 'Sixty variants', variants: sixty(model) },
  'default sold out': {
    name: 'Default variant sold out',
    variants: [
      { ...model, sku: 'EDGE-DEFAULT-1', is_default: true, size: 'S', stock: 0 },
      { ...model, sku: 'EDGE-DEFAULT-2', is_default: false, size: 'M', stock: 3 },
    ],
  },
  'nameless variants': {
    name: 'Variants without a name',
    variants: [1, 2, 3].map((n) => ({
      ...model,
      color: null,
      size: null,
      variant_name: null,
      sku: `EDGE-NAMELESS-${n}`,
      is_default: n === 1,
      price: n * 10_000,
      mrp: null,
    })),
  },
  'no words': { name: 'No description', short_description: '', description: '' },
  'many words': { name: 'Very long description', description: long(20_000, 'Words without end. ') },
  'no rating': { name: 'Rated 0', rating: 0 },
  'full rating': { name: 'Rated 5', rating: 5 },
  'expired deal': { name: 'Expired deal' },
  'coming deal': { name: 'Deal that starts tomorrow' },
  'short deal': { name: 'Deal of one hour' },
  'dear deal': { name: 'Deal above the price' },
  'switched off deal': { name: 'Deal that is switched off' },
})

/** @param model the product whose pictures and measures the edge cases copy */
export function edgeProducts(model: DemoProduct): DemoProduct[] {
  const first = { ...model.variants[0]!, is_default: true }
  return Object.entries(edgeCases(first)).map(([brand, { only, variants, ...change }], index) => ({
    ...model,
    is_new_arrival: false,
    brand: `Edge: ${brand}`,
    slug: `edge-${brand.replaceAll(' ', '-')}`,
    age_days: index / 24,
    ...change,
    variants: variants ?? [{ ...first, sku: `EDGE-${index + 1}`, stock: 10, ...only }],
  }))
}

const deal = (product: string, deal_price: number, starts_in: number, ends_in: number): DemoDeal => ({
  product: `edge-${product}`,
  name: `Deal: ${product.replaceAll('-', ' ')}`,
  description: '',
  deal_price,
  starts_in,
  ends_in,
  is_active: true,
})

export const edgeDeals: DemoDeal[] = [
  deal('expired-deal', 9_900, -2 * DAY, -DAY),
  deal('coming-deal', 9_900, DAY, 2 * DAY),
  deal('short-deal', 9_900, -60, 3600),
  deal('dear-deal', 99_999_900, -DAY, DAY),
  { ...deal('switched-off-deal', 9_900, -DAY, DAY), is_active: false },
]

/** An empty category, one with a long name, and one in Hindi below it. */
export const edgeCategories = (model: DemoCategory): DemoCategory[] => [
  { ...model, slug: 'edge-empty', name: 'Empty category' },
  { ...model, slug: 'edge-long', name: long(120, 'A category with a long name ') },
  { ...model, slug: 'edge-hindi', name: 'रसोई और घर', parent: 'edge-long' },
]

export const edgeCustomers = (seed: number): DemoCustomer[] =>
  [long(100, 'Venkatanarasimharajuvaripeta '), `O'Brien <b>"Bob"</b> & Söhne`, 'आशा राव'].map((name, n) => {
    const customer = customerOf(seed, 900_000_000 + n)
    const addresses = customer.addresses.map((address) => ({ ...address, full_name: name }))
    return { ...customer, name, email: `edge.${n + 1}@example.com`, addresses }
  })
