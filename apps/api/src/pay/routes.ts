/** `/pay/{transactionId}`: where a customer pays, and where a provider's page sends the browser back to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { t, translated } from '#say'
import type { PaymentProvider } from '../adapters/payment-provider.ts'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { isUnshipped } from '@haat/contract/rules'
import { isConfirmationOf, needsConfirmation } from '../features/orders/order-links.ts'
import { moveOrder } from '../features/orders/move-order.ts'
import { applyReport, checkPayment } from '../features/orders/check-payments.ts'
import { tellPending } from '../features/orders/payment-events.ts'
import { canPay, payAgain, requestOf, shortNote } from '../features/orders/order-payment.ts'
import { findOrderRow, isPayable, type OrderRow, takesMoney } from '../features/orders/orders.store.ts'
import { stateUtr, utrProblem } from '../features/orders/upi-payment.ts'
import {
  ANSWER_WITHIN_MS,
  findProvider,
  startedPayment,
  UPI,
  upiReference,
} from '../features/payments/payments.ts'
import { findPaymentByReference, type PaymentRow } from '../features/payments/payments.store.ts'
import { offeredPayments } from '../features/settings/offered-payments.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import type { AllSettings } from '@haat/contract/settings'
import { html } from '../html.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../shop.ts'
import {
  backTo,
  contentPolicy,
  messagePage,
  type PayPage,
  payDocument,
  type PayShop,
  summary,
} from './document.ts'
import { latePage, statedPage, upiPage } from './upi-page.ts'

export const MESSAGES = {
  paid: {
    title: /*i18n*/ 'Payment received',
    text: /*i18n*/ 'This payment is complete. There is nothing left to do here.',
  },
  again: {
    title: /*i18n*/ 'Payment received',
    text: /*i18n*/ 'Your order is paid. What came too much goes back to you: your order says how.',
  },
  failed: {
    title: /*i18n*/ 'Payment failed',
    text: /*i18n*/ 'This payment was declined or cancelled. No money was taken.',
  },
  expired: {
    title: /*i18n*/ 'Payment link expired',
    text: /*i18n*/ 'The time to pay is over. Please order again.',
  },
  ended: {
    title: /*i18n*/ 'This order has ended',
    text: /*i18n*/ 'It was cancelled before it was paid. No money was taken.',
  },
  unknown: { title: /*i18n*/ 'Payment not found', text: /*i18n*/ 'There is no payment at this address.' },
  invalid: {
    title: /*i18n*/ 'Payment not possible',
    text: /*i18n*/ 'The form was changed. Nothing has happened.',
  },
  unreachable: {
    title: /*i18n*/ 'The shop does not answer',
    text: /*i18n*/ 'Nothing has happened. Please try again in a minute.',
  },
}

export type PaymentState = 'open' | 'paid' | 'again' | 'short' | 'failed' | 'expired' | 'ended'

export interface FoundPayment {
  order: OrderRow
  payment: PaymentRow
  provider: PaymentProvider | undefined
  settings: AllSettings
  state: PaymentState
  /** Whether another try can pay the order. */
  takesMoney: boolean
  page: PayPage
  /** Where the browser goes afterwards. */
  back: string
}

interface Transaction {
  Params: { transactionId: string }
  Querystring: Record<string, string>
}

/** A provider whose page is the shop's own: the test bank. */
export interface OwnPage {
  show(found: FoundPayment, reply: FastifyReply): FastifyReply | Promise<FastifyReply>
  complete(found: FoundPayment, form: unknown, reply: FastifyReply): FastifyReply | Promise<FastifyReply>
}

const BODY_LIMIT = 8192

/** @param own the pages of providers that the shop plays itself, by name */
export async function registerPay(
  app: FastifyInstance,
  shop: Context,
  own: (scope: FastifyInstance) => ReadonlyMap<string, OwnPage>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
    })
    const pages = own(scope)
    const handle =
      (work: (found: FoundPayment, request: FastifyRequest<Transaction>, reply: FastifyReply) => unknown) =>
      async (request: FastifyRequest<Transaction>, reply: FastifyReply) => {
        const found = await findPayment(shop, request.params.transactionId)
        if (found) return work(found, request, reply)
        const page = shopOf(shop, await readSettings(shop.db))
        return sendPage(reply, 404, page, messagePage(page, MESSAGES.unknown, `${shop.config.publicUrl}/`))
      }
    scope.get<Transaction>(
      '/pay/:transactionId',
      handle((found, { query }, reply) => {
        const page = pages.get(found.payment.provider)
        if (page) return page.show(found, reply)
        return found.payment.provider === UPI
          ? showUpi(shop, found, query, reply)
          : showGateway(shop, found, reply)
      }),
    )
    scope.post<Transaction>(
      '/pay/:transactionId',
      handle((found, { body }, reply) => {
        const page = pages.get(found.payment.provider)
        if (page) return page.complete(found, body, reply)
        return found.payment.provider === UPI
          ? postUpi(shop, found, body, reply)
          : payOnceMore(shop, found, reply)
      }),
    )
    registerConfirmation(scope, shop)
    const back = handle((found, request, reply) => returnToShop(shop, found, request, reply))
    scope.get<Transaction>('/pay/:transactionId/return', back)
    scope.post<Transaction>('/pay/:transactionId/return', back)
  })
}

interface Confirmation {
  Params: { id: string; signature: string }
}

/** Where a customer confirms that a parcel to be paid in cash will be taken; by a button, as mail programs open links. */
function registerConfirmation(scope: FastifyInstance, shop: Context): void {
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

async function findPayment(shop: Context, transactionId: string): Promise<FoundPayment | null> {
  const payment = await findPaymentByReference(shop.db, { transactionId })
  const order = payment && (await findOrderRow(shop.db, payment.order_id))
  if (!order) return null
  const settings = await readSettings(shop.db)
  const { order_number: orderNumber } = order
  const { amount } = payment
  const page = { ...shopOf(shop, settings), transactionId, orderNumber, amount, upiApps: settings.upi_apps }
  const state = stateOf(order, payment, shop.now())
  const provider = findProvider(shop.pay, payment.provider)
  return {
    order,
    payment,
    provider,
    settings,
    state,
    takesMoney: takesMoney(order, shop.now()),
    page,
    back:
      state === 'short'
        ? orderUrl(shop, order)
        : returnUrl(shop, order.id, state === 'paid' || state === 'again'),
  }
}

export const shopOf = ({ config }: Context, { shop_name: shopName, brand }: AllSettings): PayShop => ({
  ...{ shopName, brand },
  origin: new URL(config.publicUrl).origin,
})

function stateOf(order: OrderRow, { state }: PaymentRow, now: Date): PaymentState {
  if (state === 'PAID') return 'paid'
  if (state === 'PAID_AGAIN') return order.paid_at === null ? 'short' : 'again'
  if (state === 'FAILED') return 'failed'
  if (order.status === 'CANCELLED') return 'ended'
  return isPayable(order, now) ? 'open' : 'expired'
}

export const returnUrl = ({ config }: Context, orderId: number, success: boolean): string =>
  `${config.publicUrl}/ordersummary?payment_status=${success ? 'success' : 'failed'}&order_id=${orderId}`

export const sendPage = (
  reply: FastifyReply,
  status: number,
  shop: PayShop,
  page: string,
  gateway?: string,
): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', contentPolicy(shop, gateway))
    .type('text/html; charset=utf-8')
    .send(page)

export type MessageName = keyof typeof MESSAGES | 'short'

/** What a page says of a payment; `short`: less came than the order costs. */
export function messageAbout(name: MessageName, { payment, order, takesMoney: isOpen }: FoundPayment) {
  if (name !== 'short') return MESSAGES[name]
  const came = translated(shortNote(payment.amount, order.total_amount))
  return {
    title: t`Less came than the order costs`,
    text: isOpen ? `${came} ${t`To get what you ordered, please open your order and pay it in full.`}` : came,
  }
}

const say = (
  reply: FastifyReply,
  status: number,
  message: MessageName,
  found: FoundPayment,
): FastifyReply => {
  const { page, back } = found
  return sendPage(reply, status, page, messagePage(page, messageAbout(message, found), back, { page }))
}

/** @param query has the UTR that was refused, if one was */
async function showUpi(
  shop: Context,
  found: FoundPayment,
  query: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { payment, state, page, back, order, settings } = found
  const { utr } = UpiForm.safeParse(query).data ?? {}
  const problem = utr === undefined ? null : await utrProblem(shop.db, payment, utr)
  if (payment.state === 'PROCESSING') {
    const told = { utr: payment.utr ?? '', until: order.hold_expires_at }
    const refused = utr !== undefined && problem !== null ? { problem, utr } : undefined
    return sendPage(reply, 200, page, statedPage(page, orderUrl(shop, order), { ...told, refused }))
  }
  const { id, category } = settings.payments.upi
  if (state === 'open' && id !== null) {
    // Where the money goes, and the reference that the merchant's bank shows.
    const upi = { id, category, reference: upiReference(payment, order.order_number)! }
    const hasOthers = offeredPayments(settings, shop.pay).providers.length > 1
    const more = { hasOthers, until: order.hold_expires_at!, now: shop.now(), problem, utr }
    return sendPage(reply, 200, page, upiPage(page, orderUrl(shop, order), { upi, ...more }))
  }
  if (state === 'paid' || state === 'again' || state === 'short') return say(reply, 200, state, found)
  const why = order.status === 'CANCELLED' || state === 'open' ? 'ended' : 'expired'
  return sendPage(reply, 200, page, latePage(page, back, { why, problem, utr }))
}

const orderUrl = ({ config }: Context, { id }: OrderRow): string =>
  `${config.publicUrl}/order-confirmation/${id}`

const UpiForm = z.object({ utr: z.optional(z.string()) })

async function postUpi(
  shop: Context,
  found: FoundPayment,
  body: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { utr = '' } = UpiForm.safeParse(body).data ?? {}
  const page = `/pay/${found.page.transactionId}`
  try {
    await stateUtr(shop, found.payment, utr)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Not answered at once: Back would then lead to the refusal.
    return reply.redirect(`${page}?${new URLSearchParams({ utr: utr.slice(0, 40) }).toString()}`, 303)
  }
  return reply.redirect(page, 303)
}

/** After a try that failed or ended: a link that was sent yesterday still leads to a page that can be paid. */
async function payOnceMore(shop: Context, found: FoundPayment, reply: FastifyReply): Promise<FastifyReply> {
  const { order, page, back } = found
  const result = await payAgain(shop, order.user_id, order.id, undefined).catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })
  if (!(result instanceof Failure)) return sendPage(reply, 200, page, goOnPage(page, result.payment_url!))
  const message = { title: MESSAGES.invalid.title, text: result.message }
  return sendPage(reply, 409, page, messagePage(page, message, back, { page }))
}

/** A link: the content policy does not let a form lead to another site. */
function goOnPage(page: PayPage, url: string): string {
  const amount = formatShortRupees(page.amount)
  return payDocument(
    page,
    { title: t`Pay again` },
    html`<h1>${t`Your items are kept for you`}</h1>
      ${summary(page)}
      <p><a class="pay" href="${url}">${t`Pay ${amount}`}</a></p>`,
  )
}

const againPage = (page: PayPage, back: string): string =>
  payDocument(
    page,
    { title: t`Pay again` },
    html`<h1>${t`This payment has ended`}</h1>
      ${summary(page)}
      <p>${t`Nothing was taken. You can pay again while the items are there.`}</p>
      <form method="post" action="/pay/${page.transactionId}">
        <button class="pay">${t`Pay again`}</button>
      </form>
      <p class="hint"><a href="${back}">${backTo(page)}</a></p>`,
  )

/** A gateway's own page: a link, or a form that opens it. */
async function showGateway(shop: Context, found: FoundPayment, reply: FastifyReply): Promise<FastifyReply> {
  const { payment, provider, state, page, order, back } = found
  if (state !== 'open' && canPay(order, shop.now())) return sendPage(reply, 200, page, againPage(page, back))
  if (state !== 'open' || !provider) return say(reply, 200, state === 'open' ? 'ended' : state, found)
  const form = provider.checkoutForm?.(startedPayment(payment), await requestOf(shop, payment))
  if (!form) {
    const isElsewhere = payment.payment_url !== null && !payment.payment_url.endsWith(reply.request.url)
    return isElsewhere ? reply.redirect(payment.payment_url!, 303) : say(reply, 200, 'expired', found)
  }
  const { label } = provider
  const { orderNumber: number } = page
  const body = html`<h1>${t`Complete your payment`}</h1>
    ${summary(page)}
    <form method="post" action="${form.action}">
      ${Object.entries(form.fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <button class="pay">${t`Pay with ${label}`}</button>
    </form>
    <ul class="marks">
      ${provider.marks.map((mark) => html`<li>${mark}</li>`)}
    </ul>
    <p class="hint">
      ${t`The page of ${label} opens, and leads you back here.`}
      <a href="${orderUrl(shop, order)}">${t`Back to the shop`}</a>
    </p>`
  const whole = payDocument(page, { title: t`Pay for order ${number}`, badge: label }, body)
  return sendPage(reply, 200, page, whole, new URL(form.action).origin)
}

/** What the browser brings proves nothing, unless the provider signed it: the provider is asked. */
async function returnToShop(
  shop: Context,
  { payment, provider, order, state }: FoundPayment,
  { body, query }: FastifyRequest<Transaction>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = { ...query, ...(body as Record<string, string> | undefined) }
  const isPaid = state === 'paid' || state === 'again'
  const isKept = isPaid || (provider !== undefined && (await isUnderWay(shop, provider, payment, fields)))
  return reply.redirect(returnUrl(shop, order.id, isKept), 303)
}

/** Whether the customer has paid, as far as the provider knows: it may still decide. */
async function isUnderWay(
  shop: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
  fields: Record<string, string>,
): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const signed = await provider
    .parseReturn?.(startedPayment(payment), fields, signal)
    .catch((error: unknown) => {
      shop.log.warn({ err: error, provider: provider.name, payment: payment.id }, 'a return is not known')
      return undefined
    })
  if (signed) await applyReport(shop, provider, payment, signed)
  const report = signed ?? (await checkPayment(shop, payment))
  // A return that the provider did not sign is a cancelled payment, where it signs any.
  const mayWait = signed !== undefined || !provider.parseReturn
  const isPending = mayWait && report?.state === 'PENDING'
  if (isPending) await shop.db.transaction((tx) => tellPending(tx, payment, shop.now()))
  return isPending || report?.state === 'COMPLETED'
}
