import { type StaffOrder, staffOrders } from '@haat/contract/staff/orders'
import { type FieldTexts, useAsk } from '../../form/act-form.tsx'
import { reloadOf } from '../../form/use-edit-form.ts'
import { stateOptions } from '../../lib/state-options.ts'
import { doneText } from './step-texts.ts'

const fieldsOf = (order: StaffOrder): Record<string, FieldTexts> => {
  const field = (label: string, initial: string) => ({ label, initial, hint: null, ifChanged: true })
  return {
    name: field('Name', order.shipping_name),
    phone: field('Phone number', order.shipping_phone),
    street: { ...field('House and street', order.shipping_street), isLong: true },
    pin: field('PIN code', order.shipping_zip),
    city: field('City', order.shipping_city),
    state: { ...field('State', order.shipping_state), options: stateOptions(order.shipping_state) },
  }
}

/** Asks where a parcel goes, until it is shipped. */
export function useAddressQuestion(order: StaffOrder, version: string | null): () => void {
  const ask = useAsk()
  const given = { order: String(order.id) }
  return () =>
    ask({
      act: staffOrders.address,
      title: 'Change the address',
      button: 'Save',
      given,
      fields: fieldsOf(order),
      version,
      reload: reloadOf(staffOrders.show, given, fieldsOf),
      done: (changed) => doneText('address', [changed]),
    })
}
