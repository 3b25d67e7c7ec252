/** A product the shop does not have yet: its rows, listing columns included. */
import { discountPercent } from '@haat/contract/rules'
import type { Outcome, Work } from './batch.ts'
import type { ProductDraft } from './draft.ts'
import type { NewMedia, NewProduct, NewVariant } from './importing.store.ts'
import { newVariant } from './merge.ts'
import { refuseAll, sellable } from './sellable.ts'
import { shortHash, slugify } from './slug.ts'

export const slugOf = ({ key, product }: ProductDraft): string =>
  slugify(product?.slug ?? product?.name ?? key)

function freeSlug(draft: ProductDraft, taken: Set<string>): string {
  const plain = slugOf(draft)
  const slug = taken.has(plain) ? `${plain}-${shortHash(draft.key)}` : plain
  taken.add(slug)
  return slug
}

/** Puts the product on the sheets. */
export async function createProduct(work: Work): Promise<Outcome> {
  const { tx, prepared, sheets, context, ids } = work
  const { draft } = prepared
  if (draft.product === null) return refuseAll(work, 'There is no name, and no product with this key yet')
  const accepted = sellable(work, undefined)
  if (accepted.length === 0 && draft.variants.length > 0) return 'refused'
  const id = ids.products.pop() ?? 0
  const variants = accepted.map(({ variant }, position) =>
    newVariant(variant, {
      ...{ id: ids.variants.pop() ?? 0, product_id: id, position },
      ...{ is_default: position === 0, stock: context.stock },
    }),
  )
  const media = [
    ...prepared.media.map((medium) => ({ ...medium, product_id: id, variant_id: null })),
    ...accepted.flatMap(({ at }, index) =>
      (prepared.variantMedia[at] ?? []).map((medium) => ({
        ...medium,
        product_id: id,
        variant_id: variants[index]?.id ?? null,
      })),
    ),
  ].map((row, position) => ({ ...row, position }))
  const category_id = await context.categories.idOf(tx, draft.product.category ?? ['Uncategorised'])
  const described = describe(draft, draft.product, context.now)
  const slug = freeSlug(draft, work.known.slugs)
  sheets.products.push({ id, slug, ...described, category_id, ...listed(draft, variants, media) })
  sheets.variants.push(...variants)
  sheets.media.push(...media)
  return 'created'
}

/** What the file says, and what stands where it says nothing. */
const describe = (
  { key }: ProductDraft,
  product: NonNullable<ProductDraft['product']>,
  now: Date,
): Omit<NewProduct, 'slug' | 'category_id'> => ({
  name: product.name ?? '',
  brand: product.brand ?? 'Unbranded',
  short_description: product.short_description ?? '',
  description: product.description ?? '',
  hsn: product.hsn ?? null,
  gst_rate: product.gst_rate ?? null,
  country_of_origin: product.country_of_origin ?? '',
  rating: product.rating ?? 0,
  is_new_arrival: product.is_new_arrival ?? false,
  is_featured: product.is_featured ?? false,
  is_on_sale: product.is_on_sale ?? false,
  created_at: product.created_at ?? now,
  external_key: key,
})

/** The columns that lists read; a product without variants stays hidden. */
function listed({ product }: ProductDraft, variants: NewVariant[], media: NewMedia[]) {
  const [shown] = variants
  const pictures = media.filter((row) => row.media_type === 'image')
  const picture =
    pictures.find((row) => row.variant_id === shown?.id) ?? pictures.find((row) => row.variant_id === null)
  return {
    is_published: shown !== undefined && (product?.is_published ?? true),
    variant_id: shown?.id ?? null,
    price: shown?.price ?? 0,
    mrp: shown?.mrp ?? null,
    discount_percentage: discountPercent(shown?.mrp ?? null, shown?.price ?? 0),
    in_stock: variants.some((row) => row.stock > 0),
    media_url: picture?.media_url ?? null,
  }
}
