/** Builds the products of a category from its rows: slugs, SKUs, money in paise, and which pictures each one has. */
import { lying } from '../pictures/drawings.ts'
import { swatches } from '../pictures/recolour.ts'
import type { DemoMedia, DemoPicture, DemoProduct, DemoVariant } from '../shape.ts'

/** What all products of a category share. */
export interface CategoryStyle {
  /** Slug of the category. */
  category: string
  tone: string
  /** Drawings around a product that names no companions. */
  companions: [string, string, ...string[]]
}

/** Prices in rupees; `mrp` is null where none is printed. */
export interface VariantRow {
  color?: string
  size?: string
  name?: string
  price: number
  mrp: number | null
  stock: number
  /** Pieces in a multipack, for its picture. */
  copies?: number
}

/** The brands of the demo shop, all invented. */
type Brand =
  | ('Prayog' | 'Anuvik' | 'Kaanch Scientific' | 'Parakh')
  | ('Rakshak' | 'Tarini' | 'Agnivar' | 'Pahaad Rescue')
  | ('Chaal' | 'Daud' | 'Nukkad' | 'Zameen')
  | ('Vanya' | 'Neemra' | 'Kesari & Co' | 'Saada' | 'Phoolwari')
  | ('Talwaar' | 'Parry & Panja' | 'Vaar')
  | ('Surakshit' | 'Kavachi' | 'Chetak Safety' | 'Drishti')
  | ('Lohpath' | 'Karkhana' | 'Pakkad' | 'Yantrik')
  | ('Upchaar' | 'Nabz' | 'Sehatmand')
  | ('Ghumakkad' | 'Deodar' | 'Banjara Trail')
  | ('Likhaai' | 'Panna' | 'Daftar')
  | ('Rasoiya' | 'Dabba' | 'Tadka' | 'Annam')
  | ('Maidan' | 'Gilli' | 'Shatranj House')

export interface ProductRow {
  /** Start of the SKUs. */
  code: string
  name: string
  brand: Brand
  hsn: string
  gst_rate: 0 | 5 | 12 | 18 | 28
  short_description: string
  description: string
  rating: number
  age_days: number
  /** `new`, `featured` and `sale`, separated by spaces. */
  flags?: string
  drawing: string
  /** Colour of the drawing where the variants name none. */
  colour?: string
  companions?: string[]
  spot?: [number, number]
  /** Weight in kg, then length, breadth and height in cm. */
  parcel: [number, number, number, number]
  /** The first is the default. */
  variants: VariantRow[]
  video_file?: string
  youtube_id?: string
}

/** The only variant of a product. */
export const single = (price: number, mrp: number | null, stock: number): VariantRow[] => [
  { price, mrp, stock },
]

type LabelledRow = [label: string, price: number, mrp: number | null, stock: number, copies?: number]

export const sizes = (...rows: LabelledRow[]): VariantRow[] =>
  rows.map(([size, price, mrp, stock]) => ({ size, price, mrp, stock }))

export const colours = (...rows: LabelledRow[]): VariantRow[] =>
  rows.map(([color, price, mrp, stock]) => ({ color, price, mrp, stock }))

export const kinds = (...rows: LabelledRow[]): VariantRow[] =>
  rows.map(([name, price, mrp, stock, copies]) => ({ name, price, mrp, stock, copies }))

/** Variants that differ in colour and size at one price: `[colour, size, stock]`. */
export const coloursAndSizes = (
  price: number,
  mrp: number | null,
  ...rows: [string, string, number][]
): VariantRow[] => rows.map(([color, size, stock]) => ({ color, size, price, mrp, stock }))

export const kebab = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const buildProducts = (style: CategoryStyle, rows: ProductRow[]): DemoProduct[] =>
  rows.map((row) => buildProduct(row, style))

function buildProduct(row: ProductRow, style: CategoryStyle): DemoProduct {
  const slug = kebab(row.name)
  const flags = row.flags ?? ''
  return {
    slug,
    name: row.name,
    brand: row.brand,
    category: style.category,
    short_description: row.short_description,
    description: row.description,
    hsn: row.hsn,
    gst_rate: row.gst_rate,
    country_of_origin: 'India',
    rating: row.rating,
    is_new_arrival: flags.includes('new'),
    is_featured: flags.includes('featured'),
    is_on_sale: flags.includes('sale'),
    age_days: row.age_days,
    variants: buildVariants({ row, style, slug }),
    media: sharedMedia({ row, style, slug }),
  }
}

/** What a picture is taken of: a product, or one of its variants. */
interface Subject {
  row: ProductRow
  style: CategoryStyle
  slug: string
  variant?: VariantRow
}

function buildVariants(product: Subject): DemoVariant[] {
  const { row } = product
  const [weight, length, breadth, height] = row.parcel
  return row.variants.map((variant, index) => ({
    sku: [row.code, variant.color, variant.size, variant.name]
      .filter((part) => part !== undefined)
      .map((part) => part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, ''))
      .join('-'),
    is_default: index === 0,
    price: variant.price * 100,
    mrp: variant.mrp === null ? null : variant.mrp * 100,
    stock: variant.stock,
    color: variant.color ?? null,
    size: variant.size ?? null,
    variant_name: variant.name ?? null,
    weight,
    length,
    breadth,
    height,
    media: variantMedia({ ...product, variant }, index === 0),
  }))
}

const copiesOf = (variant: VariantRow | undefined): number => variant?.copies ?? 1

/** Whether the pieces of a multipack fill a picture. Rows of slim, lying things are too small for a product card. */
const fillsCard = (row: ProductRow, variant: VariantRow | undefined) =>
  copiesOf(variant) > 1 && copiesOf(variant) <= 6 && !lying.has(row.drawing)

/**
 * Pictures of one variant: all looks of its colour, which the sizes share; the pieces of a multipack; a name card for
 * another size or kind.
 */
function variantMedia(subject: Subject, isDefault: boolean): DemoMedia[] {
  const { variant, row } = subject
  if (variant?.color !== undefined) {
    const { size: _size, ...ofColour } = variant
    return LOOKS.map((look) => image({ ...subject, variant: ofColour }, look))
  }
  if (fillsCard(row, variant)) return [image(subject, 'set')]
  if (!isDefault && copiesOf(variant) > 1) return [image(subject, 'set')]
  const isLabelled = variant?.size !== undefined || variant?.name !== undefined
  return isLabelled && !isDefault && row.variants.length > 1 ? [image(subject, 'tagged')] : []
}

/** Pictures and videos for all variants of a product. */
function sharedMedia(product: Subject): DemoMedia[] {
  const { row } = product
  const [first] = row.variants
  const hasColours = first?.color !== undefined
  const media = hasColours ? [] : LOOKS.map((look) => image({ ...product, variant: undefined }, look))
  if (!fillsCard(row, first) && copiesOf(first) > 1) media.push(image({ ...product, variant: first }, 'set'))
  const hasCarton = row.variants.length > 1 || first?.size !== undefined
  if (hasCarton && !hasColours) media.push(image({ ...product, variant: first }, 'pack'))
  if (row.video_file !== undefined) {
    media.push({ media_type: 'video', video_source: 'upload', name: row.video_file })
  }
  if (row.youtube_id !== undefined) {
    media.push({ media_type: 'video', video_source: 'youtube', youtube_id: row.youtube_id })
  }
  return media
}

type Look = DemoPicture['look']

const LOOKS = ['front', 'angle', 'detail', 'scene'] as const satisfies Look[]

const captions: Record<Look, string> = {
  front: '',
  angle: ', seen from the side',
  detail: ', close up',
  scene: ', with what goes along with it',
  set: ', several together',
  pack: ', beside its carton',
  tagged: '',
  category: '',
  banner: '',
}

function image({ row, style, slug, variant }: Subject, look: Look): DemoMedia {
  const label = variant?.size ?? variant?.name
  const colour = variant?.color !== undefined && variant.color in swatches ? variant.color : row.colour
  const picture: DemoPicture = { look, drawing: row.drawing, tone: style.tone, seed: slug }
  if (colour !== undefined) picture.colour = colour
  if (look === 'scene') picture.companions = row.companions ?? companionsOf(style, row.drawing, slug)
  if (look === 'detail' && row.spot !== undefined) picture.spot = row.spot
  if (look === 'set') picture.copies = variant?.copies ?? 3
  if (look === 'pack' || look === 'tagged') picture.label = { brand: row.brand, text: label ?? '' }
  const labels = [variant?.color, label].filter((part) => part !== undefined)
  return {
    media_type: 'image',
    name: kebab([slug, ...labels, look].join(' ')),
    alt: `${row.name}${labels.length > 0 ? `, ${labels.join(', ')}` : ''}${captions[look]}`,
    picture,
  }
}

/** Three of the category's drawings, in an order that depends on the product. */
function companionsOf(style: CategoryStyle, drawing: string, slug: string): string[] {
  const others = style.companions.filter((name) => name !== drawing)
  const start = slug.length % others.length
  return [...others.slice(start), ...others.slice(0, start)].slice(0, 3)
}
