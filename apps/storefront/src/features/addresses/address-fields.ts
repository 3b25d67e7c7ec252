import type { Address, AddressBody } from '@haat/contract/profile'

/** What the address form holds, as typed. */
export interface AddressFields {
  address_line1: string
  address_line2: string
  city: string
  state: string
  country: string
  pincode: string
  is_default: boolean
  /** The receiver; empty for the shopper. */
  full_name: string
  phone: string
}

/** An empty form, or the address to change. */
export const fieldsOf = (address: Address | null, country: string): AddressFields => ({
  address_line1: address?.address_line1 ?? '',
  address_line2: address?.address_line2 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  country: address?.country ?? country,
  pincode: address?.pincode ?? '',
  is_default: address?.is_default ?? false,
  full_name: address?.full_name ?? '',
  phone: address?.phone ?? '',
})

/** The body to send: without a receiver the server takes the shopper. */
export function bodyOf({ full_name, phone, ...fields }: AddressFields): AddressBody {
  return {
    ...fields,
    ...(full_name.trim() !== '' && { full_name }),
    ...(phone.trim() !== '' && { phone }),
  }
}

export const isField = (name: string): name is keyof AddressFields => name in fieldsOf(null, '')

/** Street and house in one line. */
export const streetOf = (address: Pick<Address, 'address_line1' | 'address_line2'>): string =>
  [address.address_line1, address.address_line2].filter(Boolean).join(', ')

/** City and state, the name an address goes by. */
export const placeOf = ({ city, state }: Pick<Address, 'city' | 'state'>): string => `${city}, ${state}`
