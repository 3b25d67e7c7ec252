/** The test bank's pages: plain HTML without scripts, in the shop's look. */
import { createHash } from 'node:crypto'
import { formatRupees } from '../format.ts'
import { Html, html } from '../html.ts'
import { STYLE } from './style.ts'

/** What a page is about. Amount in paise. */
export interface PayPage {
  shopName: string
  transactionId: string
  orderId: number
  amount: number
  upiApps: string[]
}

/** One more way to end a payment: its id is sent with the form. */
export interface LabChoice {
  id: string
  label: string
}

/** What a page without a choice says, and where it leads. */
export interface Said {
  title: string
  text: string
}

// One piece, because the policy names its hash.
const style = new Html(`<style>${STYLE}</style>`)
const styleHash = createHash('sha256').update(STYLE).digest('base64')

/**
 * Nothing but the page's own style and the shop's picture.
 *
 * @param shopOrigin where the form's answer sends the browser, which browsers hold against `form-action`
 */
export const contentPolicy = (shopOrigin: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
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

const ADVICE = 'Choose how this payment ends; the shop is told the way a real bank would tell it.'

const summary = ({ orderId, amount }: PayPage): Html =>
  html`<dl>
    <div>
      <dt>Order number</dt>
      <dd>#${orderId}</dd>
    </div>
    <div class="amount">
      <dt>Amount</dt>
      <dd>${formatRupees(amount)}</dd>
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
      <p class="hint">There is nothing to type: a real card number has no place on a test page.</p>
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

/** Where the payer decides. */
export function openPage(page: PayPage, lab: LabChoice[] = []): string {
  const { shopName, transactionId, orderId, amount, upiApps } = page
  return document(
    shopName,
    `Pay for order ${orderId}`,
    html`<h1>Complete your payment</h1>
      ${summary(page)}
      <form method="post" action="/pay/${transactionId}">
        <input type="hidden" name="amount" value="${amount}" />
        ${methods(upiApps)}
        <button class="pay" name="action" value="pay">Pay ${formatRupees(amount)}</button>
        <div class="others">
          <button name="action" value="decline">Decline</button>
          <button name="action" value="cancel">Cancel</button>
        </div>
        ${labChoices(lab)}
      </form>`,
    ADVICE,
  )
}

const saidOf = (shopName: string, { title, text }: Said, details: Html | null, back: string): string =>
  document(
    shopName,
    title,
    html`<h1>${title}</h1>
      ${details}
      <p>${text}</p>
      <p><a class="pay" href="${back}">Back to ${shopName}</a></p>`,
  )

/** A payment that is over: nothing is left to decide. */
export const closedPage = (page: PayPage, said: Said, back: string): string =>
  saidOf(page.shopName, said, summary(page), back)

/** Anything that has no payment to show. */
export const plainPage = (shopName: string, said: Said, back: string): string =>
  saidOf(shopName, said, null, back)
