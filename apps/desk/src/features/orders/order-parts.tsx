/** The parts of an order's screen: what it is about, for whom, and what has happened. */
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { type StaffOrder, staffOrders } from '@haat/contract/staff/orders'
import { cx } from '@haat/ui/cx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type FieldTexts, useAsk } from '../../form/act-form.tsx'
import { reloadOf } from '../../form/use-edit-form.ts'
import { count, shortMoment } from '../../lib/format.ts'
import { stateOptions } from '../../lib/state-options.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CallLink, WhatsAppLink } from '../../ui/contact-links.tsx'
import { eventText } from './event-texts.ts'
import { PromisedDay } from './order-chips.tsx'
import { STATES } from './order-state.ts'
import { doneText } from './step-texts.ts'

/** `Shirt, Blue M`, with its SKU below. */
export function Items({ order, action }: { order: StaffOrder; action?: ReactNode }) {
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card title={`${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`} action={action}>
      <ul className="divide-y divide-line">
        {order.items.map((item) => (
          <li key={item.line} className="flex gap-3 py-3 first:pt-0">
            <span className="w-9 shrink-0 font-bold figures">{item.quantity} ×</span>
            <span className="min-w-0 flex-1">
              <span className="block">
                {item.product_name}
                {item.variant_name && <span className="text-ink-soft">, {item.variant_name}</span>}
              </span>
              <span className="block text-sm text-ink-soft figures">
                {[item.sku, item.quantity > 1 && `${formatShortRupees(item.price)} each`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {item.reduced_by > 0 && (
                <span className="block text-sm font-semibold text-brick">
                  {formatShortRupees(item.reduced_by)} given back
                </span>
              )}
              {item.returned > 0 && (
                <span className="block text-sm font-semibold text-brick">{item.returned} came back</span>
              )}
            </span>
            <span className="shrink-0 figures">{formatShortRupees(item.subtotal)}</span>
          </li>
        ))}
      </ul>
      <dl className="border-t border-line pt-3 text-sm figures">
        <Amount name="Items" amount={order.items_total} />
        {order.total_discount_amount > 0 && (
          <Amount
            name={
              order.exchange_of
                ? `Paid with order #${order.exchange_of.order_id}`
                : order.coupon_code
                  ? `Discount (${order.coupon_code})`
                  : 'Discount'
            }
            amount={-order.total_discount_amount}
          />
        )}
        <Amount name="Delivery" amount={order.total_shipping_price} />
        {order.cod_fee > 0 && <Amount name="Cash on delivery fee" amount={order.cod_fee} />}
        {order.round_off !== 0 && <Amount name="Round off" amount={order.round_off} />}
        <Amount name="Total" amount={payableOf(order)} isTotal />
      </dl>
    </Card>
  )
}

function Amount({ name, amount, isTotal }: { name: string; amount: number; isTotal?: boolean }) {
  return (
    <div className={cx('term-row py-0.5', isTotal && 'text-base font-bold')}>
      <dt>{name}</dt>
      <dd>{formatRupees(amount)}</dd>
    </div>
  )
}

/** Who owes what. @param children its payments and refunds */
export function Money({ order, children }: { order: StaffOrder; children: ReactNode }) {
  return (
    <Card title="Money">
      <p className="font-semibold">{moneyText(order)}</p>
      {order.exchange_of && (
        <p className="mt-1 text-sm">
          Its price was paid with{' '}
          <Link to={paths.order(order.exchange_of.order_id)} className="text-peacock underline">
            order #{order.exchange_of.order_id}
          </Link>
          .
        </p>
      )}
      {children}
      {order.buyer_gstin && (
        <p className="mt-3 text-sm wrap-anywhere">
          Buyer’s GSTIN: {order.buyer_gstin}
          {order.buyer_company && `, ${order.buyer_company}`}
        </p>
      )}
    </Card>
  )
}

function moneyText(order: StaffOrder): string {
  if (order.exchange_of) return 'Sent in exchange: nothing is to be paid.'
  const total = formatShortRupees(payableOf(order))
  if (order.paid_at && order.courier_cash) {
    const { amount, handed_over_at: came } = order.courier_cash
    const collected = `${order.courier ?? 'The courier'} collected ${formatShortRupees(amount)} in cash on ${shortMoment(order.paid_at)}`
    return came
      ? `${collected}, and handed it over on ${shortMoment(came)}.`
      : `${collected}, and has not handed it over.`
  }
  if (order.paid_at) {
    const came = order.payments.find(({ state }) => state === 'PAID')?.amount ?? 0
    const paid = formatShortRupees(Math.max(came, payableOf(order)))
    const costs = came > payableOf(order) ? ` The order costs ${total}.` : ''
    return `${paid} paid on ${shortMoment(order.paid_at)}${order.is_cash ? ' in cash' : ' online'}.${costs}`
  }
  if (order.to_confirm === 'payment') return `The customer says that ${total} is paid by UPI.`
  if (order.at_bank) return `The bank is still processing the payment of ${total}.`
  if (order.status === 'PENDING') return `The customer has not paid ${total} yet.`
  if (['CANCELLED', 'PAYMENT_FAILED', 'RETURNED', 'LOST'].includes(order.status)) return 'Nothing was paid.'
  return order.is_cash ? `${total} to collect in cash.` : `${total} is not paid.`
}

export const phoneOf = ({ customer, shipping_phone }: StaffOrder): string =>
  shipping_phone || customer.phone_number

export function Customer({ order }: { order: StaffOrder }) {
  const { customer } = order
  const phone = phoneOf(order)
  const greeting = `Hello ${customer.name}, about your order ${order.order_number}: `
  return (
    <Card title="Customer">
      <p className="font-semibold">{customer.name}</p>
      {customer.email && (
        <p className="text-sm break-all">
          <a href={`mailto:${customer.email}`} className="text-peacock underline-offset-4 hover:underline">
            {customer.email}
          </a>
        </p>
      )}
      <p className="text-sm figures">{phone}</p>
      {order.is_gift && <p className="mt-2 text-sm font-semibold">A gift: no prices in the parcel.</p>}
      {order.customer_note && <p className="mt-2 text-sm wrap-anywhere">“{order.customer_note}”</p>}
      {customer.refused > 0 && (
        <p className="mt-2 text-sm font-semibold text-brick">
          {count(customer.refused, 'parcel')} refused at the door
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <CallLink phone={phone} />
        <WhatsAppLink phone={phone} text={greeting} />
      </div>
    </Card>
  )
}

/** Where the parcel goes, and with whom. */
export function AddressText({ order }: { order: StaffOrder }) {
  return (
    <address className="not-italic">
      <span className="font-semibold">{order.shipping_name}</span>
      <br />
      {order.shipping_street}
      <br />
      {order.shipping_city}, {order.shipping_state}
      <br />
      <span className="font-semibold figures">{order.shipping_zip}</span>
      {order.shipping_country && order.shipping_country !== 'India' && `, ${order.shipping_country}`}
      <PromisedDay order={order} />
    </address>
  )
}

export function Timeline({ order }: { order: StaffOrder }) {
  return (
    <Card title="Timeline">
      <ol className="grid">
        {order.events.toReversed().map((event, index) => {
          const { text, note } = eventText(event)
          const Icon = STATES[event.status].icon
          return (
            <li
              key={index}
              className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.5 not-last:before:w-px not-last:before:bg-line-strong"
            >
              <span
                className={cx(
                  'flex size-7 shrink-0 items-center justify-center rounded-full',
                  index === 0 ? 'bg-peacock text-paper' : 'bg-paper-deep text-ink-soft',
                )}
              >
                <Icon aria-hidden className="size-4" />
              </span>
              <span className="min-w-0 pt-0.5">
                <span className="font-semibold wrap-anywhere">{text}</span>
                <span className="ml-2 text-sm whitespace-nowrap text-ink-soft">{shortMoment(event.at)}</span>
                {note && <span className="block text-sm text-ink-soft">Customer reads: “{note}”</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

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
