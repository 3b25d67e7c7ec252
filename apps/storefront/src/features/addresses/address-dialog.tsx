import type { Address } from '@haat/contract/profile'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/client.ts'
import { readSession } from '../../api/session.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/feedback.tsx'
import type { ToastPlace } from '../../ui/toast.ts'
import { toast } from '../../ui/toast.ts'
import { bodyOf, fieldsOf, isField } from './address-fields.ts'
import { AddressForm } from './address-form.tsx'
import { useSaveAddress } from './addresses.queries.ts'

/** What a screen says when an address could not be kept. */
export interface AddressWords {
  failed: string
  network: string
  place: ToastPlace
}

interface AddressDialogProps {
  /** The address to change; null for a new one. */
  address: Address | null
  words: AddressWords
  /** Whether required fields are checked before sending. */
  checked: boolean
  onClose: () => void
  onSaved?: (address: Address) => void
}

/** A modal form for an address; drawn only while it is open. */
export function AddressDialog({ address, words, checked, onClose, onSaved }: AddressDialogProps) {
  const formId = useId()
  const country = useSettings()?.default_country ?? ''
  const form = useForm({ defaultValues: fieldsOf(address, country) })
  const saving = useSaveAddress()
  const [failure, setFailure] = useState<string | null>(null)
  const say = (message: string) => {
    setFailure(message)
    toast('error', message, words.place)
  }
  const refused = (error: Error) => {
    for (const { path, message } of error instanceof ApiError ? error.errors : []) {
      if (isField(path)) form.setError(path, { message })
    }
    say(messageOf(error, words.failed, words.network))
  }
  const submit = form.handleSubmit(
    (fields) => {
      setFailure(null)
      if (!readSession()) return say('Please login to add address')
      return saving.mutate(
        { id: address?.id ?? null, body: bodyOf(fields) },
        {
          onSuccess: (reply) => {
            toast(
              'success',
              address ? 'Address updated successfully' : 'Address added successfully',
              words.place,
            )
            onSaved?.(reply.address)
            onClose()
          },
          onError: refused,
        },
      )
    },
    () => toast('error', 'Please fill all required fields', words.place),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={address ? 'Edit Address' : 'Add New Address'}
      footer={
        <>
          {failure && (
            <Notice tone="bad" className="mb-3">
              {failure}
            </Notice>
          )}
          <div className="flex justify-end gap-3">
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={saving.isPending}>
              {saving.isPending ? 'Saving...' : 'Save Address'}
            </Button>
          </div>
        </>
      }
    >
      <AddressForm
        id={formId}
        form={form}
        checked={checked}
        receiverOpen={address !== null}
        onSubmit={(event) => {
          if (saving.isPending) event.preventDefault()
          else void submit(event)
        }}
      />
    </Dialog>
  )
}
