import { t } from '@lingui/core/macro'
import type { Address } from '@haat/contract/profile'
import { LIMITS } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { addressesQuery, useAddressChange } from '../../api/addresses.queries.ts'
import { call, contract, messageOf } from '../../api/client.ts'
import { Button, type ButtonVariant } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Loading } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressDialog, interruptedAddress, useSaveAddress, useUnsavedAddress } from './address-dialog.tsx'
import { AddressText } from './address-picker.tsx'

const limitReached = (most: number): string =>
  t`Address limit reached (${most}). Delete any address to add a new one.`

/** Milliseconds for which a deletion can be undone, unless the customer goes to another screen. */
const UNDO_DURATION = 60_000

/** What is said of a change that the server has refused, and of one that has not reached it. */
const FAILURES = {
  add: () => [t`Failed to add address.`, t`Network error. Could not add address.`],
  update: () => [t`Failed to update address.`, t`Network error. Could not update address.`],
  delete: () => [t`Failed to delete address.`, t`Network error. Could not delete address.`],
  'set default': () => [t`Failed to set default address.`, t`Network error. Could not set default address.`],
} satisfies Record<string, () => [refused: string, unreached: string]>

const failed = (verb: keyof typeof FAILURES) => (error: Error) =>
  toast('error', messageOf(error, ...FAILURES[verb]()))

const told = (message: string) => () => toast('success', message)

export function AddressBook() {
  const { data: addresses, error, refetch } = useQuery(addressesQuery())
  const [open, setOpen] = useState<Address | 'new' | null>(null)
  const [interrupted, setInterrupted] = useState(interruptedAddress)
  const edited = open ?? (interrupted === null ? 'new' : addresses?.find(({ id }) => id === interrupted))
  const [unsaved, setUnsaved] = useUnsavedAddress()
  const close = (typed: typeof unsaved) => {
    if (edited === 'new') setUnsaved(typed)
    setOpen(null)
    setInterrupted(undefined)
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutateAsync: save } = useSaveAddress()
  const { mutateAsync: remove } = useAddressChange((id: number) =>
    call(contract.profile.deleteAddress, { params: { id } }),
  )
  const { mutateAsync: setDefault } = useAddressChange((id: number) =>
    call(contract.profile.setDefaultAddress, { params: { id } }),
  )
  const restore = (address: Address) =>
    save({ id: null, body: address }).then(told(t`Address added successfully`), failed('add'))
  const deleted = (address: Address) =>
    toast('success', t`Address deleted successfully`, 'page', {
      label: t`Undo`,
      onClick: () => restore(address),
      duration: UNDO_DURATION,
    })
  const failure = error && messageOf(error, t`Could not fetch addresses.`)
  useEffect(() => {
    if (failure) toast('error', failure)
  }, [failure])
  const full = (addresses?.length ?? 0) >= LIMITS.addresses
  return (
    <section aria-labelledby="address-book" className="max-lg:my-4 lg:row-span-2">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="address-book" ref={heading} tabIndex={-1} data-page-heading className="text-xl font-bold">
          {t`Addresses`}
        </h2>
        <Button
          icon={Plus}
          variant="outline"
          size="sm"
          onClick={() => (full ? toast('error', limitReached(LIMITS.addresses)) : setOpen('new'))}
        >
          {t`Add New Address`}
        </Button>
      </div>
      {full && (
        <Notice tone="wait" className="mb-4">
          {limitReached(LIMITS.addresses)}
        </Notice>
      )}
      {failure && !addresses && (
        <Notice tone="bad" onRetry={() => refetch()}>
          {failure}
        </Notice>
      )}
      {!addresses && !failure && <Loading text={t`Loading addresses...`} size="h-48 rounded-md" />}
      {addresses?.length === 0 && (
        <p className="rounded-md border border-dashed border-line-strong px-5 py-10 text-center text-ink-soft">{t`No addresses yet. Add one, and your next order is a few taps away.`}</p>
      )}
      <ul className="grid gap-3 md:max-lg:grid-cols-2">
        {addresses?.map((address) => (
          <AddressEntry
            key={address.id}
            address={address}
            onEdit={() => setOpen(address)}
            onSetDefault={() =>
              setDefault(address.id).then(told(t`Default address set successfully`), failed('set default'))
            }
            onDelete={() => {
              heading.current?.focus({ preventScroll: true })
              return remove(address.id).then(() => deleted(address), failed('delete'))
            }}
          />
        ))}
      </ul>
      {edited && (
        <AddressDialog
          address={edited === 'new' ? null : edited}
          failures={FAILURES[edited === 'new' ? 'add' : 'update']}
          toastStyle="page"
          unsaved={unsaved}
          onClose={close}
        />
      )}
    </section>
  )
}

interface AddressEntryProps {
  address: Address
  onSetDefault: () => Promise<unknown>
  onEdit: () => void
  onDelete: () => Promise<unknown>
}

function AddressEntry({ address, onSetDefault, onEdit, onDelete }: AddressEntryProps) {
  const button = (label: string, onClick: () => unknown, variant: ButtonVariant = 'quiet') => (
    <Button variant={variant} size="sm" onClick={onClick}>
      {label}
      <span className="sr-only">: {address.address_line1}</span>
    </Button>
  )
  return (
    <li className="flex flex-col rounded-md border border-line bg-card p-4">
      <div className="grow">
        <AddressText address={address} />
      </div>
      <div className="mt-3 -mb-2 -ml-3 flex flex-wrap gap-x-1 pt-1 max-xs:*:px-2.5">
        {!address.is_default && button(t`Set Default`, onSetDefault)}
        {button(t`Edit`, onEdit)}
        {button(t`Delete`, onDelete, 'danger')}
      </div>
    </li>
  )
}
