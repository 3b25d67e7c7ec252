import type { AddressBody } from '@haat/contract/profile'
import type { AddressFields } from './address.store.ts'

/** What stands in where a field was left out: a new address takes the profile's, a changed one its own. */
export interface AddressFallback {
  full_name: string
  phone: string
  country: string
}

/** The columns of an address as sent. An empty field is as one left out. */
export function addressFields(body: AddressBody, fallback: AddressFallback): AddressFields {
  const { address_line1, city, state, pincode } = body
  return {
    full_name: body.full_name || fallback.full_name,
    phone: body.phone || fallback.phone,
    address_line1,
    address_line2: body.address_line2 || null,
    city,
    state,
    country: body.country || fallback.country,
    pincode,
  }
}
