/** The page of a payment to the merchant's UPI id: QR code, apps, time left, and the number of the transfer. */
import { formatShortRupees } from '@haat/contract/money'
import { upiLink, type UpiPayment } from '@haat/contract/upi-link'
import type { FastifyReply } from 'fastify'
import { renderSVG } from 'uqr'
import * as z from 'zod/mini'
import { t } from '#say'
import { stateUtr, utrProblem } from '../features/orders/upi-payment.ts'
import { upiReference } from '../features/payments/payments.ts'
import { offeredPayments } from '../features/settings/offered-payments.ts'
import { formatDay, formatTime } from '../format.ts'
import { inApp, UPI_APPS } from '../gateways/upi/upi.ts'
import { Html, html } from '../html.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../shop.ts'
import { asset, backTo, inlineScript, type PayPage, payDocument, sendPage, summary } from './document.ts'
import { type FoundPayment, orderUrl, say } from './found-payment.ts'

const countdown = inlineScript(asset('countdown.js'))
const copying = inlineScript(asset('copy.js'))

/** A row with a button that copies it, where the browser can: a phone cannot scan its own screen. */
const copyRow = (name: string, text: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
    <dd><button type="button" data-copy="${text}" data-copied="${t`Copied`}" hidden>${t`Copy`}</button></dd>
  </div>`

const longTime = (at: Date): string => `${formatDay(at)}, ${formatTime(at)}`

/** Where the customer tells the number of the transfer. @param problem why the last one was refused */
const utrForm = (page: PayPage, problem: string | null, value: string): Html =>
  html`<form method="post" action="/pay/${page.transactionId}">
    <p class="field">
      <label class="plain" for="utr">${t`UTR of your payment, 12 digits`}</label>
      <input
        type="text"
        id="utr"
        name="utr"
        value="${value}"
        inputmode="numeric"
        autocomplete="off"
        maxlength="20"
        required
        aria-describedby="utr-hint"
        ${problem === null ? null : new Html('aria-invalid="true" autofocus')}
      />
    </p>
    ${
      problem === null
        ? html`<p class="hint" id="utr-hint">
            ${t`Your UPI app shows it with the payment, as UTR, UPI reference or RRN.`}
          </p>`
        : html`<p class="error" id="utr-hint" role="alert">${problem}</p>`
    }
    <button class="pay">${t`I have paid`}</button>
  </form>`

interface Open {
  upi: Omit<UpiPayment, 'amount' | 'shopName'>
  /** Whether the order's page offers other ways to pay. */
  hasOthers: boolean
  /** When the time to pay is over. */
  until: Date
  now: Date
  problem?: string | null
  utr?: string
}

/** Counts the last hour down, with scripts. */
function deadline({ until, now }: Pick<Open, 'until' | 'now'>): Html {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1000)
  const time = '0:00'
  const row = (at: string, left: Html | null) =>
    html`<dl>
      <div>
        <dt>${t`Pay by`}</dt>
        <dd>${at} ${left}</dd>
      </div>
    </dl>`
  if (seconds > 3600) return row(longTime(until), null)
  return html`${row(formatTime(until), html`<span role="timer" data-seconds="${seconds}" data-text="${t`${time} left`}"></span>`)}
  ${countdown}`
}

const appsOf = (intent: string, amount: string): Html =>
  html`<div class="apps">
    <a class="pay" href="${intent}">${t`Pay ${amount} with a UPI app`}</a>
    <div>
      ${(Object.keys(UPI_APPS) as (keyof typeof UPI_APPS)[]).map(
        (app) => html`<a href="${inApp(intent, app)}">${app}</a>`,
      )}
    </div>
  </div>`

/** The page where the customer pays. @param back the order's page */
function upiPage(page: PayPage, back: string, { upi, hasOthers, problem = null, utr = '', ...time }: Open) {
  const payment = { ...upi, amount: page.amount, shopName: page.shopName }
  const { orderNumber: number } = page
  const amount = formatShortRupees(page.amount)
  return payDocument(
    page,
    { title: t`Pay for order ${number} by UPI`, badge: 'UPI' },
    html`<h1>${t`Pay by UPI`}</h1>
      ${summary(page)} ${deadline(time)}
      <h2>1. ${t`Pay ${amount}`}</h2>
      ${appsOf(upiLink(payment, '04'), amount)}
      <div class="qr">
        ${new Html(renderSVG(upiLink(payment, '01'), { ecc: 'M', border: 2 }))}
        <p>${t`Scan with any UPI app`}</p>
        <dl class="copy">${copyRow(t`or pay to`, upi.id)}${copyRow(t`with the note`, upi.reference)}</dl>
        ${copying}
      </div>
      <h2>2. ${t`Tell us its number`}</h2>
      <p>${t`We compare it with our bank, and then confirm your order.`}</p>
      ${utrForm(page, problem, utr)}
      ${hasOthers ? html`<p><a class="other" href="${back}">${t`Pay another way`}</a></p>` : html`<p class="hint"><a href="${back}">${t`Back to the shop`}</a></p>`}`,
  )
}

/** Why a payment is not to be made any more. Money may have left the account all the same. */
const TOO_LATE = {
  expired: () => ({
    title: t`The time to pay is over`,
    tell: t`Tell us the number of the payment: we keep your order if the items are still there, and refund you otherwise.`,
  }),
  ended: () => ({
    title: t`This order has ended`,
    tell: t`Tell us the number of the payment: we refund you.`,
  }),
}

/** After the time to pay, or the end of the order. */
function latePage(
  page: PayPage,
  back: string,
  { why, problem = null, utr = '' }: Pick<Open, 'problem' | 'utr'> & { why: keyof typeof TOO_LATE },
): string {
  const { title, tell } = TOO_LATE[why]()
  return payDocument(
    page,
    { title, badge: 'UPI' },
    html`<h1>${title}</h1>
      ${summary(page)}
      <p><strong>${t`Please do not pay now.`}</strong></p>
      <p><a class="pay" href="${back}">${backTo(page)}</a></p>
      <details ${problem === null ? null : new Html('open')}>
        <summary>${t`Has money left your account?`}</summary>
        <p>${tell}</p>
        ${utrForm(page, problem, utr)}
      </details>`,
  )
}

interface Told {
  utr: string
  /** When the order keeps its items; null for one that has ended. */
  until: Date | null
  /** Another number, which does not stand instead. */
  refused: { problem: string; utr: string } | undefined
}

/** The customer has told the UTR. */
function statedPage(page: PayPage, back: string, { utr, until, refused }: Told): string {
  const time = until && longTime(until)
  return payDocument(
    page,
    { title: t`We compare it with our bank`, badge: 'UPI' },
    html`<h1>${t`Thank you`}</h1>
      ${summary(page)}
      <p>${t`We compare the UTR ${utr} with our bank, and tell you.`}</p>
      <p>
        ${
          time === null
            ? t`We then confirm your order, or refund you.`
            : t`Your items are kept until ${time}.`
        }
      </p>
      <p><a class="pay" href="${back}">${t`See your order`}</a></p>
      <details ${refused ? new Html('open') : null}>
        <summary>${t`The UTR is wrong?`}</summary>
        ${utrForm(page, refused?.problem ?? null, refused?.utr ?? '')}
      </details>`,
  )
}

const UpiForm = z.object({ utr: z.optional(z.string()) })

/** @param query has the UTR that was refused, if one was */
export async function showUpi(
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

export async function postUpi(
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
