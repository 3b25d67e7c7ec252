import type { Contract } from '@haat/contract'
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import type { Reader, Tx } from '../../db/database.ts'
import { conflict, conflictWith, forbidden, noSuch } from '../../http/failure.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { findPurchasableVariants, type PurchasableVariant } from '../catalog/purchasable-variants.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import {
  type CartLine,
  type CartTable,
  deleteLine,
  findLine,
  findLines,
  setQuantity,
  upsertLines,
} from './cart.store.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { findOrderableVariants } from './unpaid-orders.store.ts'

export const cart: Handlers<Contract['cart']> = {
  async list({ query, customerId }, { db, now }) {
    if (query.user_id !== undefined && query.user_id !== customerId) throw forbidden()
    const items = await toViews(db, customerId, await findLines(db, customerId, 'cart_items'), now())
    return { cart: items.map(toCartItem) }
  },

  async add({ body, customerId }, { db, now }) {
    return asCustomer(db, customerId, async (tx) => {
      const { line, merged } = await addLine(tx, customerId, body, now())
      const cart_item = toCartItem(await toView(tx, customerId, line, now()))
      return answer(merged ? 200 : 201, { message: t`Item added to cart`, cart_item })
    })
  },

  async update({ body, customerId }, { db, now }) {
    return asCustomer(db, customerId, async (tx) => {
      const line = await findLine(tx, customerId, 'cart_items', { id: body.cart_item_id })
      if (!line) throw noSuch(t`Cart item not found`)
      await refuseBeyondLimit(tx, line, body.quantity)
      await refuseBeyondStock(tx, customerId, line, body.quantity, now())
      const updated = await setQuantity(tx, customerId, 'cart_items', line.id, body.quantity)
      return { message: t`Cart updated`, result: { updated } }
    })
  },

  async remove({ params, customerId }, shop) {
    const deleted = await remove(shop, customerId, 'cart_items', params.id)
    if (deleted === 0) throw noSuch(t`Cart item not found`)
    return { message: t`Item removed from cart`, result: { deleted } }
  },

  async guest({ query }, { db, now }) {
    const found = await findPurchasableVariants(db, [...new Set(query.variants)], now())
    const sold = found.filter(({ is_published }) => is_published)
    const items = sold.map((variant) => ({
      ...variant,
      ...parcelOf(variant),
      is_available: true,
      quantity: 1,
    }))
    return answer(200, { items }, { 'cache-control': 'no-store' })
  },

  async merge({ body, customerId }, { db, now }) {
    return db.transaction((tx) => mergeGuestCart(tx, customerId, body, now()))
  },

  async saved({ customerId }, { db, now }) {
    const items = await toViews(db, customerId, await findLines(db, customerId, 'saved_items'), now())
    return { saved: items.map(toSavedItem) }
  },

  async saveForLater({ body, customerId }, { db, now }) {
    return asCustomer(db, customerId, async (tx) => {
      const line = await findLine(tx, customerId, 'cart_items', { id: body.cart_item_id })
      if (!line) throw noSuch(t`Cart item not found`)
      await deleteLine(tx, customerId, 'cart_items', line.id)
      const saved = await addSaved(tx, customerId, line, now())
      return {
        message: t`Saved for later`,
        saved_item: toSavedItem(await toView(tx, customerId, saved, now())),
      }
    })
  },

  async moveToCart({ params, customerId }, { db, now }) {
    return asCustomer(db, customerId, async (tx) => {
      const saved = await findLine(tx, customerId, 'saved_items', params)
      if (!saved) throw noSuch(t`Saved item not found`)
      const { line } = await addLine(tx, customerId, saved, now())
      await deleteLine(tx, customerId, 'saved_items', saved.id)
      return { message: t`Moved to cart`, cart_item: toCartItem(await toView(tx, customerId, line, now())) }
    })
  },

  async removeSaved({ params, customerId }, shop) {
    const deleted = await remove(shop, customerId, 'saved_items', params.id)
    if (deleted === 0) throw noSuch(t`Saved item not found`)
    return { message: t`Removed from saved items`, result: { deleted } }
  },
}

const remove = ({ db }: Pick<Shop, 'db'>, customerId: number, table: CartTable, id: number) =>
  asCustomer(db, customerId, (tx) => deleteLine(tx, customerId, table, id))

/**
 * Saves a line for later. Adds its quantity to a saved line of the same variant, up to the limit per line.
 */
async function addSaved(
  tx: Tx,
  customerId: number,
  line: { variant_id: number; quantity: number },
  now: Date,
): Promise<CartLine> {
  const { variant_id } = line
  const saved = await findLine(tx, customerId, 'saved_items', { variant_id })
  if (!saved) await refuseFull(tx, customerId, 'saved_items')
  const { pieces_per_line } = (await readSettings(tx)).limits
  const quantity = saved
    ? Math.max(saved.quantity, Math.min(saved.quantity + line.quantity, pieces_per_line))
    : line.quantity
  const [written] = await upsertLines(tx, 'saved_items', customerId, [{ variant_id, quantity }], now)
  return written!
}

/** Lines with their variants. One whose product is no longer published is not available and has no stock. */
async function toViews(reader: Reader, customerId: number, lines: CartLine[], now: Date) {
  const ids = lines.map((line) => line.variant_id)
  const variants = await findOrderableVariants(reader, customerId, ids, now)
  return lines.flatMap(({ id, variant_id, quantity, created_at }) => {
    const variant = variants.find((candidate) => candidate.variant_id === variant_id)
    if (!variant) return []
    const is_available = variant.is_published
    const stock = is_available ? variant.stock : 0
    return [{ ...variant, ...parcelOf(variant), is_available, stock, quantity, id, added_at: created_at }]
  })
}

/** Kilograms and centimetres of a line's parcel; those that the shop does not know are the usual ones. */
const parcelOf = ({ weight, length, breadth, height }: PurchasableVariant) => ({
  weight: weight ?? 0.5,
  length: length ?? 10,
  breadth: breadth ?? 10,
  height: height ?? 5,
})

type LineView = Awaited<ReturnType<typeof toViews>>[number]

/** @param line of a variant that exists */
const toView = async (reader: Reader, customerId: number, line: CartLine, now: Date): Promise<LineView> =>
  (await toViews(reader, customerId, [line], now))[0]!

const toCartItem = ({ id, ...item }: LineView) => ({ cart_item_id: id, ...item })
const toSavedItem = ({ id, ...item }: LineView) => ({ saved_item_id: id, ...item })

/** 409: a product that the shop has stopped selling. */
export const noLongerAvailable = (name: string) =>
  conflictWith('OUT_OF_STOCK', t`${name} is no longer available.`, { available: 0 })

function insufficientStock(available: number, inCart: number) {
  const left = available === 0 ? t`This item is out of stock.` : t`Only ${available} left in stock.`
  const message = inCart > 0 && available > 0 ? `${left} ${t`Your cart has ${inCart} already.`}` : left
  return conflictWith('OUT_OF_STOCK', message, { available })
}

/** 409: more pieces of one variant than the shop sells to a customer at once. */
export const lineLimitExceeded = (max: number, name?: string) =>
  conflict(
    name === undefined
      ? t`You can buy at most ${max} of one item.`
      : t`You can buy at most ${max} of ${name}.`,
    { code: 'QUANTITY_LIMIT' },
  )

/** @throws Failure 409 when `quantity` exceeds both the limit and what the line already has */
async function refuseBeyondLimit(tx: Tx, line: CartLine | undefined, quantity: number): Promise<void> {
  const { pieces_per_line } = (await readSettings(tx)).limits
  if (quantity > pieces_per_line && quantity > (line?.quantity ?? 0)) throw lineLimitExceeded(pieces_per_line)
}

/** @throws Failure 409 when `quantity` exceeds both the stock and what the line already has */
async function refuseBeyondStock(
  tx: Tx,
  customerId: number,
  line: CartLine,
  quantity: number,
  now: Date,
): Promise<void> {
  const item = await toView(tx, customerId, line, now)
  if (quantity <= Math.max(item.stock, line.quantity)) return
  throw item.is_available ? insufficientStock(item.stock, 0) : noLongerAvailable(item.product_name)
}

/**
 * Adds a quantity of a variant to the cart: to the variant's line, else as a new one.
 *
 * @throws Failure 404 for a variant that is not sold, 409 beyond the stock, the line's limit or the cart's
 */
async function addLine(
  tx: Tx,
  customerId: number,
  item: { variant_id: number; quantity: number; added_at?: Date | undefined },
  now: Date,
): Promise<{ line: CartLine; merged: boolean }> {
  const [variant] = await findOrderableVariants(tx, customerId, [item.variant_id], now)
  if (!variant?.is_published) throw noSuch(t`Product not found`)
  const line = await findLine(tx, customerId, 'cart_items', { variant_id: item.variant_id })
  const quantity = (line?.quantity ?? 0) + item.quantity
  await refuseBeyondLimit(tx, line, quantity)
  if (quantity > variant.stock) throw insufficientStock(variant.stock, line?.quantity ?? 0)
  if (!line) await refuseFull(tx, customerId, 'cart_items')
  const { variant_id, added_at } = item
  const since = added_at && added_at < now ? added_at : now
  const [written] = await upsertLines(tx, 'cart_items', customerId, [{ variant_id, quantity }], since)
  return { line: written!, merged: line !== undefined }
}

/** @throws Failure 409 when the list is full */
async function refuseFull(tx: Tx, customerId: number, table: CartTable): Promise<void> {
  const limit = table === 'cart_items' ? LIMITS.cart_lines : LIMITS.saved_lines
  if ((await findLines(tx, customerId, table)).length < limit) return
  const message =
    table === 'cart_items'
      ? t`Your cart is full (${limit} items). Remove one to add another.`
      : t`Your saved list is full (${limit} items). Remove one to add another.`
  throw conflict(message, { code: 'LIMIT_REACHED' })
}
