/** The fields of an order by phone: whose it is, where it goes, what is in it. */
import { formatShortRupees } from '@haat/contract/money'
import { statesOfPin } from '@haat/contract/indian-states'
import { type StaffCustomer, staffCustomers } from '@haat/contract/staff/customers'
import type { PhoneQuote } from '@haat/contract/staff/phone-orders'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Select, TextArea, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { actQuery, useMay } from '../../api/queries.ts'
import { count } from '../../lib/format.ts'
import { stateOptions } from '../../lib/state-options.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Card } from '../../ui/card.tsx'
import { Finder } from '../../ui/finder.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { type PhoneOrder, shortageOf } from './phone-order.ts'
import { readChat } from './read-chat.ts'
import { VariantPicker } from './variant-picker.tsx'

interface FieldsProps {
  form: UseFormReturn<PhoneOrder>
}

const SET = { shouldDirty: true, shouldValidate: false } as const

/** Fills some of it; an empty text changes nothing. */
export function fill(form: UseFormReturn<PhoneOrder>, values: Partial<PhoneOrder>): void {
  form.clearErrors()
  for (const [name, value] of Object.entries(values))
    if (value !== '') form.setValue(name as keyof PhoneOrder, value, SET)
}

/** What a customer wrote, pasted. */
export function PasteChat({ form }: FieldsProps) {
  const text = useWatch({ control: form.control, name: 'chat' })
  const read = (): void => {
    const { items, ...chat } = readChat(text)
    fill(form, { ...chat, wanted: [...form.getValues('wanted'), ...items] })
    form.setValue('chat', '', SET)
  }
  return (
    <Card title="Paste a chat">
      <TextArea
        label="What the customer wrote"
        hint="Name, phone number, address with PIN code, and lines such as “2 x blue shirt M”. Check what it fills in."
        rows={3}
        {...fieldOf(form, 'chat')}
      />
      <Button variant="outline" className="mt-3" disabled={text.trim() === ''} onClick={read}>
        Fill in
      </Button>
    </Card>
  )
}

/** The customer who has the phone number, if the shop knows one. */
export function useKnownCustomer(phone: string): StaffCustomer | undefined {
  const may = useMay()
  const digits = useSettled(phone).replaceAll(/\D/g, '').slice(-10)
  const enabled = digits.length === 10 && may('customers.read')
  const found = useQuery({ ...actQuery(staffCustomers.list, { search: digits, limit: 1 }), enabled })
  const id = enabled ? found.data?.find(({ phone_number }) => phone_number === digits)?.id : undefined
  const { data } = useQuery({
    ...actQuery(staffCustomers.show, { customer: String(id) }),
    enabled: id !== undefined,
  })
  return data?.id === id ? data : undefined
}

export function CustomerFields({ form, known }: FieldsProps & { known: StaffCustomer | undefined }) {
  return (
    <Card title="Customer">
      <div className="grid gap-5">
        <FindCustomer form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Phone number" inputMode="tel" autoComplete="off" {...fieldOf(form, 'phone')} />
          <TextField label="Name" autoComplete="off" maxLength={100} {...fieldOf(form, 'name')} />
        </div>
        {known ? (
          <Known form={form} customer={known} />
        ) : (
          <TextField
            label="E-mail address (optional)"
            hint="With it the customer gets mails, and can log in after “Forgot password”."
            inputMode="email"
            autoComplete="off"
            {...fieldOf(form, 'email')}
          />
        )}
      </div>
    </Card>
  )
}

function FindCustomer({ form }: FieldsProps) {
  const may = useMay()
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data = [], isFetched } = useQuery({
    ...actQuery(staffCustomers.list, { search, limit: 5 }),
    enabled,
  })
  if (!may('customers.read')) return null
  const found = data.map(({ id, name, phone_number, email, orders }) => ({
    ...{ id, name, phone_number },
    note: [phone_number, email, count(orders, 'order')].filter(Boolean).join(' · '),
  }))
  return (
    <Finder
      label="Find a customer"
      placeholder="Name, phone or e-mail"
      type="search"
      value={text}
      onChange={setText}
      found={enabled && isFetched && search === text.trim() ? found : undefined}
      nothing="No customer found: fill in below."
      onChoose={({ name, phone_number: phone }) => {
        fill(form, { name, phone })
        setText('')
      }}
    />
  )
}

function Known({ form, customer }: FieldsProps & { customer: StaffCustomer }) {
  const { name, orders_count, refused, blocked_at, addresses } = customer
  const facts = [
    name,
    count(orders_count, 'order'),
    ...(refused > 0 ? [`${count(refused, 'parcel')} refused at the door`] : []),
  ]
  return (
    <div className="grid gap-3">
      <Notice tone={blocked_at ? 'bad' : refused > 0 ? 'wait' : 'info'}>
        {blocked_at
          ? `${name} is blocked: unblock before taking an order.`
          : `Known customer: ${facts.join(' · ')}`}
      </Notice>
      {addresses.map(({ name: full_name, street, landmark, city, state, pin }, index) => (
        <div key={index} className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
          <address className="min-w-0 flex-1 text-sm not-italic">
            {[full_name, street, landmark, city, state, pin].filter(Boolean).join(', ')}
          </address>
          <Button
            variant="outline"
            size="sm"
            onClick={() =>
              fill(form, {
                ...{ name: full_name, city, state, pin },
                street: [street, landmark].filter(Boolean).join(', '),
              })
            }
          >
            Use this address
          </Button>
        </div>
      ))}
    </div>
  )
}

export function AddressFields({ form, quote }: FieldsProps & { quote: PhoneQuote | undefined }) {
  const pin = useWatch({ control: form.control, name: 'pin' })
  const city = useWatch({ control: form.control, name: 'city' })
  const proposed = quote?.city && quote.city !== city ? quote.city : null
  const pinField = form.register('pin', {
    onChange({ target }) {
      const [state, other] = statesOfPin(String(target.value))
      if (state && !other && /^\d{6}$/.test(String(target.value))) fill(form, { state: state.name })
    },
  })
  return (
    <Card title="Address">
      <div className="grid gap-5">
        <div className="grid grid-cols-2 gap-5">
          <TextField
            label="PIN code"
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            error={form.formState.errors.pin?.message}
            {...pinField}
          />
          <TextField label="City" autoComplete="off" maxLength={100} {...fieldOf(form, 'city')} />
        </div>
        {proposed && pin.length === 6 && (
          <Button
            variant="quiet"
            size="sm"
            className="justify-self-start"
            onClick={() => fill(form, { city: proposed })}
          >
            City of the last order there: {proposed}
          </Button>
        )}
        <Select label="State" options={stateOptions('')} {...fieldOf(form, 'state')} />
        <TextArea label="House and street" maxLength={200} rows={2} {...fieldOf(form, 'street')} />
        {quote?.address_problem && <Notice tone="bad">{quote.address_problem}</Notice>}
      </div>
    </Card>
  )
}

export function ItemFields({ form, quote }: FieldsProps & { quote: PhoneQuote | undefined }) {
  const items = useWatch({ control: form.control, name: 'items' })
  const wanted = useWatch({ control: form.control, name: 'wanted' })
  const add = (item: Omit<PhoneOrder['items'][number], 'quantity'>, quantity = 1): void => {
    const there = items.some(({ variant_id }) => variant_id === item.variant_id)
    const next = there
      ? items.map((one) =>
          one.variant_id === item.variant_id ? { ...one, quantity: one.quantity + quantity } : one,
        )
      : [...items, { ...item, quantity }]
    form.setValue('items', next, SET)
  }
  const setQuantity = (id: number, quantity: number): void =>
    form.setValue(
      'items',
      items.flatMap((one) =>
        one.variant_id !== id ? [one] : quantity > 0 ? [{ ...one, quantity: Math.min(quantity, 999) }] : [],
      ),
      SET,
    )
  const dropWanted = (at: number): void => form.setValue('wanted', wanted.toSpliced(at, 1), SET)
  return (
    <Card title="Items">
      <div className="grid gap-5">
        {items.length > 0 && (
          <ul className="divide-y divide-line">
            {items.map((item) => {
              const line = quote?.lines.find(({ variant_id }) => variant_id === item.variant_id)
              const shortage = shortageOf({ stock: line?.stock ?? item.stock, quantity: item.quantity })
              return (
                <li key={item.variant_id} className="flex flex-wrap items-center gap-3 py-2.5">
                  <Thumbnail url={item.media_url} />
                  <span className="min-w-40 flex-1">
                    {item.name}
                    <span className="block text-sm text-ink-soft figures">
                      {formatShortRupees(line?.price ?? item.price)} each
                    </span>
                    {shortage && <span className="block text-sm font-semibold text-brick">{shortage}</span>}
                  </span>
                  <Stepper
                    name={item.name}
                    value={item.quantity}
                    removes={`Remove ${item.name}`}
                    onChange={(quantity) => setQuantity(item.variant_id, quantity)}
                  >
                    <output
                      aria-label={`Pieces of ${item.name}`}
                      className="w-9 text-center font-semibold figures"
                    >
                      {item.quantity}
                    </output>
                  </Stepper>
                </li>
              )
            })}
          </ul>
        )}
        {wanted.map(({ text, quantity }, at) => (
          <div key={`${at}:${text}`} className="rounded-md border-2 border-marigold p-3">
            <div className="mb-2 flex items-center gap-3">
              <p className="min-w-0 flex-1 font-semibold">
                Asked for: {quantity} × {text}
              </p>
              <Button variant="quiet" size="sm" onClick={() => dropWanted(at)}>
                Leave out
              </Button>
            </div>
            <VariantPicker
              label={`Choose the product for “${text}”`}
              initial={text}
              onChoose={(item) => {
                add(item, quantity)
                dropWanted(at)
              }}
            />
          </div>
        ))}
        <VariantPicker label="Add an item" onChoose={add} />
      </div>
    </Card>
  )
}
