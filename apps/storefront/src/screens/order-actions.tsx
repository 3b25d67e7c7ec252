import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { ORDER_GROUPS } from '@haat/contract/rules'
import { Button, type ButtonSize, type ButtonVariant, buttonClass } from '@haat/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { call, contract, messageOf } from '../api/client.ts'
import { storeCoupon } from '../api/pending-order.ts'
import { useSettings } from '../api/settings.queries.ts'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { cartQuery } from '../features/cart/cart.queries.ts'
import { mayBePaid } from '../features/orders/order-texts.ts'
import { phoneLink, whatsappLink } from '../lib/format.ts'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/** Reaches the shop by WhatsApp, mail or phone, with the order's number; urgent where a payment may have gone astray. */
export function HelpLinks({ order, isUrgent = false }: { order: Order; isUrgent?: boolean }) {
  const settings = useSettings()
  if (!settings) return null
  const { contact, brand } = settings
  const number = order.order_number
  const about = t`Order ${number}`
  const text = encodeURIComponent(`${about}: `)
  const subject = encodeURIComponent(isUrgent ? t`Order ${number}: my payment` : about)
  const [email] = contact.emails
  const [phone] = contact.phones
  const { whatsapp } = brand.links
  const links = [
    whatsapp && { label: 'WhatsApp', href: `${whatsappLink(whatsapp)}?text=${text}` },
    email && { label: t`Write to us`, href: `mailto:${email}?subject=${subject}` },
    phone && { label: t`Call ${phone}`, href: phoneLink(phone) },
  ].filter((link) => !!link)
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ label, href }, at) => (
        <li key={label}>
          <a href={href} className={buttonClass(isUrgent && at === 0 ? 'primary' : 'outline', 'sm')}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The seller's details, on the printed page only. */
export function PrintedHead() {
  const settings = useSettings()
  if (!settings) return null
  const { shop_name, seller, contact } = settings
  return (
    <div className="mb-6 hidden justify-between gap-8 border-b border-line pb-4 print:flex">
      <p className="text-2xl font-extrabold">{shop_name}</p>
      <p className="text-right text-sm">
        <span className="block font-semibold">{seller.legal_name}</span>
        <span className="block">{seller.address}</span>
        {seller.gstin && <span className="block">{`GSTIN ${seller.gstin}`}</span>}
        <span className="block">{[contact.emails[0], contact.phones[0]].filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  )
}

export const NoOrders = () => <EmptyList title={t`No orders yet.`} text={t`What you order shows up here.`} />

/** Whether the order has ended or arrived, and all that it had can still be named. A product may have been deleted. */
export const canOrderAgain = (order: Order): boolean =>
  !order.can_pay &&
  !mayBePaid(order) &&
  order.exchange_of === null &&
  [...ORDER_GROUPS.delivered, ...ORDER_GROUPS.ended].some((status) => status === order.order_status) &&
  order.order_items.every(({ variant_id }) => variant_id !== null)

/** Leads to the checkout that the order came from, with the same items and coupon, or to the order that has them. */
export function OrderAgain(props: { order: Order; variant: ButtonVariant; size?: ButtonSize }) {
  const { order, variant, size } = props
  const navigate = useNavigate()
  const client = useQueryClient()
  const { order_items: items, coupon_code, ordered_again, returning } = order
  const [item] = items
  const again = ordered_again ?? returning?.replacement
  const number = again?.order_number ?? ''
  const wanted = items.flatMap(({ variant_id, quantity }) => (variant_id ? { variant_id, quantity } : []))
  const link = again
    ? paths.orderConfirmation(again.order_id)
    : order.checkout === 'buy-now' && item?.product_id && items.length === 1 && item.quantity === 1
      ? paths.buyNowSummary(item.product_id, item.variant_id ?? undefined)
      : null
  if (link)
    return (
      <Link to={link} className={buttonClass(variant, size)}>
        {ordered_again ? t`Ordered again as #${number}` : again ? t`See order #${number}` : t`Order again`}
      </Link>
    )
  const refill = async () => {
    try {
      const cart = await client.fetchQuery({ ...cartQuery(), staleTime: 0 })
      for (const { variant_id, quantity } of wanted) {
        const line = cart.find((other) => other.variant_id === variant_id)
        if (!line) await call(contract.cart.add, { body: { variant_id, quantity } })
        else if (line.quantity !== quantity)
          await call(contract.cart.update, { body: { cart_item_id: line.cart_item_id, quantity } })
      }
      if (coupon_code) storeCoupon(coupon_code)
      await client.invalidateQueries(cartQuery())
      void navigate(paths.orderSummary(), { state: { cartItems: wanted } })
    } catch (error) {
      toast('error', messageOf(error, t`The items could not be put into your cart. Please try again.`))
    }
  }
  return (
    <>
      <Button variant={variant} size={size} onClick={refill}>{t`Order again`}</Button>
      {!size && (
        <p className="w-full text-sm">{t`Leads to the checkout with the same items, for a new order that you pay for.`}</p>
      )}
    </>
  )
}
