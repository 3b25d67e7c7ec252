import type { FormEventHandler } from 'react'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import type { AddressFields } from './address-fields.ts'
import { INDIAN_STATES } from './indian-states.ts'

interface AddressFormProps {
  /** Ties the form to a button that stands outside it. */
  id: string
  form: UseFormReturn<AddressFields>
  /** Whether required fields are checked before sending; otherwise the server says what is missing. */
  checked: boolean
  /** The address has a receiver already. */
  receiverOpen: boolean
  onSubmit: FormEventHandler
}

/** The fields of an address. */
export function AddressForm({ id, form, checked, receiverOpen, onSubmit }: AddressFormProps) {
  const statesId = useId()
  const { errors } = form.formState
  const field = (name: keyof AddressFields, label: string, required: boolean) => ({
    label,
    ...form.register(name, {
      validate: (value) => !checked || !required || String(value).trim() !== '' || `${label} is required`,
    }),
    'aria-required': required || undefined,
    error: errors[name]?.message,
  })
  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field('address_line1', 'Address line 1', true)}
        autoComplete="address-line1"
        placeholder="House, street"
        className="sm:col-span-2"
      />
      <TextField
        {...field('address_line2', 'Address line 2 (optional)', false)}
        autoComplete="address-line2"
        placeholder="Area, landmark"
        className="sm:col-span-2"
      />
      <TextField {...field('pincode', 'Pincode', true)} inputMode="numeric" autoComplete="postal-code" />
      <TextField {...field('city', 'City', true)} autoComplete="address-level2" />
      <TextField {...field('state', 'State', true)} autoComplete="address-level1" list={statesId} />
      <datalist id={statesId}>
        {INDIAN_STATES.map((state) => (
          <option key={state} value={state}>
            {state}
          </option>
        ))}
      </datalist>
      <TextField {...field('country', 'Country', true)} autoComplete="country-name" />
      <details open={receiverOpen} className="sm:col-span-2">
        <summary className="min-h-11 content-center text-sm font-semibold text-peacock underline-offset-4 hover:underline">
          Someone else receives it
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <TextField {...field('full_name', 'Full name', false)} autoComplete="name" />
          <TextField {...field('phone', 'Phone number', false)} type="tel" autoComplete="tel-national" />
        </div>
      </details>
      <Checkbox label="Set as default address" {...form.register('is_default')} className="sm:col-span-2" />
    </form>
  )
}
