/** The headings by which a plain table is read, and the columns that hide a product. */
import type { Headers } from './columns.ts'
import type { Field } from './fields.ts'
import { isFlag } from './parse-fields.ts'

export const SALE_PRICES = ['discounted price', 'special price', 'sale price', 'offer price', 'deal price']
export const PRICES = ['price', 'selling price', 'our price', 'rate', 'unit price', 'variant price']
export const LIST_PRICES = [
  'mrp',
  'market price',
  'list price',
  'maximum retail price',
  'regular price',
  'retail price',
  'compare-at price',
  'variant compare at price',
]
export const SALE_STARTS = ['special price from', 'sale price from', 'sale starts']
export const SALE_ENDS = ['special price to', 'sale price to', 'sale ends']
export const KEYS = ['key', 'handle', 'product id', 'item id', 'id']

export const HEADINGS: Partial<Record<Field, string[]>> = {
  slug: ['slug'],
  name: ['name', 'product', 'product name', 'title', 'item', 'item name', 'particulars'],
  brand: ['brand', 'brand name', 'vendor', 'manufacturer'],
  category: [
    'category',
    'categories',
    'category path',
    'product type',
    'product category tree',
    'category tree',
    'item group',
    'stock group',
    'product group',
  ],
  short_description: ['short description', 'summary'],
  description: ['description', 'details', 'about'],
  hsn: ['hsn', 'hsn code', 'hsn/sac', 'hsn/sac code', 'hsn sac'],
  gst_rate: [
    'gst rate',
    'gst',
    'tax rate',
    'gst %',
    'gst%',
    'gst rate %',
    'gst rate%',
    'gst rate (%)',
    'gst (%)',
  ],
  country_of_origin: ['country of origin', 'origin', 'made in'],
  rating: ['rating'],
  is_new_arrival: ['is new arrival', 'new arrival'],
  is_featured: ['is featured', 'featured'],
  is_on_sale: ['is on sale'],
  is_published: [
    'is published',
    'published',
    'visible',
    'is visible',
    'visibility',
    'active',
    'is active',
    'enabled',
  ],
  created_at: ['created at'],
  images: ['images', 'image', 'image url', 'picture', 'pictures'],
  image_alts: ['image alts'],
  videos: ['videos'],
  sku: ['sku', 'item code', 'product code', 'barcode', 'variant sku'],
  stock: [
    'stock',
    'quantity',
    'qty',
    'inventory',
    'stock qty',
    'closing stock',
    'opening stock',
    'inventory quantity',
    'variant inventory qty',
  ],
  color: ['color', 'colour', 'shade'],
  size: ['size'],
  variant_name: ['variant name', 'variant', 'option'],
  weight: ['weight', 'weight kg', 'weight (kg)'],
  length: ['length', 'length cm', 'length (cm)'],
  breadth: ['breadth', 'width', 'width cm', 'width (cm)'],
  height: ['height', 'height cm', 'height (cm)'],
  variant_images: ['variant images', 'variant image'],
  variant_image_alts: ['variant image alts'],
}

/** Columns that are the size where the file has no other column of variants. */
export const PACK_SIZES = [
  'pack',
  'pack size',
  'net qty',
  'net quantity',
  'net weight',
  'net content',
  'net contents',
]

/** Columns whose yes hides a product. */
const HIDES = ['hidden', 'deleted', 'archived', 'disabled', 'inactive', 'discontinued'].flatMap((word) => [
  word,
  `is ${word}`,
])

/** Columns that hide a product by a date. */
const HIDES_SINCE = ['deleted at', 'archived at', 'discontinued at']

/** Columns that may say that a product is a draft or inactive, and other things. */
const STATUSES = ['status', 'product status']

/** The headings that a plain table is recognised by, among the titles above it. */
export const PLAIN_HEADINGS = [
  ...Object.values(HEADINGS).flat(),
  ...SALE_PRICES,
  ...PRICES,
  ...LIST_PRICES,
  ...SALE_STARTS,
  ...SALE_ENDS,
  ...KEYS,
  ...PACK_SIZES,
  ...HIDES,
  ...HIDES_SINCE,
  ...STATUSES,
]

export interface HidingColumn {
  at: number
  /** The flag for being on sale; empty if the text says nothing of it. Text that is no flag is refused later. */
  read: (text: string) => string
  /** What the column does, to show to the user. */
  note: string
}

/** The columns that may hide a product. */
export const hidingColumns = (headers: Headers): HidingColumn[] =>
  [
    ...HIDES.map((heading) => ({ heading, read: opposite, note: ' (yes hides)' })),
    ...HIDES_SINCE.map((heading) => ({ heading, read: hiddenSince, note: ' (a date hides)' })),
    ...STATUSES.map((heading) => ({ heading, read: (text: string) => (isFlag(text) ? text : ''), note: '' })),
  ]
    .map(({ heading, ...column }) => ({ at: headers.find(heading), ...column }))
    .filter(({ at }) => at >= 0)

/** The flag for being on sale, from one for being hidden. */
function opposite(text: string): string {
  if (/^(1|true|yes|y)$/i.test(text) || HIDES.includes(text.toLowerCase())) return 'no'
  return /^(0|false|no|n)$/i.test(text) ? 'yes' : text
}

const hiddenSince = (text: string): string => (/[1-9]/.test(text) ? 'no' : '')
