import { t } from '@lingui/core/macro'
import { courierLink } from '@haat/contract/courier-link'
import { formatRupees } from '@haat/contract/money'
import type { Order, OrderItem } from '@haat/contract/orders'
import { payableOf } from '@haat/contract/pricing'
import { Check, Hourglass, type LucideIcon, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '@haat/ui/cx'
import { countryName, longDate } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { stateName } from '../../lib/state-names.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass, type ButtonSize, textLinkClass } from '@haat/ui/button'
import { PageHeading, useNamedPart } from '../../ui/page.tsx'
import { copyText } from '../../ui/toast.ts'
import { TermRow, TotalsList } from '../../ui/totals.tsx'
import { ItemRow } from './item-row.tsx'
import { nextText } from './return-requests.tsx'
import { paymentState, refundStates, useToday } from './payment-texts.ts'
import {
  arrivalNote,
  isLate,
  lookOf,
  paymentText,
  statusMessage,
  statusText,
  type TimelineStep,
  timelineOf,
} from './order-texts.ts'

interface OrderViewProps {
  order: Order
  /** What to do next. */
  actions: ReactNode
  /** What else can be done, below the summary. */
  more?: ReactNode
  /** What the customer sends back; null without. */
  returns: ReactNode
  /** How to reach the shop about it. */
  help: ReactNode
  /** Whether it is seen by a link, without login. */
  isTracked?: boolean
}

/** The whole order. The print layout leaves out the buttons and the timeline. */
export function OrderView({ order, actions, more, returns, help, isTracked = false }: OrderViewProps) {
  useNamedPart()
  const neverCame = order.events.some(({ kind }) => kind === 'lost' || kind === 'refused')
  const timeline = (
    <Card id="tracking" title={t`Order Timeline`} className="print:hidden">
      <Parcel order={order} />
      <ol aria-label={t`Progress of your order`}>
        {timelineOf(order).map((step, index, steps) => (
          <Entry key={step.key} step={step} next={steps[index + 1]} />
        ))}
      </ol>
    </Card>
  )
  return (
    <>
      <OrderHead order={order} actions={actions} isTracked={isTracked} />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_min(23rem,38%)] print:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6 *:last:grow print:col-span-2">
          {returns && (
            <Card id="returns" title={t`Returns`} className="print:hidden">
              {returns}
            </Card>
          )}
          {isOnItsWay(order) && timeline}
          <Card title={t`Items`}>
            <ul className="divide-y divide-line">
              {order.order_items.map((item) => (
                <li key={item.order_item_id} className="py-4 first:pt-0 last:pb-0">
                  <ItemRow
                    {...item}
                    to={productPage(item)}
                    image={item.variant_image}
                    returned={neverCame ? 0 : item.returned}
                    label={item.variant_name ?? t`Standard`}
                    action={
                      order.order_status === 'DELIVERED' &&
                      !isTracked &&
                      item.product_id !== null && (
                        <Link
                          to={paths.review(item.product_id, item.product_name)}
                          data-no-print
                          className={textLinkClass}
                        >{t`Rate and review`}</Link>
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </Card>
          {!isOnItsWay(order) && timeline}
        </div>
        <div className="flex min-w-0 flex-col gap-6 print:contents">
          <Card title={t`Order Summary`}>
            <OrderFacts order={order} />
          </Card>
          {more && (
            <div
              data-no-print
              className="grid grid-cols-2 gap-3 *:px-2! *:text-sm *:leading-tight *:first:nth-last-[odd]:col-span-2"
            >
              {more}
            </div>
          )}
          <p className="-mt-3 text-sm text-ink-soft empty:hidden print:hidden">{order.why_not_cancelled}</p>
          <Card title={t`Shipping Address`}>
            <OrderAddress order={order} />
          </Card>
        </div>
        <Card title={t`Need help?`} className="lg:col-span-2 print:hidden">
          {help}
        </Card>
      </div>
    </>
  )
}

/** Null once the product has been deleted. */
const productPage = ({ product_id, product_name, variant_id }: OrderItem): string | null =>
  product_id === null ? null : paths.product(product_id, product_name, variant_id ?? undefined)

function Card({ title, children, ...section }: ComponentProps<'section'>) {
  return (
    <section aria-label={title} tabIndex={-1} {...section} className={cx('rounded-lg', section.className)}>
      <div className="h-full rounded-lg border border-line bg-card p-5 break-inside-avoid">
        <h2 className="mb-4 text-lg font-bold">{title}</h2>
        {children}
      </div>
    </section>
  )
}

const LOOKS = {
  good: { box: 'bg-leaf-tint', ink: 'text-leaf' },
  plain: { box: 'bg-paper-deep', ink: 'text-ink-soft' },
  wait: { box: 'bg-marigold-tint', ink: 'text-ink' },
  bad: { box: 'bg-brick-tint', ink: 'text-brick' },
}

/** The status as icon, heading and message, and the buttons. */
function OrderHead({ order, actions, isTracked }: Pick<OrderViewProps, 'order' | 'actions' | 'isTracked'>) {
  const { icon: Icon, tone, heading } = lookOf(order)
  const number = order.order_number
  const today = useToday()
  const { box, ink } = LOOKS[isLate(order, today) ? 'wait' : tone]
  return (
    <header
      className={cx('rounded-lg p-4 sm:p-8 lg:flex lg:items-center print:bg-transparent print:p-0', box)}
    >
      <div className="sm:flex sm:grow sm:gap-6">
        <Icon
          aria-hidden
          className={cx('size-10 shrink-0 max-sm:float-left max-sm:mr-3 sm:size-14 print:hidden', ink)}
          strokeWidth={1.6}
        />
        <div className="min-w-0">
          <PageHeading key={order.order_status} className="leading-snug">
            {heading()}
          </PageHeading>
          <p className="clear-left pt-1 text-xl font-bold empty:hidden">{arrivalNote(order, today)}</p>
          <p className="figures mt-1 font-semibold">{t`Order #${number}`}</p>
          <p role="status" className="clear-left pt-2 max-w-prose print:hidden">
            {order.returning?.state !== 'RECEIVED' && (
              <b className="block whitespace-pre-line empty:hidden">{order.returning?.answer}</b>
            )}
            {order.returning ? nextText(order.returning, order) : statusMessage(order, today)}
          </p>
          {!isTracked && (
            <Link to={paths.orders()} data-no-print className={textLinkClass}>{t`See all your orders`}</Link>
          )}
        </div>
      </div>
      <div
        data-no-print
        className="flex flex-wrap gap-3 empty:hidden max-lg:mt-4 max-sm:*:grow sm:pl-20 lg:max-w-96"
      >
        <Track order={order} />
        {actions}
      </div>
    </header>
  )
}

/** Whether the parcel has left the shop, and has not arrived. */
export const isOnItsWay = ({ order_status }: Order): boolean =>
  order_status === 'SHIPPED' || order_status === 'OUT_FOR_DELIVERY'

/** Leads to the courier's page, where that is known, else to what the order's page tells of it. @param size only in a list */
export function Track({ order, size }: { order: Order; size?: ButtonSize }) {
  if (!isOnItsWay(order)) return null
  const link = courierLink(order.courier, order.tracking_number)
  const look = buttonClass(size && 'outline', size)
  if (link) return <a href={link} target="_blank" rel="noreferrer" className={look}>{t`Track`}</a>
  return (
    <Link to={`${size ? paths.orderConfirmation(order.id) : ''}#tracking`} className={look}>{t`Track`}</Link>
  )
}

/** Who brings a parcel, and under which number. */
function Parcel({ order }: { order: Order }) {
  const number = order.tracking_number
  if (!isOnItsWay(order) || !(number || order.courier)) return null
  const copy = () => copyText(number ?? '', t`Tracking number copied.`)
  return (
    <p className="figures mb-4 flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
      <span>
        {order.courier} <b>{number}</b>
      </span>
      {number && <Button variant="outline" size="sm" onClick={copy}>{t`Copy Tracking Number`}</Button>}
    </p>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { total_shipping_price, total_discount_amount, total_amount, coupon_code } = order
  const exchanged = order.exchange_of?.order_number ?? ''
  const payment = paymentState(order, useToday())
  const totals = {
    items_total: order.order_items.reduce((sum, item) => sum + item.subtotal, 0),
    total_shipping_price,
    total_items_discount: total_discount_amount,
    total_amount,
  }
  const labels = {
    items: t`Subtotal`,
    delivery: t`Shipping`,
    discount: order.exchange_of
      ? t`Paid With #${exchanged}`
      : coupon_code
        ? t`Discount (${coupon_code})`
        : t`Discount`,
    total: t`Total Amount`,
    free: t`FREE`,
  }
  return (
    <>
      <TotalsList totals={totals} labels={labels}>
        {order.round_off !== 0 && (
          <TermRow label={t`To pay in cash, rounded`}>{formatRupees(payableOf(order))}</TermRow>
        )}
      </TotalsList>
      <dl className="figures mt-4 grid gap-2.5 border-t border-line pt-4 text-sm">
        {order.exchange_of ? (
          <TermRow label={t`In Exchange For`}>
            <Link to={paths.orderConfirmation(order.exchange_of.order_id)} className={textLinkClass}>
              {t`Order #${exchanged}`}
            </Link>
          </TermRow>
        ) : (
          <TermRow label={t`Payment Method`}>{paymentText(order)}</TermRow>
        )}
        {payment && <TermRow label={t`Payment`}>{payment}</TermRow>}
        {order.upi_payment?.utr && <TermRow label="UTR">{order.upi_payment.utr}</TermRow>}
        {refundStates(order).map((refund) => (
          <TermRow key={refund} label={t`Refund`}>
            {refund}
          </TermRow>
        ))}
        <TermRow label={t`Order Status`}>{statusText(order)}</TermRow>
        <TermRow label={t`Order Date`}>{longDate(order.created_at)}</TermRow>
        {order.courier && <TermRow label={t`Courier`}>{order.courier}</TermRow>}
        {order.tracking_number && <TermRow label={t`Tracking Number`}>{order.tracking_number}</TermRow>}
      </dl>
    </>
  )
}

function OrderAddress({ order }: { order: Order }) {
  const phone = order.shipping_phone
  return (
    <address className="not-italic">
      <span className="block font-semibold">{order.shipping_name}</span>
      <span className="block empty:hidden">{order.shipping_street}</span>
      <span className="block">
        {order.shipping_city}, {stateName(order.shipping_state)} {order.shipping_zip}
      </span>
      <span className="block">{countryName(order.shipping_country)}</span>
      {phone && <span className="figures mt-1 block text-ink-soft">{t`Phone: ${phone}`}</span>}
      {order.buyer_gstin && <span className="figures block text-ink-soft">GSTIN: {order.buyer_gstin}</span>}
      {order.buyer_company && <span className="block text-ink-soft">{order.buyer_company}</span>}
      {order.is_gift && <span className="mt-2 block font-semibold">{t`A gift, sent without prices`}</span>}
      {order.customer_note && <span className="mt-1 block wrap-anywhere">“{order.customer_note}”</span>}
    </address>
  )
}

const MARKS: Record<TimelineStep['kind'], { box: string; icon: LucideIcon | null }> = {
  done: { box: 'border-peacock bg-peacock text-paper', icon: Check },
  wait: { box: 'border-marigold bg-marigold text-ink', icon: Hourglass },
  bad: { box: 'border-brick bg-brick text-paper', icon: X },
  future: { box: 'border-line-strong bg-card', icon: null },
}

function Entry({ step, next }: { step: TimelineStep; next: TimelineStep | undefined }) {
  const { title, note, at } = step
  const { box, icon: Icon } = MARKS[step.kind]
  return (
    <li className={cx('relative flex gap-4', next && 'pb-5', !at && 'text-ink-soft')}>
      {next && (
        <span
          aria-hidden
          className={cx('absolute top-7 bottom-0 left-3.25 w-0.5', next.at ? 'bg-peacock' : 'bg-line')}
        />
      )}
      <span
        aria-hidden
        className={cx('flex size-7 shrink-0 items-center justify-center rounded-full border-2', box)}
      >
        {Icon && <Icon className="size-4" strokeWidth={3} />}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold">
          {title}
          {!at && <span className="sr-only"> {t`(still to come)`}</span>}
        </p>
        {note && <p className="text-sm">{note}</p>}
        {at && (
          <time dateTime={at.toISOString()} className="text-sm text-ink-soft">
            {longDate(at)}
          </time>
        )}
      </div>
    </li>
  )
}
