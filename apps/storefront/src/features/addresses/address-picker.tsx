import { t } from '@lingui/core/macro'
import type { Address } from '@haat/contract/profile'
import { streetOf } from '@haat/contract/shipping-address'
import { useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Badge } from '@haat/ui/badge'
import { Button } from '@haat/ui/button'
import { RadioGroup } from '@haat/ui/choice'
import { countryName } from '../../lib/format.ts'
import { stateName } from '../../lib/state-names.ts'
import { deliveryQuery } from '../delivery/delivery.queries.ts'

interface AddressPickerProps {
  addresses: readonly Address[]
  chosen: Address | null
  onChoose: (id: number) => void
  onDeliver: () => void
  onAdd: () => void
  /** When something arrives at the chosen address, or why nothing can be sent there. */
  arrival: ReactNode
  /** The id of the problem; undefined without one. */
  blockedBy: string | undefined
}

export function AddressPicker({ addresses, chosen, onChoose, onAdd, ...rest }: AddressPickerProps) {
  if (addresses.length === 0)
    return (
      <div className="rounded-md border border-line bg-card p-4 text-center sm:py-8">
        <MapPin aria-hidden className="mx-auto size-9 text-peacock max-sm:hidden" strokeWidth={1.6} />
        <p className="font-semibold max-sm:text-sm sm:mt-2">{t`No addresses found. Please add an address.`}</p>
        <AddButton className="mt-3 max-sm:w-full sm:mt-4" onClick={onAdd} />
      </div>
    )
  const options = addresses.map((address) => ({
    value: String(address.id),
    label: <AddressText address={address} />,
    note: address.id === chosen?.id && (
      <div className="flex flex-row-reverse flex-wrap content-end items-center justify-end gap-x-4 gap-y-2 max-sm:min-h-19">
        {rest.arrival}
        <Button variant="outline" size="sm" blockedBy={rest.blockedBy} onClick={rest.onDeliver}>
          {t`DELIVER HERE`}
        </Button>
      </div>
    ),
  }))
  return (
    <>
      <RadioGroup
        legend={t`Deliver to`}
        look="cards"
        options={options}
        value={String(chosen?.id)}
        onChange={(id) => onChoose(Number(id))}
      />
      <AddButton variant="outline" className="mt-4 w-full" onClick={onAdd} />
    </>
  )
}

const AddButton = (props: ComponentProps<typeof Button>) => (
  <Button icon={Plus} {...props}>{t`Add New Address`}</Button>
)

export function AddressText({ address }: { address: Address }) {
  const place = address.pincode
  const { data: delivery } = useQuery(deliveryQuery(place, address.state))
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-bold wrap-anywhere">
          {address.city}, {stateName(address.state)}
        </span>
        <span className="flex gap-1">
          <Badge>{t`Home`}</Badge>
          {address.is_default && <Badge tone="brand">{t`Default`}</Badge>}
        </span>
      </span>
      <span className="mt-1 block wrap-anywhere">
        {address.full_name}
        <span className="text-ink-soft"> · {address.phone}</span>
      </span>
      <span className="figures block wrap-anywhere text-ink-soft">
        {streetOf(address)}, {address.city}, {stateName(address.state)} {address.pincode},{' '}
        {countryName(address.country)}
      </span>
      {delivery?.served === false && <b className="block text-brick">{t`Not delivered to ${place}`}</b>}
    </>
  )
}
