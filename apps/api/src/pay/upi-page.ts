/** The page of a payment to the merchant's UPI id: QR code, apps, time left, and the number of the transfer. */
import { formatShortRupees } from '@haat/contract/money'
import { upiLink, type UpiPayment } from '@haat/contract/upi-link'
import { renderSVG } from 'uqr'
import { t } from '#say'
import { formatDay, formatTime } from '../format.ts'
import { inApp, UPI_APPS } from '../gateways/upi/upi.ts'
import { Html, html } from '../html.ts'
import { asset, backTo, inlineScript, type PayPage, payDocument, summary } from './document.ts'

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
export function upiPage(
  page: PayPage,
  back: string,
  { upi, hasOthers, problem = null, utr = '', ...time }: Open,
) {
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
export function latePage(
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
export function statedPage(page: PayPage, back: string, { utr, until, refused }: Told): string {
  const time = until && longTime(until)
  return payDocument(
    page,
    { title: t`We compare it with our bank`, badge: 'UPI' },
    html`<h1>${t`Thank you`}</h1>
      ${summary(page)}
      <p>${t`We compare the UTR ${utr} with our bank, and mail you.`}</p>
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
