/** Prints a result of the shop, which keeps amounts in paise, as JSON with its amounts in rupees. */
import { toRupees } from '@haat/contract/money'

/** The names that amounts have in the shop. */
const AMOUNT =
  /^(price|mrp|\w+_price|(\w+_)?amount|subtotal|items_total|total_spent|max_discount|taxable|[csi]gst|bills_of_supply|revenue|returned|net|refunded)$/

export const rupeesJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, part: unknown) => (typeof part === 'number' && AMOUNT.test(name) ? toRupees(part) : part),
    2,
  )
