/** What the shop has of the products of a batch. */
import type { Reader } from '../../db/database.ts'
import { slugify } from './import-batch.ts'
import { plainLine } from './layouts/clean-text.ts'
import * as store from './importing.store.ts'
import type { MediaRow, NewMedia, NewProduct, NewVariant, ProductRow, VariantRow } from './importing.store.ts'
import type { ProductDraft } from './product-drafts.ts'

/** The rows of a batch's products, and what new rows must not collide with. */
export interface Existing {
  /** By key. */
  products: Map<string, ProductRow>
  /** By the slugs that drafts give. */
  bySlug: Map<string, ProductRow>
  byId: Map<number, ProductRow>
  /** By product id. */
  variants: Map<number, VariantRow[]>
  /** By product id. */
  media: Map<number, MediaRow[]>
  /** The product id of each SKU. */
  skus: Map<string, number>
  slugs: Set<string>
}

/** @param planned null outside of a dry run */
export async function readExisting(
  reader: Reader,
  drafts: ProductDraft[],
  planned: PlannedProducts | null,
): Promise<Existing> {
  const keys = drafts.map(({ key }) => key)
  const keysFoundBy = (kind: ProductDraft['findBy']): string[] =>
    drafts.filter(({ findBy }) => findBy === kind).map(({ key }) => key)
  const products = await store.findProductsByKey(reader, keys)
  await addFormer(reader, drafts, products)
  const skus = await store.findSkuOwners(
    reader,
    drafts.flatMap(({ variants }) => variants.flatMap(({ values }) => values.sku ?? [])),
  )
  const byId = new Map([...products.values()].map((row) => [row.id, row]))
  const bySlug = new Map(
    (await store.findProductsBySlug(reader, keysFoundBy('slug'))).map((row) => [row.slug, row]),
  )
  for (const row of bySlug.values()) byId.set(row.id, row)
  const ids = keysFoundBy('id').map(Number)
  const owners = [...new Set([...skus.values(), ...ids])].filter((id) => !byId.has(id))
  for (const row of await store.findProductsById(reader, owners)) byId.set(row.id, row)
  const all = [...byId.keys()]
  const existing: Existing = {
    products,
    bySlug,
    byId,
    variants: Map.groupBy(await store.findVariantsOf(reader, all), (row) => row.product_id),
    media: Map.groupBy(await store.findMediaOf(reader, all), (row) => row.product_id),
    skus,
    slugs: await store.findTakenSlugs(reader, drafts.filter(({ key }) => !products.has(key)).map(slugOf)),
  }
  planned?.addTo(existing, drafts)
  return existing
}

/**
 * Adds the products that older versions imported under another key: the number of their row, or their name with HTML
 * entities. Name and brand must be the same.
 */
async function addFormer(
  reader: Reader,
  drafts: ProductDraft[],
  products: Map<string, ProductRow>,
): Promise<void> {
  const unknown = drafts.filter(({ key, formerKeys }) => formerKeys.length > 0 && !products.has(key))
  const found = await store.findProductsByKey(
    reader,
    unknown.flatMap(({ formerKeys }) => formerKeys),
  )
  const same = (a: string, b: string): boolean => plainLine(a).toLowerCase() === b.toLowerCase()
  for (const { key, formerKeys, product } of unknown) {
    const former = formerKeys
      .map((formerKey) => found.get(formerKey))
      .find(
        (row) => row && same(row.name, product?.name ?? '') && same(row.brand, product?.brand ?? 'Unbranded'),
      )
    if (former) products.set(key, former)
  }
}

export const slugOf = ({ key, product }: ProductDraft): string =>
  slugify(product?.slug ?? product?.name ?? key)

interface PlannedProduct {
  row: ProductRow
  variants: VariantRow[]
  media: MediaRow[]
}

/**
 * The products that a dry run would have written so far. Later rows of the file find them as if they were in the shop,
 * so that a dry run counts like the import.
 */
export class PlannedProducts {
  readonly #byKey = new Map<string, PlannedProduct>()
  readonly #byId = new Map<number, PlannedProduct>()
  readonly #skus = new Map<string, number>()
  #lastId = 0

  /** Ids that no row has. */
  allocateIds(count: number): number[] {
    return Array.from({ length: count }, () => (this.#lastId -= 1))
  }

  add(key: string, product: NewProduct, variants: NewVariant[], media: NewMedia[]): void {
    const planned: PlannedProduct = {
      // Long texts are not compared again: only the first row of a product describes it.
      row: { ...product, description: '', short_description: '' } as ProductRow,
      variants: variants as VariantRow[],
      media: media as MediaRow[],
    }
    this.#byKey.set(key, planned)
    this.#byId.set(planned.row.id, planned)
    for (const { sku } of variants) if (sku) this.#skus.set(sku, planned.row.id)
  }

  addTo(existing: Existing, drafts: ProductDraft[]): void {
    for (const { key, variants } of drafts) {
      const product = this.#byKey.get(key)
      if (product) existing.products.set(key, product.row)
      if (product) this.#include(existing, product)
      for (const { values } of variants) {
        const id = values.sku ? this.#skus.get(values.sku) : undefined
        if (id === undefined || !values.sku) continue
        existing.skus.set(values.sku, id)
        this.#include(existing, this.#byId.get(id)!)
      }
    }
    for (const id of existing.byId.keys()) {
      const product = this.#byId.get(id)
      if (product) this.#include(existing, product)
    }
  }

  #include(existing: Existing, { row, variants, media }: PlannedProduct): void {
    existing.byId.set(row.id, row)
    existing.variants.set(row.id, variants)
    existing.media.set(row.id, media)
  }
}
