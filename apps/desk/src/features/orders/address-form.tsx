import { INDIAN_STATES } from '@haat/contract/indian-states'
import { staffOrders, type StaffOrder } from '@haat/contract/staff/orders'
import { Select, TextArea, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { useEffect } from 'react'
import { useActs } from '../../api/use-act.ts'
import { EditForm } from '../../form/edit-form.tsx'
import { reloadOf, useEditForm } from '../../form/use-edit-form.ts'
import { doneText } from './step-texts.ts'

const LABELS = {
  name: 'Name',
  phone: 'Phone number',
  street: 'House and street',
  city: 'City',
  state: 'State',
  pin: 'PIN code',
}
type AddressValues = Record<keyof typeof LABELS, string>

const valuesOf = (order: StaffOrder): AddressValues => ({
  name: order.shipping_name,
  phone: order.shipping_phone,
  street: order.shipping_street,
  city: order.shipping_city,
  state: order.shipping_state,
  pin: order.shipping_zip,
})

const STATES = INDIAN_STATES.map(({ name }) => ({ value: name, label: name }))

interface AddressFormProps {
  order: StaffOrder
  version: string | null
  onClose: () => void
}

/** Where a parcel goes, until it is shipped. */
export function AddressForm({ order, version, onClose }: AddressFormProps) {
  const acts = useActs()
  const id = String(order.id)
  const before = valuesOf(order)
  const edit = useEditForm<AddressValues>({
    draftKey: `orders.address:${id}`,
    stored: { values: before, version },
    save: (values, seen) =>
      acts.send(
        staffOrders.address,
        { order: id, ...changesOf(before, values) },
        (changed) => doneText('address', [changed]),
        { version: seen },
      ),
    reload: reloadOf(staffOrders.show, { order: id }, valuesOf),
    onSaved: onClose,
  })
  const { form } = edit
  useEffect(() => {
    form.setFocus('street')
  }, [form])
  return (
    <EditForm edit={edit} labels={LABELS} onCancel={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={LABELS.name} autoComplete="off" maxLength={100} {...fieldOf(form, 'name')} />
        <TextField label={LABELS.phone} inputMode="tel" maxLength={20} {...fieldOf(form, 'phone')} />
      </div>
      <TextArea label={LABELS.street} maxLength={400} {...fieldOf(form, 'street')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={LABELS.pin} inputMode="numeric" maxLength={6} {...fieldOf(form, 'pin')} />
        <TextField label={LABELS.city} maxLength={100} {...fieldOf(form, 'city')} />
      </div>
      <Select
        label={LABELS.state}
        options={
          STATES.some(({ value }) => value === before.state)
            ? STATES
            : [{ value: before.state, label: `${before.state || 'None'} (not a state of India)` }, ...STATES]
        }
        {...fieldOf(form, 'state')}
      />
    </EditForm>
  )
}

/** Only the fields that differ. */
function changesOf(before: AddressValues, values: AddressValues): Partial<AddressValues> {
  const names = Object.keys(before) as (keyof AddressValues)[]
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name].trim()]),
  )
}
