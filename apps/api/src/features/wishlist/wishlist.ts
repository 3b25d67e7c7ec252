import type { Contract } from '@haat/contract'
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import { answer, type Handlers } from '../../http/serve.ts'
import { conflict, noSuch } from '../../http/failure.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { isPublished, listedProducts } from '../catalog/product-list.store.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import * as store from './wishlist.store.ts'

export const wishlist: Handlers<Contract['wishlist']> = {
  async list({ customerId }, { db, now }) {
    await applyDeals(db, now())
    return { products: await listedProducts(db, await store.findWishlist(db, customerId)) }
  },

  async add({ customerId, body }, { db, now }) {
    const added = await asCustomer(db, customerId, async (tx) => {
      if (!(await isPublished(tx, body.product_id))) throw noSuch(t`Product not found`)
      const listed = await store.findWishlist(tx, customerId)
      if (listed.length >= LIMITS.wishlist && !listed.includes(body.product_id))
        throw conflict(t`Your wishlist is full (${LIMITS.wishlist}). Remove a product to add a new one.`)
      return store.addToWishlist(tx, customerId, body.product_id, now())
    })
    return answer(added ? 201 : 200, { message: t`Added to your wishlist` })
  },

  async remove({ customerId, params }, { db }) {
    const removed = await db.transaction((tx) => store.removeFromWishlist(tx, customerId, params.id))
    if (!removed) throw noSuch(t`Wishlist item not found`)
    return { message: t`Removed from your wishlist`, result: { deleted: 1 } }
  },
}
