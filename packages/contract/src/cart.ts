import * as z from 'zod/mini'
import { ListedProduct } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './rules.ts'
import { Flag, Id, IdText, Moment, ok, Rupees } from './wire.ts'

const line = {
  product_id: Id,
  variant_id: Id,
  category_id: Id,
  product_name: z.string(),
  variant_name: z.nullable(z.string()),
  color: z.nullable(z.string()),
  size: z.nullable(z.string()),
  description: z.string(),
  /** The running deal's price, null without one. */
  deal_price: z.nullable(Rupees),
  price: Rupees,
  mrp: z.nullable(Rupees),
  quantity: z.int(),
  /** Whether the shop still sells it; if not, `stock` is 0. */
  is_available: Flag,
  /** What the customer can order: the pieces that their own unpaid orders reserve are theirs to order again. */
  stock: z.int(),
  media_url: z.nullable(z.string()),
  /** Kilograms; the other three are centimetres. */
  weight: z.number(),
  length: z.number(),
  breadth: z.number(),
  height: z.number(),
}

export const CartItem = z.object({ cart_item_id: Id, ...line, added_at: Moment })
export type CartItem = z.output<typeof CartItem>

export const SavedItem = z.object({ saved_item_id: Id, ...line })
export type SavedItem = z.output<typeof SavedItem>

/** What a guest's device knows by id only, as the shop sells it now. */
export const GuestItem = z.object(line)
export type GuestItem = z.output<typeof GuestItem>

const VariantIds = z.codec(
  z
    .string()
    .check(
      z.maxLength(11 * LIMITS.cart_lines),
      z.regex(/^[1-9]\d*(?:,[1-9]\d*)*,?$/, 'Must be ids, separated by commas'),
    ),
  z.array(Id).check(z.maxLength(LIMITS.cart_lines)),
  {
    decode: (text) => text.split(',').filter(Boolean).map(Number),
    encode: (ids) => ids.join(','),
  },
)

const Quantity = z.int().check(z.minimum(1), z.maximum(LIMITS.line_quantity))
const Deleted = ok({ message: z.string(), result: z.object({ deleted: z.int() }) })
const byId = z.object({ id: IdText })

export const cart = {
  list: endpoint('GET /api/cart', {
    access: 'customer',
    summary: "The caller's cart; a foreign `user_id` is refused",
    query: z.object({ user_id: z.optional(IdText) }),
    reply: ok({ cart: z.array(CartItem) }),
  }),
  add: endpoint('POST /api/cart', {
    access: 'customer',
    summary: 'Add a variant to the cart: 201 for a new line, 200 for more of an existing one',
    body: z.object({
      variant_id: Id,
      quantity: Quantity,
      /** Gives a line that was removed its place among the others again. */
      added_at: z.optional(Moment),
    }),
    reply: ok({ message: z.string(), cart_item: CartItem }),
    status: 201,
  }),
  update: endpoint('PUT /api/cart', {
    access: 'customer',
    summary: "Set a line's quantity",
    body: z.object({ cart_item_id: Id, quantity: Quantity }),
    reply: ok({ message: z.string(), result: z.object({ updated: z.int() }) }),
  }),
  remove: endpoint('DELETE /api/cart/{id}', {
    access: 'customer',
    summary: 'Remove a line',
    params: byId,
    reply: Deleted,
  }),
  guest: endpoint('GET /api/cart/guest', {
    access: 'public',
    summary:
      "One piece of each variant in a guest's cart, as the shop sells it now; without those it does not sell",
    query: z.object({ variants: VariantIds }),
    reply: ok({ items: z.array(GuestItem) }),
  }),
  merge: endpoint('POST /api/cart/merge', {
    access: 'customer',
    summary: "Add a guest's cart to the caller's, once for each key",
    body: z.object({
      /** Chosen by the device for these lines: sending them again adds nothing, and other lines under it are 422. */
      key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
      lines: z
        .array(z.object({ variant_id: Id, quantity: Quantity }))
        .check(z.minLength(1), z.maxLength(LIMITS.cart_lines)),
    }),
    reply: ok({
      message: z.string(),
      /** How many lines are in the cart now, wholly or in part. */
      added: z.int(),
      /** Why the others, or the rest of a line, are not: a sentence for the customer each. */
      left_out: z.array(z.object({ variant_id: Id, message: z.string() })),
    }),
    limit: 'cartMerges',
  }),
  saved: endpoint('GET /api/saved', {
    access: 'customer',
    summary: 'Items saved for later',
    reply: ok({ saved: z.array(SavedItem) }),
  }),
  saveForLater: endpoint('POST /api/saved', {
    access: 'customer',
    summary: 'Move a cart line to the saved items',
    body: z.object({ cart_item_id: Id }),
    reply: ok({ message: z.string(), saved_item: SavedItem }),
    status: 201,
  }),
  moveToCart: endpoint('POST /api/saved/{id}/move-to-cart', {
    access: 'customer',
    summary: 'Move a saved item back to the cart',
    params: byId,
    reply: ok({ message: z.string(), cart_item: CartItem }),
  }),
  removeSaved: endpoint('DELETE /api/saved/{id}', {
    access: 'customer',
    summary: 'Remove a saved item',
    params: byId,
    reply: Deleted,
  }),
}

export const wishlist = {
  list: endpoint('GET /api/wishlist', {
    access: 'customer',
    summary: 'Products on the wishlist, newest first',
    reply: ok({ products: z.array(ListedProduct) }),
  }),
  add: endpoint('POST /api/wishlist', {
    access: 'customer',
    summary: 'Add a product to the wishlist',
    body: z.object({ product_id: Id }),
    reply: ok({ message: z.string() }),
    status: 201,
  }),
  remove: endpoint('DELETE /api/wishlist/{id}', {
    access: 'customer',
    summary: 'Remove a product from the wishlist',
    params: byId,
    reply: Deleted,
  }),
}

/** What a customer waits for: a variant that is sold out comes back, one in stock gets cheaper. */
export const Notice = z.object({ variant_id: Id, waits_for: z.enum(['stock', 'price']) })
export type Notice = z.output<typeof Notice>

export const notices = {
  list: endpoint('GET /api/notices', {
    access: 'customer',
    summary: 'Variants that the customer will be mailed about',
    reply: ok({ notices: z.array(Notice) }),
  }),
  add: endpoint('POST /api/notices', {
    access: 'customer',
    summary:
      'Mail the customer once when a variant is back in stock, or, if it is in stock now, cheaper than now',
    body: z.object({ variant_id: Id }),
    reply: ok({ notice: Notice }),
    status: 201,
  }),
  remove: endpoint('DELETE /api/notices/{id}', {
    access: 'customer',
    summary: 'Do not mail the customer about the variant with this id',
    params: byId,
    reply: Deleted,
  }),
}
