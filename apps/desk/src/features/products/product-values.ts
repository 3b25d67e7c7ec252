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

export interface ProductValues {
  name: string
  short_description: string
  description: string
  category: string
  brand: string
  hsn: string
  gst_rate: string
  country_of_origin: string
  net_quantity: string
  manufacturer: string
  consumer_care: string
  return_days: string
  is_published: boolean
  /** India's time, such as `2026-12-03T10:00`; empty: it is not planned. */
  publish_at: string
  is_new_arrival: boolean
  is_featured: boolean
  no_cod: boolean
  is_on_sale: boolean
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

export const NEW_PRODUCT: ProductValues = {
  name: '',
  short_description: '',
  description: '',
  category: '',
  brand: '',
  hsn: '',
  gst_rate: '',
  country_of_origin: 'India',
  net_quantity: '',
  manufacturer: '',
  consumer_care: '',
  return_days: '',
  is_published: true,
  publish_at: '',
  is_new_arrival: false,
  is_featured: false,
  no_cod: false,
  is_on_sale: false,
  variants: [{ ...NEW_VARIANT, stock: '0' }],
  pictures: [],
}

/** Paise as they are typed: `499`, `499.50`. */
export const amountText = (paise: number | null): string =>
  paise === null ? '' : (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2)

export const valuesOf = (product: StaffProduct): ProductValues => ({
  name: product.name,
  short_description: product.short_description,
  description: product.description,
  category: product.category,
  brand: product.brand === UNBRANDED ? '' : product.brand,
  hsn: product.hsn ?? '',
  gst_rate: product.gst_rate === null ? '' : String(product.gst_rate),
  country_of_origin: product.country_of_origin,
  net_quantity: product.net_quantity ?? '',
  manufacturer: product.manufacturer ?? '',
  consumer_care: product.consumer_care ?? '',
  return_days: product.return_days === null ? '' : String(product.return_days),
  is_published: product.is_published,
  publish_at: String(typedOf('moment', product.publish_at)),
  is_new_arrival: product.is_new_arrival,
  is_featured: product.is_featured,
  no_cod: product.no_cod,
  is_on_sale: product.is_on_sale,
  variants: product.variants.map((variant) => ({
    id: variant.id,
    color: variant.color ?? '',
    size: variant.size ?? '',
    variant_name: variant.variant_name ?? '',
    price: amountText(variant.price),
    mrp: amountText(variant.mrp),
    stock: String(variant.stock),
    sku: variant.sku ?? '',
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
    ...variants.flatMap(
      (variant) =>
        changeOf(
          variant.id === null ? undefined : stored.get(variant.id),
          variant,
          variant.id === null ? undefined : latest.get(variant.id),
        ) ?? [],
    ),
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

/** What adds a product. */
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
