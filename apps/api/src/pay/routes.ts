/** `/pay/{transactionId}`: where a customer pays, and where a provider's page sends the browser back to. */
import { formatShortRupees } from '@haat/contract/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#say'
import type { PaymentProvider } from '../adapters/payment-provider.ts'
import { applyReport, checkPayment } from '../features/orders/check-payments.ts'
import { canPay, payAgain, requestOf } from '../features/orders/order-payment.ts'
import { tellPending } from '../features/orders/payment-events.ts'
import { ANSWER_WITHIN_MS, startedPayment, UPI } from '../features/payments/payments.ts'
import type { PaymentRow } from '../features/payments/payments.store.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import { html } from '../html.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../shop.ts'
import { registerConfirmation } from './confirmation.ts'
import { backTo, messagePage, type PayPage, payDocument, sendPage, shopOf, summary } from './document.ts'
import { findPayment, type FoundPayment, MESSAGES, orderUrl, returnUrl, say } from './found-payment.ts'
import { postUpi, showUpi } from './upi-page.ts'

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
