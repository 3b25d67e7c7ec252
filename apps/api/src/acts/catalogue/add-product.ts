/** Adds products and variants one at a time, and removes variants. All functions throw Failures. */
import { nameOfVariant } from '@haat/contract/staff/products'
import type { Tx } from '../../db/database.ts'
import type { VariantRow } from '../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict } from '../../http/failure.ts'
import { findCategory } from './categories.ts'
import {
  changeWithin,
  checkedVariant,
  findProductId,
  getProduct,
  type ProductChange,
  storePictures,
  variantNamed,
  wholeProduct,
  type WholeProduct,
} from './products.ts'
import * as store from './products.store.ts'
import { shortHash, slugify } from './slugs.ts'

type Values = ProductChange['values']
type WritingShop = Pick<Shop, 'db' | 'now' | 'media'>

/**
 * Adds a product with one variant. What the values leave out is empty, and the stock is 0.
 *
 * @param addPictures files or web addresses
 */
export async function addProduct(
  shop: WritingShop,
  { name = '', price, category, stock = 0, ...values }: Values,
  addPictures: string[] = [],
): Promise<WholeProduct> {
  if (price === undefined) throw badRequest('A product needs a price, such as price=499.')
  if (category === undefined)
    throw badRequest('A product needs a category, such as category=kitchen.', {
      remedy: 'See haat categories list.',
    })
  const addresses = await storePictures(shop, addPictures)
  return shop.db.transaction(async (tx) => {
    const plain = slugify(name)
    const isTaken = (await store.findTakenSlugs(tx, [plain])).size > 0
    const slug = isTaken ? `${plain}-${shortHash(shop.now().toISOString())}` : plain
    const category_id = (await findCategory(tx, category)).id
    const id = await store.insertProduct(tx, { name, slug, category_id, created_at: shop.now() })
    const { mrp, sku } = values
    await insertVariant(tx, await wholeProduct(tx, id, name), { price, stock, mrp, sku })
    await store.publishChanges(tx, [id], shop.now())
    return (await changeWithin(tx, shop.now(), id, { values, text: `#${id}`, addresses })).product
  })
}

/** Adds a variant after the others of a product. */
export async function addVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  text: string,
  values: Values,
): Promise<WholeProduct> {
  return db.transaction(async (tx) => {
    const id = await findProductId(tx, text)
    await store.lockProduct(tx, id)
    const product = await wholeProduct(tx, id, text)
    const { price = product.variants[0]?.price, stock = 0, ...others } = values
    if (price === undefined) throw badRequest('A variant needs a price, such as price=499.')
    const added = { ...others, price, stock }
    const options = (one: Partial<VariantRow>): string =>
      JSON.stringify([one.color ?? null, one.size ?? null, one.variant_name ?? null])
    const twin = product.variants.find((row) => options(row) === options(added))
    if (twin)
      throw conflict(
        `${product.product.name} has this variant already: ${nameOfVariant(twin)}. Tell the new one apart by color, size or variant_name.`,
      )
    await insertVariant(tx, product, added)
    await store.publishChanges(tx, [id], now())
    return wholeProduct(tx, id, text)
  })
}

async function insertVariant(
  tx: Tx,
  { product, variants }: WholeProduct,
  values: Partial<VariantRow> & { price: number; stock: number },
): Promise<void> {
  await checkedVariant(tx, undefined, values)
  const position = Math.max(-1, ...variants.map((row) => row.position)) + 1
  const is_default = variants.length === 0
  await tx.insert(tx.tables.variants).values({ ...values, product_id: product.id, is_default, position })
}

/** Removes a variant that was never ordered, also from carts. @returns the variant */
export async function removeVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  text: string,
  variant: string,
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
