import type { Address } from '@haat/contract/profile'
import { Button } from '../../ui/button.tsx'
import { AddressText } from './address-text.tsx'

interface AddressEntryProps {
  address: Address
  onSetDefault: () => void
  onEdit: () => void
  onDelete: () => void
}

/** An address of the profile with what can be done to it. */
export function AddressEntry({ address, onSetDefault, onEdit, onDelete }: AddressEntryProps) {
  const name = <span className="sr-only">: {address.address_line1}</span>
  return (
    <li className="flex flex-col rounded-md border border-line bg-card p-4">
      <div className="grow">
        <AddressText address={address} />
      </div>
      <div className="mt-3 -mb-2 -ml-3 flex flex-wrap gap-x-1 pt-1">
        {!address.is_default && (
          <Button variant="quiet" size="sm" onClick={onSetDefault}>
            Set Default{name}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onEdit}>
          Edit{name}
        </Button>
        <Button variant="quiet" size="sm" className="text-brick! hover:bg-brick-tint!" onClick={onDelete}>
          Delete{name}
        </Button>
      </div>
    </li>
  )
}
