/** Where an order goes. */
import { PATTERNS } from './rules.ts'

/** Whether a text has a letter or digit, so that something of it can be printed. */
export const isPrintable = (text: string): boolean => PATTERNS.printable.test(text)

interface PostalAddress {
  full_name: string
  phone: string
  address_line1: string
  address_line2: string | null
  city: string
  state: string
  country: string
  pincode: string
}

/** Both lines of an address as one. */
export const streetOf = ({
  address_line1,
  address_line2,
}: Pick<PostalAddress, 'address_line1' | 'address_line2'>): string =>
  address_line2 ? `${address_line1}, ${address_line2}` : address_line1

/** Where an order goes: an address with a recipient whose name can be printed, completed from the customer's profile and the shop's settings. */
export const shippingOf = (
  address: PostalAddress,
  customer: { name: string; phone: string | null } | undefined,
  defaults: { default_country: string; placeholder_phone: string },
) => ({
  shipping_name: [address.full_name, customer?.name ?? ''].find(isPrintable) ?? 'Customer',
  shipping_phone: address.phone || customer?.phone || defaults.placeholder_phone,
  shipping_street: streetOf(address),
  shipping_city: address.city,
  shipping_state: address.state,
  shipping_zip: address.pincode,
  shipping_country: address.country || defaults.default_country,
})
