/** The test bank's pages in the shop's look: plain forms, which work without their script. */
import { createHash } from 'node:crypto'
import { formatShortRupees } from '@haat/contract/money'
import { Html, html } from '../html.ts'

/** What a page shows of a payment. Amount in paise. */
export interface PayPage {
  shopName: string
  transactionId: string
  orderNumber: string
  amount: number
  upiApps: string[]
}

/** One more way to end a payment; the form sends its id. */
export interface LabChoice {
  id: string
  label: string
}

export interface Message {
  title: string
  text: string
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#fbf5e9;color:#231c14;font:1.0625rem/1.5 'Anek Latin',system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif}
body::before{content:'';display:block;height:.75rem;background:repeating-linear-gradient(90deg,#0c4a57 0 2rem,#f3a31c 2rem 4rem)}
main{max-width:30rem;margin:0 auto;padding:1rem}
@media (min-width:40rem){main{margin:3rem auto;padding:2rem;background:#fffcf6;border:1px solid #e4d7bf;border-radius:1rem}}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;border-bottom:1px solid #e4d7bf;padding-bottom:.75rem}
header p{margin:0}
.shop{font-size:1.5rem;font-weight:800;color:#0c4a57}
.bank{color:#5d5144}
.notice{margin:1rem 0;padding:.75rem 1rem;background:#fbe6ba;border-left:.25rem solid #f3a31c;border-radius:.375rem}
h1{margin:1.25rem 0 .75rem;font-size:1.5rem;line-height:1.2}
dl{margin:0 0 1.25rem}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.375rem 0}
dt{color:#5d5144}
dd{margin:0;font-weight:600}
.amount dd{font-size:1.5rem;line-height:1.2}
fieldset{margin:0 0 1.25rem;padding:0;border:0;display:grid;grid-template-columns:1fr 1fr}
legend{padding:0 0 .5rem;font-weight:600}
fieldset input{position:absolute;opacity:0}
label{min-height:3rem;display:flex;align-items:center;justify-content:center;border:1px solid #857764;background:#fffcf6;font-weight:600;cursor:pointer}
label[for=upi]{border-radius:.625rem 0 0 0}
label[for=card]{border-radius:0 .625rem 0 0;border-left:0}
input:checked+label{background:#0c4a57;border-color:#0c4a57;color:#fff}
input:focus-visible+label,button:focus-visible,a:focus-visible{outline:.1875rem solid #f3a31c;outline-offset:.125rem}
.panel{display:none;grid-column:1/-1;padding:.75rem 1rem;border:1px solid #857764;border-top:0;border-radius:0 0 .625rem .625rem;background:#fffcf6}
#upi:checked~.upi,#card:checked~.card{display:block}
.panel p{margin:.25rem 0}
.panel ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0;padding:0;list-style:none}
.panel li{padding:.125rem .75rem;background:#f3e8d3;border-radius:1rem}
.hint{color:#5d5144;font-size:.9375rem}
button,a.pay{display:block;width:100%;min-height:3rem;padding:.625rem 1rem;border:1px solid #857764;border-radius:.625rem;background:transparent;color:#231c14;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.pay,a.pay{background:#0c4a57;border-color:#0c4a57;color:#fff}
button.pay:hover,a.pay:hover{background:#07333d}
.others{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:.75rem}
.others button:hover{background:#f3e8d3}
details{margin-top:1.25rem;padding:.75rem 1rem;border:1px dashed #857764;border-radius:.625rem}
summary{min-height:1.5rem;font-weight:600;cursor:pointer}
summary:focus-visible,input[type=text]:focus-visible{outline:.1875rem solid #f3a31c;outline-offset:.125rem}
.field{margin:.75rem 0 .25rem}
label.plain{min-height:0;display:block;border:0;background:none;cursor:auto}
input[type=text]{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid #857764;border-radius:.625rem;background:#fffcf6;font:inherit}
`

/** Without a network the form waits for it: the browser's error page has no way back to the choice. */
const SCRIPT = `
{
  const RETRY_MS = 1000
  const form = document.querySelector('form')
  const notice = document.querySelector('[data-offline]')
  let pressed = null
  let isReached = false
  form.addEventListener('submit', (event) => {
    if (isReached) return
    event.preventDefault()
    pressed = event.submitter
    void send()
  })
  const send = async () => {
    const button = pressed
    const isUp = await fetch('/healthz', { cache: 'no-store' }).then(() => true, () => false)
    if (pressed !== button || isReached) return
    isReached = isUp
    notice.hidden = isUp
    if (isUp) return form.requestSubmit(button)
    notice.scrollIntoView({ block: 'nearest' })
    setTimeout(() => pressed === button && send(), RETRY_MS)
  }
  addEventListener('pageshow', () => {
    pressed = null
    isReached = false
  })
}
`

// One string each, because the content policy names its hash.
const style = new Html(`<style>${STYLE}</style>`)
const script = new Html(`<script>${SCRIPT}</script>`)
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Allows nothing but the page's own style and script, a request to see whether the shop answers, and the shop's icon.
 *
 * @param shopOrigin where the reply to the form redirects the browser; browsers apply `form-action` to it
 */
export const contentPolicy = (shopOrigin: string): string =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    `script-src ${sourceOf(SCRIPT)}`,
    "connect-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${shopOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const document = (shopName: string, title: string, body: Html, advice = ''): string =>
  html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#0c4a57" />
        <title>${title} – ${shopName}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${style}
      </head>
      <body>
        <main>
          <header>
            <p class="shop">${shopName}</p>
            <p class="bank">Test bank</p>
          </header>
          <p class="notice" role="note"><strong>Test bank: no money moves.</strong> ${advice}</p>
          ${body}
        </main>
      </body>
    </html>`.text

const ADVICE = 'Choose how this payment ends; the shop gets the callback that a real bank would send.'

const summary = ({ orderNumber, amount }: PayPage): Html =>
  html`<dl>
    <div>
      <dt>Order number</dt>
      <dd>#${orderNumber}</dd>
    </div>
    <div class="amount">
      <dt>Amount</dt>
      <dd>${formatShortRupees(amount)}</dd>
    </div>
  </dl>`

const methods = (upiApps: string[]): Html =>
  html`<fieldset>
    <legend>Pay with</legend>
    <input type="radio" name="method" id="upi" value="upi" checked />
    <label for="upi">UPI</label>
    <input type="radio" name="method" id="card" value="card" />
    <label for="card">Card</label>
    <div class="panel upi">
      <p>UPI ID <strong>shopper@testbank</strong></p>
      <ul>
        ${upiApps.map((app) => html`<li>${app}</li>`)}
      </ul>
      <p class="hint">There is no app to open and no PIN to type.</p>
    </div>
    <div class="panel card">
      <p>Card <strong>4111 1111 1111 1111</strong>, valid until <strong>12/30</strong></p>
      <p class="hint">There is nothing to type. Never enter a real card number on a test page.</p>
    </div>
  </fieldset>`

const labChoices = (choices: LabChoice[]): Html | null =>
  choices.length === 0
    ? null
    : html`<details>
        <summary>Pay Lab</summary>
        <p class="field">
          <label class="plain" for="upi-id">UPI ID</label>
          <input type="text" id="upi-id" name="upi" placeholder="late30@lab" autocomplete="off" />
        </p>
        <p class="hint">Type a magic UPI ID above and press Pay, or press one of these:</p>
        <div class="others">
          ${choices.map(({ id, label }) => html`<button name="lab" value="${id}">${label}</button>`)}
        </div>
      </details>`

/** The page where the payer decides. */
export function openPage(page: PayPage, lab: LabChoice[] = []): string {
  const { shopName, transactionId, orderNumber, amount, upiApps } = page
  return document(
    shopName,
    `Pay for order ${orderNumber}`,
    html`<h1>Complete your payment</h1>
      ${summary(page)}
      <form method="post" action="/pay/${transactionId}">
        <input type="hidden" name="amount" value="${amount}" />
        ${methods(upiApps)}
        <button class="pay" name="action" value="pay">Pay ${formatShortRupees(amount)}</button>
        <div class="others">
          <button name="action" value="decline">Decline</button>
          <button name="action" value="cancel">Cancel</button>
        </div>
        <p class="notice" role="alert" data-offline hidden>
          <strong>No connection.</strong> Nothing is paid yet. This goes on by itself when your connection is
          back.
        </p>
        ${labChoices(lab)}
      </form>
      ${script}`,
    ADVICE,
  )
}

const messagePage = (
  shopName: string,
  { title, text }: Message,
  details: Html | null,
  back: string,
): string =>
  document(
    shopName,
    title,
    html`<h1>${title}</h1>
      ${details}
      <p>${text}</p>
      <p><a class="pay" href="${back}">Back to ${shopName}</a></p>`,
  )

/** A payment that is over. */
export const closedPage = (page: PayPage, message: Message, back: string): string =>
  messagePage(page.shopName, message, summary(page), back)

/** A page without a payment. */
export const plainPage = (shopName: string, message: Message, back: string): string =>
  messagePage(shopName, message, null, back)
