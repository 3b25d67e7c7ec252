import type { Address } from '@haat/contract/profile'
import { streetOf } from '@haat/contract/rules'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useId } from 'react'
import { cx } from '../../lib/cx.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'

interface AddressPickerProps {
  addresses: readonly Address[]
  chosen: Address | null
  onChoose: (address: Address) => void
  /** Called by DELIVER HERE. */
  onDeliver: () => void
  onAdd: () => void
}

/** The saved addresses as radio buttons, and a button for a new one. */
export function AddressPicker({ addresses, chosen, onChoose, onDeliver, onAdd }: AddressPickerProps) {
  const name = useId()
  if (addresses.length === 0)
    return (
      <EmptyState title="No addresses found. Please add an address." action={<AddButton onClick={onAdd} />} />
    )
  return (
    <>
      <fieldset>
        <legend className="sr-only">Deliver to</legend>
        <ul className="grid gap-3">
          {addresses.map((address) => {
            const isChosen = address.id === chosen?.id
            return (
              <li
                key={address.id}
                className={cx(
                  'rounded-md border transition-colors',
                  isChosen
                    ? 'border-peacock bg-peacock-tint'
                    : 'border-line bg-card hover:border-line-strong',
                )}
              >
                <label className="flex gap-3 p-4">
                  <input
                    type="radio"
                    name={name}
                    value={address.id}
                    checked={isChosen}
                    onChange={() => onChoose(address)}
                    className="mt-0.5 size-5 shrink-0 cursor-pointer accent-peacock"
                  />
                  <span className="min-w-0">
                    <AddressText address={address} />
                  </span>
                </label>
                {isChosen && (
                  <div className="px-4 pb-4 sm:pl-12">
                    <Button variant="accent" className="w-full sm:w-auto" onClick={onDeliver}>
                      DELIVER HERE
                    </Button>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <AddButton variant="outline" className="mt-4 w-full" onClick={onAdd} />
    </>
  )
}

const AddButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props}>
    <Plus aria-hidden className="size-5" />
    Add New Address
  </Button>
)

/** An address on a card: city with badges, receiver, street, pincode. */
export function AddressText({ address }: { address: Address }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-bold wrap-anywhere">
          {address.city}, {address.state}
        </span>
        <Badge>Home</Badge>
        {address.is_default && <Badge tone="good">Default</Badge>}
      </span>
      <span className="mt-1 block wrap-anywhere">
        {address.full_name}
        <span className="text-ink-soft"> · {address.phone}</span>
      </span>
      <span className="block wrap-anywhere text-ink-soft">
        {streetOf(address)}, {address.country}
      </span>
      <span className="figures block text-ink-soft">Pincode: {address.pincode}</span>
    </>
  )
}
