import type { Contract } from '@haat/contract'
import { isEligible } from '@haat/contract/pricing'
import { t } from '#say'
import { forbidden } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { storeApplication } from './coupons.store.ts'
import {
  type ClaimedCoupon,
  offerCoupons,
  priceLines,
  type QuoteItem,
  type QuoteLine,
  quoteLines,
} from './quote.ts'

/** Without the prices: those of the client are ignored. */
const withoutPrices = (items: readonly QuoteItem[]): QuoteItem[] =>
  items.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }))

export const coupons: Handlers<Contract['coupons']> = {
  async offers({ body, customerId }, { db, now }) {
    const lines = await quoteLines(db, customerId, withoutPrices(body.cart_items), now())
    const { delivery } = await readSettings(db)
    return { coupons: await offerCoupons(db, customerId, lines, { delivery, now: now() }) }
  },

  async apply({ body, customerId }, { db, now }) {
    if (body.user_id !== undefined && body.user_id !== customerId) throw forbidden()
    return asCustomer(db, customerId, async (tx) => {
      const { delivery } = await readSettings(tx)
      const lines = await quoteLines(tx, customerId, withoutPrices(body.cart_items), now())
      const terms = { checkout: 'cart', delivery, now: now() } as const
      const quoted = await priceLines(tx, customerId, lines, { code: body.code }, terms)
      const coupon = quoted.coupon!
      const { total_items_discount, line_discounts } = quoted.priced
      return {
        message: t`Coupon applied successfully`,
        level: coupon.level,
        discount_amount: total_items_discount,
        eligible_items: coupon.level === 'item' ? eligibleItems(coupon, lines, line_discounts) : [],
        coupon: { code: coupon.code, description: coupon.description },
        order_coupon_id: await storeApplication(tx, customerId, coupon.id, now()),
      }
    })
  },
}

const eligibleItems = (coupon: ClaimedCoupon, lines: QuoteLine[], discounts: number[]) =>
  lines.flatMap((line, index) => {
    const { product_id, variant_id, quantity, price } = line
    if (!isEligible(coupon, line)) return []
    return [{ product_id, variant_id, quantity, price, discount_amount: discounts[index] ?? 0 }]
  })
