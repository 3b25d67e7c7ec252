import { t } from '@lingui/core/macro'
import { findState, stateProblem, statesOfPin } from '@haat/contract/indian-states'
import type { Address, AddressBody } from '@haat/contract/profile'
import { PATTERNS } from '@haat/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { addressesQuery, useAddressChange } from '../../api/addresses.queries.ts'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { formDraft, useUnsaved } from '../../api/draft.ts'
import { readSession } from '../../api/session.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { fieldOf } from '@haat/ui/form'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select, TextField } from '@haat/ui/field'
import { toast, type ToastStyle } from '../../ui/toast.ts'
import { deliveryQuery, usePincode } from '../delivery/delivery.queries.ts'
import { countryName } from '../../lib/format.ts'
import { stateName, stateOptions } from '../../lib/state-names.ts'

/** The usual state of a PIN code; undefined when it is not complete or does not tell. */
const stateOfPin = (pincode: string): string | undefined =>
  PATTERNS.pincode.test(pincode) ? statesOfPin(pincode)[0]?.name : undefined

/** The values of a new form, or of the address to edit, in the form's order. @param pincode of a new one; empty without */
const fieldsOf = (address: Address | null, country: string, pincode: string) => ({
  pincode: address?.pincode ?? pincode,
  city: address?.city ?? '',
  state: findState(address?.state ?? '')?.name ?? stateOfPin(address?.pincode ?? pincode) ?? '',
  address_line1: address?.address_line1 ?? '',
  address_line2: address?.address_line2 ?? '',
  country: address?.country ?? country,
  full_name: address?.full_name ?? '',
  phone: address?.phone ?? '',
  is_default: address?.is_default ?? false,
})

/** The form's values, as typed. Without a receiver the server fills in the shopper. */
type AddressValues = ReturnType<typeof fieldsOf>

const valuesOf = (form: UseFormReturn<AddressValues>) => {
  const { state, pincode } = form.getValues()
  return { state, pincode: pincode.trim() }
}

/** `id` of the address, null for a new one. */
const draft = formDraft<{ id: number | null; fields: AddressValues }>()

/** The address whose form the end of the session has closed: null for a new one, undefined for none. */
export const interruptedAddress = (): number | null | undefined => draft.read()?.id

/** A new address that was typed on this screen and not saved; undefined without one. */
export const useUnsavedAddress = () => useUnsaved<AddressValues>('unsavedAddress')

export const useSaveAddress = () =>
  useAddressChange(({ id, body }: { id: number | null; body: AddressBody }) =>
    id === null
      ? call(contract.profile.addAddress, { body })
      : call(contract.profile.updateAddress, { params: { id }, body }),
  )

interface AddressDialogProps {
  /** The address to edit; null for a new one. */
  address: Address | null
  /** What is said where the server has refused it, and where it was not reached. */
  failures: () => readonly [refused: string, unreached: string]
  toastStyle: ToastStyle
  /** What is typed at first into a new address. */
  unsaved?: AddressValues | undefined
  /** @param unsaved what was typed into a new address; undefined once it is saved */
  onClose: (unsaved?: AddressValues) => void
  onSaved?: (address: Address) => void
}

/** What is wrong with state or PIN code of an address, in the page's language. */
const stateFault = (address: { state: string; pincode: string }) =>
  stateProblem(address, {
    unknown: (state) => t`“${state}” is not a state or union territory of India.`,
    missing: (pincode) => t`PIN code ${pincode} does not exist.`,
    elsewhere: (pincode, possible, other) =>
      t`PIN code ${pincode} is in ${{ places: possible.map(stateName).join(` ${t`or`} `) }}, not in ${{ state: stateName(other) }}.`,
  })

/** A modal form for an address, rendered only while it is open. The server checks the fields. */
export function AddressDialog(props: AddressDialogProps) {
  const { address, failures, toastStyle, unsaved, onClose, onSaved } = props
  const country = useSettings()?.default_country ?? ''
  const id = address?.id ?? null
  const [typed] = useState(() =>
    draft.read()?.id === id ? draft.read()?.fields : address ? undefined : unsaved,
  )
  // Where the shopper looked, unless there is an address there already.
  const kept = usePincode() ?? ''
  const { data: saved = [] } = useQuery(addressesQuery())
  const pincode = saved.some((one) => one.pincode === kept) ? '' : kept
  const form = useForm({ defaultValues: typed ?? fieldsOf(address, country, pincode) })
  useEffect(() => draft.forget(), [])
  draft.useKeep(() => ({ id, fields: form.getValues() }))
  const { mutateAsync: save } = useSaveAddress()
  // Of the address as it was when the form opened.
  const [problem] = useState(() => address && stateFault(address))
  // The form has another state already, from the PIN code.
  const [filledIn] = useState(() => problem && !findState(address?.state ?? '') && form.getValues('state'))
  const { setError } = form
  useEffect(() => {
    if (problem && !filledIn) setError(problem.path, { message: problem.message }, { shouldFocus: true })
  }, [problem, filledIn, setError])
  const onSuccess = (reply: { address: Address }) => {
    toast('success', address ? t`Address updated successfully` : t`Address added successfully`, toastStyle)
    onSaved?.(reply.address)
    onClose()
  }
  const refused = (error: unknown) => {
    const text = messageOf(error, ...failures())
    const values: Record<string, unknown> = form.getValues()
    const wrong = error instanceof ApiError ? error.errors.filter(({ path }) => path in values) : []
    // Of two of a field, the first is shown.
    for (const { path, message } of wrong.toReversed()) {
      const isBlank = String(values[path]).trim() === ''
      setError(path as keyof AddressValues, { message: isBlank ? t`Please fill this in` : message })
    }
    toast('error', text, toastStyle)
    return wrong.length === 0 ? text : null
  }
  const send = form.handleSubmit((body) => save({ id, body }, { onSuccess }))
  const { isSubmitting, isDirty } = form.formState
  const close = () => onClose(address === null && (typed || isDirty) ? form.getValues() : undefined)
  return (
    <FormDialog
      title={address ? t`Edit Address` : t`Add New Address`}
      button={isSubmitting ? t`Saving...` : t`Save Address`}
      keep={t`Cancel`}
      send={send}
      failureText={refused}
      onClose={close}
    >
      {filledIn && <Notice>{t`We filled in ${stateName(filledIn)}: please check and save.`}</Notice>}
      <AddressFields form={form} isOpen={address !== null || Boolean(typed?.full_name || typed?.phone)} />
    </FormDialog>
  )
}

/** @param isOpen whether the receiver's fields are open at first */
function AddressFields({ form, isOpen }: { form: UseFormReturn<AddressValues>; isOpen: boolean }) {
  const queries = useQueryClient()
  const name = readSession()?.user.name
  const [pincode, state] = useWatch({ control: form.control, name: ['pincode', 'state'] })
  const { data: delivery } = useQuery(deliveryQuery(pincode.trim(), state || undefined))
  /** The shopper's own words stay, unless the PIN code is of another state. */
  const filledCity = useRef('')
  const fillCity = async (pincode: string, isElsewhere: boolean) => {
    if (!PATTERNS.pincode.test(pincode)) return
    const { city } = await queries.ensureQueryData(deliveryQuery(pincode)).catch(() => ({ city: null }))
    const typed = form.getValues('city').trim()
    if (city === null || (typed !== '' && typed !== filledCity.current && !isElsewhere)) return
    if (valuesOf(form).pincode !== pincode) return
    filledCity.current = city
    form.setValue('city', city)
    form.clearErrors('city')
  }
  const fillState = () => {
    const { state, pincode } = valuesOf(form)
    const usual = stateOfPin(pincode)
    const isElsewhere = usual !== undefined && stateFault({ state, pincode }) !== null
    void fillCity(pincode, state !== '' && isElsewhere)
    if (!isElsewhere) return
    form.setValue('state', usual)
    form.clearErrors('state')
  }
  const fillNew = useEffectEvent(() => form.getValues('city') === '' && fillState())
  useEffect(() => void fillNew(), [])
  const checkState = () => {
    const { state, pincode } = valuesOf(form)
    const wrong = state && stateFault({ state, pincode })
    if (wrong) form.setError(wrong.path, { message: wrong.message })
    else form.clearErrors(['state', 'pincode'])
  }
  const field = (name: keyof AddressValues, label: string, onChange?: () => void) => ({
    label,
    ...fieldOf(form, name, { onChange }),
  })
  const required = (name: keyof AddressValues, label: string, onChange?: () => void) => ({
    ...field(name, label, onChange),
    'aria-required': true,
  })
  const pinField = required('pincode', t`Pincode`, fillState)
  const isWide = !pinField.error && delivery?.problem
  return (
    <div className="grid grid-cols-5 gap-4">
      <div className="col-span-full grid grid-cols-2 grid-rows-[auto_1fr] gap-x-4">
        <TextField
          {...pinField}
          error={pinField.error ?? delivery?.problem ?? undefined}
          inputMode="numeric"
          autoComplete="postal-code"
          // What is wrong with the place has the room of both fields.
          className={isWide ? 'contents [&>p]:col-span-2' : undefined}
        />
        <TextField
          {...required('city', t`City`)}
          autoComplete="address-level2"
          className={isWide ? 'col-start-2 row-span-2 row-start-1' : undefined}
        />
      </div>
      <Select
        {...required('state', t`State`, checkState)}
        autoComplete="address-level1"
        options={[{ value: '', label: t`Choose a state` }, ...stateOptions()]}
        className="col-span-3 max-sm:col-span-full"
      />
      <TextField
        label={t`Country`}
        value={countryName(form.getValues('country')) ?? ''}
        readOnly
        className="col-span-2 max-sm:col-span-full"
      />
      <TextField
        {...required('address_line1', t`Address line 1`)}
        autoComplete="address-line1"
        placeholder={t`House, street`}
        className="col-span-full"
      />
      <TextField
        {...field('address_line2', t`Address line 2 (optional)`)}
        autoComplete="address-line2"
        placeholder={t`Area, landmark`}
        className="col-span-full"
      />
      <details open={isOpen} className="col-span-full">
        <summary className="min-h-11 content-center text-sm font-semibold text-peacock underline-offset-4 hover:underline">
          {t`Someone else receives it`}
          {!isOpen && name && <span className="font-normal text-ink-soft"> · {t`now: ${name}`}</span>}
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <TextField {...field('full_name', t`Full name`)} autoComplete="name" />
          <TextField {...field('phone', t`Phone number`)} type="tel" autoComplete="tel-national" />
        </div>
      </details>
      <Checkbox
        label={t`Set as default address`}
        {...form.register('is_default')}
        className="col-span-full"
      />
    </div>
  )
}
