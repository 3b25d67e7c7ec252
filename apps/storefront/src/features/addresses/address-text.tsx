import type { Address } from '@haat/contract/profile'
import { Badge } from '../../ui/badge.tsx'
import { placeOf, streetOf } from './address-fields.ts'

/** An address as a card shows it: place and badges, receiver, street, pincode. */
export function AddressText({ address }: { address: Address }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-bold">{placeOf(address)}</span>
        <Badge>Home</Badge>
        {address.is_default && <Badge tone="good">Default</Badge>}
      </span>
      <span className="mt-1 block">
        {address.full_name}
        <span className="text-ink-soft"> · {address.phone}</span>
      </span>
      <span className="block text-ink-soft">
        {streetOf(address)}, {address.country}
      </span>
      <span className="figures block text-ink-soft">Pincode: {address.pincode}</span>
    </>
  )
}
