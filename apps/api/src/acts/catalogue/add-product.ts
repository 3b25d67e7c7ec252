/** Adds products and variants one at a time, and removes variants. All functions throw Failures. */
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { nameOfVariant } from '@haat/contract/staff/products'
import type { VariantRow } from '../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict } from '../../http/failure.ts'
import { allocateIds, insertAll } from './catalogue-rows.store.ts'
import { findCategory } from './categories.ts'
import { newProduct, newVariant, optionsKey } from './product-values.ts'
import {
  checkedVariant,
  findProductId,
  getProduct,
  newPictures,
  parseProductValues,
  rateNotes,
  storePictures,
  variantNamed,
  wholeProduct,
  type WholeProduct,
} from './products.ts'
import * as store from './products.store.ts'
import { shortHash, slugify } from './slugs.ts'

/** Adds a product with one variant. What the values leave out is empty, and the stock is 0. */
export async function addProduct(
  shop: Pick<Shop, 'db' | 'now' | 'media'>,
  { name, set, add_picture }: InputOf<Staff['products']['add']>,
): Promise<{ product: WholeProduct; notes: string[] }> {
  const { category, ...values } = parseProductValues({ ...set, name })
  if (values.price === undefined) throw badRequest('A product needs a price, such as price=499.')
  if (category === undefined)
    throw badRequest('A product needs a category, such as category=kitchen.', {
      remedy: 'See haat categories list.',
    })
  const addresses = await storePictures(shop, add_picture)
  return shop.db.transaction(async (tx) => {
    const plain = slugify(values.name ?? '')
    const isTaken = (await store.findTakenSlugs(tx, [plain])).size > 0
    const slug = isTaken ? `${plain}-${shortHash(shop.now().toISOString())}` : plain
    const place = { slug, external_key: null, category_id: (await findCategory(tx, category)).id }
    const variant = await checkedVariant(tx, undefined, values)
    const [id = 0] = await allocateIds(tx, 'products', 1)
    await insertAll(tx, {
      products: [{ id, ...newProduct(place, values, shop.now()) }],
      variants: [newVariant(id, [], variant)],
      media: newPictures({ product_id: id, variant_id: null }, addresses),
    })
    await store.publishChanges(tx, [id], shop.now())
    return { product: await wholeProduct(tx, id, name), notes: rateNotes(values) }
  })
}

/** Adds a variant after the others of a product. */
export async function addVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { product: text, set }: InputOf<Staff['variants']['add']>,
): Promise<WholeProduct> {
  const { price: given, ...others } = parseProductValues(set)
  return db.transaction(async (tx) => {
    const id = await findProductId(tx, text)
    await store.lockProduct(tx, id)
    const product = await wholeProduct(tx, id, text)
    const price = given ?? product.variants[0]?.price
    if (price === undefined) throw badRequest('A variant needs a price, such as price=499.')
    const added = await checkedVariant(tx, undefined, { ...others, price })
    const twin = product.variants.find((row) => optionsKey(row) === optionsKey(added))
    if (twin)
      throw conflict(
        `${product.product.name} has this variant already: ${nameOfVariant(twin)}. Tell the new one apart by color, size or variant_name.`,
      )
    await tx.insertMany('variants', [newVariant(id, product.variants, added)])
    await store.publishChanges(tx, [id], now())
    return wholeProduct(tx, id, text)
  })
}

/** Removes a variant that was never ordered, also from carts. @returns the variant */
export async function removeVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { product: text, variant }: InputOf<Staff['variants']['remove']>,
): Promise<VariantRow> {
  return db.transaction(async (tx) => {
    const { product } = await getProduct({ db: tx }, text)
    await store.lockProduct(tx, product.id)
    const whole = await wholeProduct(tx, product.id, text)
    const removed = variantNamed(whole, variant)
    if (whole.variants.length === 1)
      throw badRequest(`${product.name} has no other variant.`, {
        remedy: `Delete it: haat products delete ${product.id}`,
      })
    if ((await store.countOrdersWith(tx, 'variant_id', removed.id)) > 0)
      throw conflict(`${nameOfVariant(removed)} was ordered and cannot be removed.`, {
        remedy: `To stop it: haat products set ${product.id} --variant ${removed.sku ?? removed.id} stock=0`,
      })
    await store.deleteVariant(tx, removed, whole.variants.find(({ id }) => id !== removed.id)!.id)
    await store.publishChanges(tx, [product.id], now())
    return removed
  })
}
