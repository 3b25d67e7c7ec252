/** What the form of a product holds, and what of it a save sends. */
import { UNBRANDED } from '@haat/contract/rules'
import type { staffProducts, StaffProduct } from '@haat/contract/staff/products'
import type { CallInput } from '../../api/client.ts'
import { typedOf, valueOf } from '../../form/act-fields.ts'
import { isSame } from '../../form/merge.ts'
import { labelOf, NEW_VARIANT, type VariantDraft } from './matrix.ts'

export interface PictureDraft {
  media_url: string
  is_video: boolean
  alt: string
  /** Id of the only variant that it shows, or its label before it is stored; empty for all. */
  variant: string
}

const TEXTS = [
  ...(['name', 'short_description', 'description', 'category', 'brand', 'hsn', 'gst_rate'] as const),
  ...(['country_of_origin', 'net_quantity', 'manufacturer', 'consumer_care', 'return_days'] as const),
] as const
const FLAGS = ['is_published', 'is_new_arrival', 'is_featured', 'no_cod', 'is_on_sale'] as const

export interface ProductValues
  extends Record<(typeof TEXTS)[number], string>, Record<(typeof FLAGS)[number], boolean> {
  /** India's time, such as `2026-12-03T10:00`; empty: it is not planned. */
  publish_at: string
  variants: VariantDraft[]
  pictures: PictureDraft[]
}

export const LABELS: Record<keyof ProductValues, string> = {
  name: 'Name',
  short_description: 'In one sentence',
  description: 'Description',
  category: 'Category',
  brand: 'Brand',
  hsn: 'HSN code',
  gst_rate: 'GST rate',
  country_of_origin: 'Country of origin',
  net_quantity: 'Net quantity',
  manufacturer: 'Maker, packer or importer',
  consumer_care: 'Consumer care',
  return_days: 'Days to return',
  is_published: 'In the shop',
  publish_at: 'Publish on',
  is_new_arrival: 'New arrival',
  is_featured: 'Featured',
  no_cod: 'No cash on delivery',
  is_on_sale: 'On sale',
  variants: 'Variants',
  pictures: 'Pictures',
}

const each = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

export const NEW_PRODUCT: ProductValues = {
  ...each(TEXTS, () => ''),
  ...each(FLAGS, () => false),
  country_of_origin: 'India',
  is_published: true,
  publish_at: '',
  variants: [{ ...NEW_VARIANT, stock: '0' }],
  pictures: [],
}

/** Paise as they are typed: `499`, `499.50`. */
export const amountText = (paise: number | null): string =>
  paise === null ? '' : (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2)

export const valuesOf = (product: StaffProduct): ProductValues => ({
  ...each(TEXTS, (name) => String(product[name] ?? '')),
  ...each(FLAGS, (name) => product[name]),
  brand: product.brand === UNBRANDED ? '' : product.brand,
  publish_at: String(typedOf('moment', product.publish_at)),
  variants: product.variants.map((variant) => ({
    ...each(['color', 'size', 'variant_name', 'sku'], (name) => variant[name] ?? ''),
    ...each(['price', 'mrp'], (name) => amountText(variant[name])),
    id: variant.id,
    stock: String(variant.stock),
  })),
  pictures: product.pictures.map(({ media_type, media_url, alt, variant_id }) => ({
    media_url,
    is_video: media_type === 'video',
    alt,
    variant: variant_id === null ? '' : String(variant_id),
  })),
})

/** The same product once more, hidden and unsold: with its pictures of all variants, without SKUs and stock. */
export const copyOf = (product: StaffProduct): ProductValues => {
  const { name, variants, pictures, ...values } = valuesOf(product)
  return {
    ...values,
    name: `${name} (copy)`,
    is_published: false,
    publish_at: '',
    variants: variants.map((variant) => ({ ...variant, id: null, sku: '', stock: '0' })),
    pictures: pictures.filter(
      ({ variant, media_url }) => variant === '' && media_url.startsWith('/media/i-'),
    ),
  }
}

type SetInput = CallInput<typeof staffProducts.set>
type VariantChange = NonNullable<SetInput['variants']>[number]
type Changes = Omit<SetInput, 'product'>

/** As a merchant would type it: none erases. */
function typed(name: string, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value.trim() !== '') return value.trim()
  return name === 'brand' ? UNBRANDED : name === 'stock' ? '0' : 'none'
}

const VARIANT_FIELDS = ['color', 'size', 'variant_name', 'price', 'mrp', 'stock', 'sku'] as const

/** @param shown its stock, as it was last shown: what was counted takes the place of that alone */
function changeOf(
  before: VariantDraft | undefined,
  after: VariantDraft,
  shown?: VariantDraft,
): VariantChange | null {
  const names = VARIANT_FIELDS.filter((name) => after[name].trim() !== (before?.[name] ?? ''))
  if (before && names.length === 0) return null
  const set = Object.fromEntries(names.map((name) => [name, typed(name, after[name])]))
  if (after.id === null) return { set }
  return {
    id: after.id,
    set,
    ...(shown && names.includes('stock') && { was: { stock: Number(shown.stock) } }),
  }
}

const picturesOf = ({ pictures }: ProductValues) =>
  pictures.map(({ media_url, alt, variant }) => ({ media_url, alt: alt.trim(), variant: variant || null }))

/** The time as the server takes it; nothing when there is none. */
const publishAt = (typed: string): { publish_at?: Date } => {
  const publish_at = valueOf({ kind: 'moment' }, typed)
  return publish_at instanceof Date ? { publish_at } : {}
}

/** Only what differs. @param shown what is stored, as it was last shown */
export function changesOf(before: ProductValues, after: ProductValues, shown = before): Changes {
  const { variants, pictures, publish_at, ...values } = after
  const names = Object.keys(values) as (keyof typeof values)[]
  const planned = publish_at === before.publish_at ? {} : publishAt(publish_at)
  // A time hides the product by itself; hiding it by hand ends a plan.
  const isUnplanned = publish_at === '' && before.publish_at !== ''
  const changed = names.filter((name) =>
    name === 'is_published'
      ? !planned.publish_at && (isUnplanned || values[name] !== before[name])
      : values[name] !== before[name],
  )
  const stored = new Map(before.variants.map((variant) => [variant.id, variant]))
  const latest = new Map(shown.variants.map((variant) => [variant.id, variant]))
  const kept = new Set(variants.map(({ id }) => id))
  const rows = [
    ...variants.flatMap((variant) => changeOf(stored.get(variant.id), variant, latest.get(variant.id)) ?? []),
    ...before.variants.flatMap(({ id }) =>
      id === null || kept.has(id) ? [] : [{ id, set: {}, remove: true }],
    ),
  ]
  return {
    set: Object.fromEntries(changed.map((name) => [name, typed(name, values[name])])),
    ...planned,
    ...(rows.length > 0 && { variants: rows }),
    ...(!isSame(pictures, before.pictures) && { pictures: picturesOf(after) }),
  }
}

export function newProductOf(values: ProductValues): CallInput<typeof staffProducts.add> {
  const { variants: _, pictures: __, name, publish_at, ...rest } = values
  const given = Object.entries(rest).filter(([, value]) => value !== '' && value !== false)
  return {
    name: name.trim(),
    set: {
      ...Object.fromEntries(given.map(([field, value]) => [field, typed(field, value)])),
      is_published: typed('is_published', values.is_published),
    },
    ...publishAt(publish_at),
    variants: values.variants.flatMap((variant) => changeOf(undefined, { ...variant, id: null }) ?? []),
    pictures: picturesOf(values),
  }
}

/** What a picture's variant is called, for choosing. */
export const variantOptions = (variants: readonly VariantDraft[]) => [
  { value: '', label: 'All variants' },
  ...variants
    .filter((variant) => labelOf(variant) !== '')
    .map((variant) => ({
      value: variant.id === null ? labelOf(variant) : String(variant.id),
      label: labelOf(variant),
    })),
]
