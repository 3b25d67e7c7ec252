/** A place in the shop that a banner leads to. */
export type DemoLink =
  | { to: 'category'; slug: string }
  | { to: 'collections' }
  | { to: 'hotdeals' }
  | { to: 'newarrivals' }

/**
 * What a picture shows, as plain data: `drawPicture` turns it into an SVG, the same one every time.
 * `front`, `angle` and `detail` show the product alone; `scene` with companions; `pack` beside its carton;
 * `set` several of it; `tagged` with a card that names the variant. `category` is square, `banner` 1920 × 720.
 */
export interface DemoPicture {
  look: 'front' | 'angle' | 'detail' | 'scene' | 'pack' | 'set' | 'tagged' | 'category' | 'banner'
  /** Name of a drawing in assets/drawings.json. */
  drawing: string
  /** Backdrop palette, see pictures/tones.ts. */
  tone: string
  /** Settles backdrop, pose and turn, so that products sharing a drawing do not look the same. */
  seed: string
  /** Colour name from pictures/swatches.ts that the drawing is painted in. */
  colour?: string
  companions?: string[]
  /** Printed on the carton or the card. */
  label?: { brand: string; text: string }
  /** Part of the drawing a `detail` looks at, as fractions of its box. */
  spot?: [x: number, y: number]
  copies?: number
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
  /** Days before the first start on which it was added. */
  age_days: number
  variants: DemoVariant[]
  /** Shared by all variants, shown after a variant's own. */
  media: DemoMedia[]
}

export interface DemoBanner {
  banner_name: string
  name: string
  alt: string
  picture: DemoPicture
  link: DemoLink
}

/** `starts_in` and `ends_in` are seconds from the first start; negative is past. */
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

/** Amounts are in paise, times in seconds from the first start. */
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
  /** Days before the first start on which it was placed. */
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

/** Everything a first start writes into an empty shop. */
export interface DemoShop {
  categories: DemoCategory[]
  products: DemoProduct[]
  banners: DemoBanner[]
  deals: DemoDeal[]
  coupons: DemoCoupon[]
  customers: DemoCustomer[]
}
