import type { Address } from '@haat/contract/profile'
import { LIMITS } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, Notice, Skeleton } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressEntry } from './address-entry.tsx'
import { addressesQuery } from './addresses.queries.ts'
import { failureWords, useBookActions } from './use-book-actions.ts'

const LIMIT_REACHED = `Address limit reached (${LIMITS.addresses}). Delete any address to add a new one.`

/** The customer's addresses, to change, delete and add. */
export function AddressBook() {
  const { data: addresses, error, refetch } = useQuery(addressesQuery())
  const [open, setOpen] = useState<Address | 'new' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { remove, setDefault } = useBookActions()
  const failure = error && messageOf(error, 'Could not fetch addresses.')
  useEffect(() => {
    if (failure) toast('error', failure)
  }, [failure])
  const full = (addresses?.length ?? 0) >= LIMITS.addresses
  return (
    <section aria-labelledby="address-book">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="address-book" ref={heading} tabIndex={-1} data-page-heading className="text-xl font-bold">
          Addresses
        </h2>
        <Button
          variant="outline"
          size="sm"
          onClick={() => (full ? toast('error', LIMIT_REACHED) : setOpen('new'))}
        >
          <Plus aria-hidden className="size-5" />
          Add New Address
        </Button>
      </div>
      {full && (
        <Notice tone="wait" className="mb-4">
          {LIMIT_REACHED}
        </Notice>
      )}
      {failure && !addresses && (
        <Notice
          tone="bad"
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      {!addresses && !failure && <BookLoading />}
      {addresses?.length === 0 && (
        <p className="rounded-md border border-dashed border-line-strong px-5 py-10 text-center text-ink-soft">
          No addresses yet. Add one, and your next order is a few taps away.
        </p>
      )}
      <ul className="grid gap-3 md:grid-cols-2">
        {addresses?.map((address) => (
          <AddressEntry
            key={address.id}
            address={address}
            onEdit={() => setOpen(address)}
            onSetDefault={() => setDefault(address.id)}
            onDelete={() => {
              remove(address.id)
              heading.current?.focus({ preventScroll: true })
            }}
          />
        ))}
      </ul>
      {open !== null && (
        <AddressDialog
          address={open === 'new' ? null : open}
          words={failureWords(open === 'new' ? 'add' : 'update')}
          checked={false}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function BookLoading() {
  return (
    <Loading text="Loading addresses...">
      <div className="grid gap-3 md:grid-cols-2">
        <Skeleton className="h-48 rounded-md" />
        <Skeleton className="h-48 rounded-md max-md:hidden" />
      </div>
    </Loading>
  )
}
