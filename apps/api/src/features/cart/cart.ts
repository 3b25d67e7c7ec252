import type { Contract } from '@haat/contract'
import { LIMITS } from '@haat/contract/rules'
import type { Tx } from '../../db/database.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import { forbidden, notFound } from '../../http/failure.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { deleteLine, findLine, findLineOf, insertLine, type Line, setQuantity } from './cart.store.ts'
import { addLine, refuseBeyondStock, refuseFull, type Shown, showLine, showPlace } from './lines.ts'

const cartItem = ({ id, ...item }: Shown) => ({ cart_item_id: id, ...item })
const savedItem = ({ id, ...item }: Shown) => ({ saved_item_id: id, ...item })

export const cart: Handlers<Contract['cart']> = {
  async list({ query, customerId }, { db, now }) {
    if (query.user_id !== undefined && query.user_id !== customerId) throw forbidden()
    const items = await showPlace(db, customerId, 'cart_items', now())
    return { cart: items.map(cartItem) }
  },

  async add({ body, customerId }, { db, now }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const { line, merged } = await addLine(tx, customerId, body, now())
      const cart_item = cartItem(await showLine(tx, line, now()))
      return answer(merged ? 200 : 201, { message: 'Item added to cart', cart_item })
    })
  },

  async update({ body, customerId }, { db, now }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const line = await findLine(tx, customerId, 'cart_items', body.cart_item_id)
      if (!line) throw notFound('Cart item')
      await refuseBeyondStock(tx, line, body.quantity, now())
      const updated = await setQuantity(tx, customerId, 'cart_items', line.id, body.quantity)
      return { message: 'Cart updated', result: { updated } }
    })
  },

  async remove({ params, customerId }, { db }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const deleted = await deleteLine(tx, customerId, 'cart_items', params.id)
      if (deleted === 0) throw notFound('Cart item')
      return { message: 'Item removed from cart', result: { deleted } }
    })
  },

  async saved({ customerId }, { db, now }) {
    const items = await showPlace(db, customerId, 'saved_items', now())
    return { saved: items.map(savedItem) }
  },

  async saveForLater({ body, customerId }, { db, now }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const line = await findLine(tx, customerId, 'cart_items', body.cart_item_id)
      if (!line) throw notFound('Cart item')
      await deleteLine(tx, customerId, 'cart_items', line.id)
      const saved = await joinSaved(tx, customerId, line, now())
      return { message: 'Saved for later', saved_item: savedItem(await showLine(tx, saved, now())) }
    })
  },

  async moveToCart({ params, customerId }, { db, now }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const saved = await findLine(tx, customerId, 'saved_items', params.id)
      if (!saved) throw notFound('Saved item')
      const { line } = await addLine(tx, customerId, saved, now())
      await deleteLine(tx, customerId, 'saved_items', saved.id)
      return { message: 'Moved to cart', cart_item: cartItem(await showLine(tx, line, now())) }
    })
  },

  async removeSaved({ params, customerId }, { db }) {
    return db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const deleted = await deleteLine(tx, customerId, 'saved_items', params.id)
      if (deleted === 0) throw notFound('Saved item')
      return { message: 'Removed from saved items', result: { deleted } }
    })
  },
}

async function joinSaved(tx: Tx, customerId: number, line: Line, now: Date): Promise<Line> {
  const saved = await findLineOf(tx, customerId, 'saved_items', line.variant_id)
  if (!saved) {
    await refuseFull(tx, customerId, 'saved_items')
    const { variant_id, quantity } = line
    return insertLine(tx, 'saved_items', { user_id: customerId, variant_id, quantity, created_at: now })
  }
  const quantity = Math.min(saved.quantity + line.quantity, LIMITS.line_quantity)
  await setQuantity(tx, customerId, 'saved_items', saved.id, quantity)
  return { ...saved, quantity }
}
