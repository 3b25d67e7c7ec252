/** `/pay/confirm/{id}/{signature}`: where a customer confirms that a parcel to be paid in cash will be taken. */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { isUnshipped } from '@haat/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#say'
import { moveOrder } from '../features/orders/move-order.ts'
import { isConfirmationOf, needsConfirmation } from '../features/orders/order-links.ts'
import { findOrderRow, type OrderRow } from '../features/orders/orders.store.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import { html } from '../html.ts'
import type { Context } from '../shop.ts'
import { messagePage, payDocument, type PayShop, sendPage, shopOf } from './document.ts'
import { MESSAGES, orderUrl } from './found-payment.ts'

interface Confirmation {
  Params: { id: string; signature: string }
}

/** By a button, as mail programs open links. */
export function registerConfirmation(scope: FastifyInstance, shop: Context): void {
  const path = '/pay/confirm/:id/:signature'
  const show = async (request: FastifyRequest<Confirmation>, reply: FastifyReply, isPressed: boolean) => {
    const id = Number(request.params.id)
    const isGenuine = Number.isSafeInteger(id) && isConfirmationOf(shop, id, request.params.signature)
    const now = shop.now()
    if (isGenuine && isPressed)
      await shop.db.transaction((tx) => moveOrder(tx, id, 'confirm_cash', { now, confirmed_at: now }))
    const order = isGenuine ? await findOrderRow(shop.db, id) : undefined
    const page = shopOf(shop, await readSettings(shop.db))
    if (!order)
      return sendPage(reply, 404, page, messagePage(page, MESSAGES.unknown, `${shop.config.publicUrl}/`))
    return sendPage(reply, 200, page, confirmationPage(page, order, orderUrl(shop, order)))
  }
  scope.get<Confirmation>(path, (request, reply) => show(request, reply, false))
  scope.post<Confirmation>(path, (request, reply) => show(request, reply, true))
}

function confirmationPage(shop: PayShop, order: OrderRow, back: string): string {
  const due = formatShortRupees(payableOf(order))
  const { order_number: number, shipping_city: city } = order
  const title = needsConfirmation(order) ? t`Will you take this parcel?` : t`Your order`
  const sentence = needsConfirmation(order)
    ? t`Order #${number} goes to ${city}. Please keep ${due} in cash ready for the courier.`
    : order.confirmed_at !== null && isUnshipped(order.status)
      ? t`Order #${number} is confirmed. Nothing is left to do here.`
      : t`Order #${number} does not wait for this any more.`
  const button = html`<form method="post"><button class="pay">${t`Yes, I will take it`}</button></form>`
  return payDocument(
    shop,
    { title },
    html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${needsConfirmation(order) ? button : null}
      <p class="hint"><a href="${back}">${t`See your order`}</a></p>`,
  )
}
