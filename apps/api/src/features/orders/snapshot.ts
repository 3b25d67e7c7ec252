/** What an order keeps of its own: later changes of address, name or price do not reach it. */
import type { Priced } from '@haat/contract/pricing'
import { variantLabel } from '@haat/contract/rules'
import type { BoughtLine } from './checkout.ts'

interface Person {
  name: string
  phone_number: string
}

interface ShippingAddress {
  full_name: string
  phone: string
  address_line1: string
  address_line2: string | null
  city: string
  state: string
  country: string
  pincode: string
}

/** Where the order goes: the customer's stored address alone, filled up from the profile. */
export function shippingOf(
  address: ShippingAddress,
  customer: Person,
  defaults: { default_country: string; placeholder_phone: string },
) {
  const { address_line1, address_line2 } = address
  return {
    shipping_name: address.full_name || customer.name || 'Customer',
    shipping_phone: address.phone || customer.phone_number || defaults.placeholder_phone,
    shipping_street: address_line2 ? `${address_line1}, ${address_line2}` : address_line1,
    shipping_city: address.city,
    shipping_state: address.state,
    shipping_zip: address.pincode,
    shipping_country: address.country || defaults.default_country,
  }
}

/** The order's own copy of what was bought. */
export function itemsOf(lines: readonly BoughtLine[], priced: Priced) {
  return lines.map(({ sellable, price, quantity }, index) => {
    const { product_id, variant_id, product_name, media_url, sku, hsn, gst_rate, mrp } = sellable
    return {
      product_id,
      variant_id,
      product_name,
      sku,
      hsn,
      gst_rate,
      price,
      mrp,
      quantity,
      variant_name: variantLabel(sellable),
      variant_image: media_url,
      subtotal: price * quantity,
      discount_amount: priced.line_discounts[index] ?? 0,
    }
  })
}
