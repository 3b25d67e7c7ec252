/** Mails to customers who asked: a variant is back in stock, or cheaper. Each notice is mailed once and then gone. */
import type { Contract } from '@haat/contract'
import { formatRupees } from '@haat/contract/money'
import { LIMITS, linePrice, variantLabel } from '@haat/contract/rules'
import { productPath } from '@haat/contract/storefront-paths'
import * as z from 'zod/mini'
import { t } from '#say'
import { conflict, noSuch } from '../../http/failure.ts'
import { answer, type Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import { findPurchasableVariants } from '../catalog/purchasable-variants.store.ts'
import { letter } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import * as store from './notices.store.ts'

export const notices: Handlers<Contract['notices']> = {
  async list({ customerId }, { db }) {
    return { notices: await store.findNotices(db, customerId) }
  },

  async add({ customerId, body }, { db, now }) {
    const notice = await asCustomer(db, customerId, async (tx) => {
      const [variant] = await findPurchasableVariants(tx, [body.variant_id], now())
      if (!variant?.is_published) throw noSuch(t`Product not found`)
      const own = await store.findNotices(tx, customerId)
      if (own.length >= LIMITS.notices && own.every(({ variant_id }) => variant_id !== body.variant_id))
        throw conflict(t`You wait for ${LIMITS.notices} products already. Remove one first.`)
      return store.storeNotice(tx, {
        user_id: customerId,
        variant_id: body.variant_id,
        price: linePrice(variant),
        was_in_stock: variant.stock > 0,
        created_at: now(),
      })
    })
    return answer(201, { notice })
  },

  async remove({ customerId, params }, { db }) {
    const removed = await db.transaction((tx) => store.removeNotice(tx, customerId, params.id))
    if (!removed) throw noSuch(t`Notice not found`)
    return { message: t`You will not be mailed about it`, result: { deleted: 1 } }
  },
}

/** Says nothing where the variant has sold out again by the time it is sent. */
export const noticeMails = mailKind({
  kind: 'notice',
  payload: z.object({
    ...{ user_id: z.int(), variant_id: z.int(), was_in_stock: z.boolean() },
    /** Paise. */
    price: z.int(),
  }),
  async compose(shop, { user_id, variant_id, was_in_stock, price }) {
    const found = await store.findNoticed(shop.db, user_id, variant_id)
    if (!found?.email) return null
    const { email, language, customer: hello, product_id, product_name: product } = found
    const name = [product, variantLabel(found)].filter(Boolean).join(', ')
    const cost = formatRupees(price)
    const path = `${productPath(product_id, product)}?variant=${variant_id}`
    return {
      ...{ to: email, language },
      write: (from) =>
        letter(from, {
          subject: was_in_stock ? t`${product} is cheaper now` : t`${product} is back`,
          heading: was_in_stock ? t`The price has dropped` : t`Back in stock`,
          hello,
          lines: [
            was_in_stock
              ? t`${name} costs ${cost} now. You asked us to tell you.`
              : t`${name} is in stock again, for ${cost}. You asked us to tell you.`,
            t`We tell you once, and keep no piece for you.`,
          ],
          links: [{ label: t`See it`, path }],
        }),
    }
  },
})

/** Notices that one run of the job mails. */
const BATCH = 500

export async function sendDueNotices({ db, now }: Shop): Promise<void> {
  await applyDeals(db, now())
  for (const notice of await store.findDueNotices(db, BATCH)) {
    const { user_id, variant_id } = notice
    await db.transaction(async (tx) => {
      // Two servers may run at once: whoever removes it mails.
      if (!(await store.removeNotice(tx, user_id, variant_id))) return
      const key = `notice:${user_id}:${variant_id}:${now().getTime()}`
      await noticeMails.enqueue(tx, notice, key)
    })
  }
}
