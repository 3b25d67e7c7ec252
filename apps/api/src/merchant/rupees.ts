/** What the shop prints and exports has its amounts in rupees: it keeps them in paise. */
import { toRupees } from '@haat/contract/money'

/** The names that amounts have in the shop. */
const AMOUNT =
  /^(price|mrp|\w+_price|(\w+_)?amount|subtotal|items_total|total_spent|max_discount|taxable|[csi]gst|bills_of_supply|revenue|refunded)$/

/** Converts an amount, known by its name; any other value stays. */
export const inRupees = <Value>(name: string, value: Value): Value | number =>
  typeof value === 'number' && AMOUNT.test(name) ? toRupees(value) : value

/** JSON with all amounts in rupees. */
export const rupeesJson = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) => inRupees(name, part), 2)
