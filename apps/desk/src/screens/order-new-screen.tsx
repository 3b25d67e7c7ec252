import { formatShortRupees } from '@haat/contract/money'
import { staffOrders } from '@haat/contract/staff/orders'
import type { TakenOrder } from '@haat/contract/staff/phone-orders'
import { Button, buttonClass } from '@haat/ui/button'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { fieldOf, Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { CallError, messageOf } from '../api/client.ts'
import { actQuery, useMe } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import {
  confirmationText,
  inputOf,
  itemTexts,
  NEW_ORDER,
  type PhoneOrder,
} from '../features/orders/phone-order.ts'
import {
  AddressFields,
  CustomerFields,
  ItemFields,
  PasteChat,
  useKnownCustomer,
} from '../features/orders/phone-order-fields.tsx'
import { DraftNotice } from '../form/edit-form.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { count } from '../lib/format.ts'
import { useSettled } from '../lib/use-settled.ts'
import { paths } from '../paths.ts'
import { ScreenHead } from '../shell/screen-head.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { Card } from '../ui/card.tsx'
import { WhatsAppLink } from '../ui/contact-links.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { QrCode } from '../ui/qr-code.tsx'

interface Done {
  order: TakenOrder
  items: string[]
}

export function OrderNewScreen() {
  const [done, setDone] = useState<Done>()
  return (
    <>
      <ScreenHead
        key={String(done === undefined)}
        title={done ? 'Order taken' : 'New order'}
        text={done ? undefined : 'By phone or WhatsApp. Prices, stock and coupons are those of the shop.'}
        back={{ label: 'Orders', path: paths.orders() }}
      />
      {done ? <Taken {...done} onNext={() => setDone(undefined)} /> : <TakeOrder onDone={setDone} />}
    </>
  )
}

function TakeOrder({ onDone }: { onDone: (done: Done) => void }) {
  const acts = useActs()
  const taken = useRef<Done>(undefined)
  const edit = useEditForm<PhoneOrder>({
    draftKey: 'orders.create',
    stored: { values: NEW_ORDER, version: null },
    async save(values) {
      if (values.wanted.length > 0)
        throw new CallError(0, 'Choose a product for what the chat asks for, or leave it out.')
      if (values.items.length === 0) throw new CallError(0, 'Add an item first.')
      const order = await acts.send(
        staffOrders.create,
        inputOf(values),
        ({ id, customer }) => `Order #${id} of ${customer} is taken.`,
      )
      taken.current = { order, items: values.items.map(({ name, quantity }) => `${quantity} × ${name}`) }
    },
    onSaved: () => taken.current && onDone(taken.current),
  })
  const { form } = edit
  const values = form.watch()
  const known = useKnownCustomer(values.phone)
  const coupon = useSettled(values.coupon.trim())
  const item = itemTexts(values.items)
  const isAsked = item.length > 0
  const { data, error } = useQuery({
    ...actQuery(staffOrders.quote, {
      item,
      coupon: coupon || undefined,
      pin: /^\d{6}$/.test(values.pin) ? values.pin : undefined,
      state: values.state || undefined,
      customer: known && String(known.id),
    }),
    enabled: isAsked,
  })
  const quote = isAsked ? data : undefined
  const cashFee = values.payment === 'COD' ? (quote?.cod_fee ?? 0) : 0
  return (
    <Form
      onSubmit={edit.submit}
      onKeyDown={(event) => {
        // Enter in a field takes no order: only the button does.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
      className="desk-margin grid max-w-180 gap-4 py-4"
    >
      <DraftNotice draft={edit.draft} />
      <PasteChat form={form} />
      <CustomerFields form={form} known={known} />
      <AddressFields form={form} quote={quote} />
      <ItemFields form={form} quote={quote} />
      <Card title="Payment">
        <div className="grid gap-5">
          <TextField
            label="Coupon code (optional)"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            {...fieldOf(form, 'coupon')}
            error={quote?.coupon_problem ?? form.formState.errors.coupon?.message}
          />
          {quote?.online && (
            <RadioGroup
              legend="How it is paid"
              value={values.payment}
              onChange={(payment) => form.setValue('payment', payment, { shouldDirty: true })}
              options={[
                { value: 'COD', label: 'Cash on delivery' },
                {
                  value: 'ONLINE',
                  label: 'A link to pay',
                  note: `The stock is held for ${count(quote.hold_hours, 'hour')}`,
                },
              ]}
            />
          )}
          {values.payment === 'COD' && quote?.cod_problem && <Notice tone="bad">{quote.cod_problem}</Notice>}
        </div>
      </Card>
      <ActionBar className="-mx-4">
        {/* Where the button is: the screen is long. */}
        {(edit.failure || (isAsked && error)) && (
          <Notice tone="bad" className="w-full">
            {edit.failure ?? messageOf(error)}
          </Notice>
        )}
        <div role="status" className="min-w-0 flex-1 figures">
          <p className="text-lg font-bold">
            {quote ? formatShortRupees(quote.total_amount + cashFee) : 'No items yet'}
          </p>
          {quote && (
            <p className="text-sm text-ink-soft">
              {[
                `Items ${formatShortRupees(quote.items_total)}`,
                quote.total_discount_amount > 0 &&
                  `coupon −${formatShortRupees(quote.total_discount_amount)}`,
                quote.total_shipping_price > 0
                  ? `delivery ${formatShortRupees(quote.total_shipping_price)}`
                  : 'free delivery',
                cashFee > 0 && `cash fee ${formatShortRupees(cashFee)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </div>
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          Take the order
        </Button>
      </ActionBar>
    </Form>
  )
}

function Taken({ order, items, onNext }: Done & { onNext: () => void }) {
  const { shop_name } = useMe()
  const text = confirmationText(order, items, shop_name)
  return (
    <div className="desk-margin grid max-w-180 gap-4 py-4">
      <Card title={`#${order.id} for ${order.customer}, ${formatShortRupees(order.payable)}`}>
        <p className="mb-4 whitespace-pre-line rounded-md bg-paper-deep p-3 text-sm wrap-anywhere">{text}</p>
        {order.payment_url && (
          <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
            <QrCode text={order.payment_url} />
            <CopyField label="Link to pay: show the code, or send it" text={order.payment_url} />
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <WhatsAppLink
            {...{ phone: order.phone, text, label: 'Send on WhatsApp' }}
            variant="primary"
            size="md"
          />
          <Link to={paths.order(order.id)} className={buttonClass('outline')}>
            Open the order
          </Link>
          <Button variant="quiet" onClick={onNext}>
            Take another order
          </Button>
        </div>
      </Card>
    </div>
  )
}
