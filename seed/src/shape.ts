/** A place in the shop that a banner leads to. */
export type DemoLink =
  | { to: 'category'; slug: string }
  | { to: 'collections' }
  | { to: 'hotdeals' }
  | { to: 'newarrivals' }

/**
 * A picture as data, which `drawPicture` turns into an SVG.
 * `front`, `angle` and `detail` show the product alone; `scene` with companions; `pack` beside its carton;
 * `set` several of it; `tagged` with a card that names the variant. `category` is square, `banner` 1920 × 720.
 */
export interface DemoPicture {
  look: 'front' | 'angle' | 'detail' | 'scene' | 'pack' | 'set' | 'tagged' | 'category' | 'banner'
  /** Name of a drawing in assets/drawings.json. */
  drawing: string
  /** Name of a palette in pictures/backdrop.ts. */
  tone: string
  /** Decides backdrop, direction and angle, so that products with the same drawing look different. */
  seed: string
  /** Name of a swatch in pictures/recolour.ts; without it the drawing keeps its colours. */
  colour?: string
  companions?: string[]
  /** Printed on the carton or the card. */
  label?: { brand: string; text: string }
  /** Middle of a `detail`, as fractions of the drawing's box. */
  spot?: [x: number, y: number]
  copies?: number
  /** The part from the middle, in pixels; all of it without. */
  shape?: [width: number, height: number]
}

export type DemoMedia =
  | { media_type: 'image'; name: string; alt: string; picture: DemoPicture }
  /** `name` is a file under seed/assets, without the `.mp4`. */
  | { media_type: 'video'; video_source: 'upload'; name: string; poster?: DemoPicture }
  | { media_type: 'video'; video_source: 'youtube'; youtube_id: string }

export interface DemoCategory {
  slug: string
  name: string
  picture: DemoPicture
  parent?: string
}

/** Money is in paise, weight in kilograms, lengths in centimetres. */
export interface DemoVariant {
  sku: string
  is_default: boolean
  price: number
  mrp: number | null
  stock: number
  color: string | null
  size: string | null
  variant_name: string | null
  weight: number
  length: number
  breadth: number
  height: number
  media: DemoMedia[]
}

export interface DemoProduct {
  slug: string
  name: string
  brand: string
  /** Slug of its category. */
  category: string
  short_description: string
  description: string
  hsn: string
  /** Percent. */
  gst_rate: number
  country_of_origin: string
  /** 0–5 with one decimal. */
  rating: number
  is_new_arrival: boolean
  is_featured: boolean
  is_on_sale: boolean
  /** Days between its arrival in the shop and the first start. */
  age_days: number
  variants: DemoVariant[]
  /** Pictures and videos of all variants; a variant's own come before them. */
  media: DemoMedia[]
}

export interface DemoBanner {
  banner_name: string
  name: string
  alt: string
  picture: DemoPicture
  link: DemoLink
}

/** `starts_in` and `ends_in` are seconds after the first start, negative before it. */
export interface DemoDeal {
  product: string
  name: string
  description: string
  /** Paise. */
  deal_price: number
  starts_in: number
  ends_in: number
  is_active: boolean
}

/** Amounts are in paise; `starts_in` and `ends_in` as for deals. */
export interface DemoCoupon {
  code: string
  description: string
  level: 'order' | 'item'
  kind: 'percent' | 'flat'
  /** Percent, or paise when flat. */
  value: number
  min_amount: number | null
  max_discount: number | null
  starts_in: number | null
  ends_in: number | null
  usage_limit: number | null
  per_user_limit: number | null
  is_listed: boolean
  used_count: number
  /** Slug of the only category it applies to. */
  category?: string
  is_active: boolean
}

export interface DemoAddress {
  full_name: string
  phone: string
  address_line1: string
  address_line2: string | null
  city: string
  state: string
  country: string
  pincode: string
  is_default: boolean
}

export type DemoOrderStatus =
  | 'PAYMENT_FAILED'
  | 'CANCELLED'
  | 'CONFIRMED'
  | 'PROCESSING'
  | 'SHIPPED'
  | 'OUT_FOR_DELIVERY'
  | 'DELIVERED'

export interface DemoOrder {
  /** Days between the order and the first start. */
  age_days: number
  status: DemoOrderStatus
  payment_method: 'COD' | 'ONLINE'
  lines: { product: string; sku: string; quantity: number }[]
  coupon?: string
  courier?: string
  tracking?: string
}

export interface DemoCustomer {
  name: string
  email: string
  phone_number: string
  password: string
  addresses: DemoAddress[]
  orders: DemoOrder[]
}

/** What the first start writes into an empty database. */
/** A text of the shop in English, Hindi and Tamil. */
export type DemoTranslation = [text: string, hi: string, ta: string]

export interface DemoShop {
  categories: DemoCategory[]
  products: DemoProduct[]
  banners: DemoBanner[]
  deals: DemoDeal[]
  coupons: DemoCoupon[]
  customers: DemoCustomer[]
  translations: () => DemoTranslation[]
}
