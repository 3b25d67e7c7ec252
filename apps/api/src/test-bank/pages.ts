/** The test bank's pages in the shop's look: plain forms, which work without their script. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatShortRupees } from '@haat/contract/money'
import { Html, html } from '../html.ts'
import { PACKAGE } from '../package-folder.ts'
import { CASES } from './pay-lab.ts'

/** What a page shows of a payment. Amount in paise. */
export interface PayPage {
  shopName: string
  transactionId: string
  orderNumber: string
  amount: number
  upiApps: string[]
}

export interface Message {
  title: string
  text: string
}

const asset = (name: string): string => readFileSync(join(PACKAGE, 'assets/test-bank', name), 'utf8')
const STYLE = asset('page.css')
const SCRIPT = asset('page.js')

// One string each, because the content policy names its hash.
const style = new Html(`<style>${STYLE}</style>`)
const script = new Html(`<script>${SCRIPT}</script>`)
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

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

const LAB = html`<details>
  <summary>Pay Lab</summary>
  <p class="field">
    <label class="plain" for="upi-id">UPI ID</label>
    <input type="text" id="upi-id" name="upi" placeholder="late30@lab" autocomplete="off" />
  </p>
  <p class="hint">Type a magic UPI ID above and press Pay, or press one of these:</p>
  <div class="others">
    ${CASES.map(({ id, label }) => html`<button name="lab" value="${id}">${label}</button>`)}
  </div>
</details>`

/** The page where the payer decides. */
export function openPage(page: PayPage, hasLab: boolean): string {
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
        ${hasLab && LAB}
      </form>
      ${script}`,
    ADVICE,
  )
}

/** A page that says one thing. @param page the payment that is over, if there is one */
export const messagePage = (
  shopName: string,
  { title, text }: Message,
  back: string,
  page?: PayPage,
): string =>
  document(
    shopName,
    title,
    html`<h1>${title}</h1>
      ${page ? summary(page) : null}
      <p>${text}</p>
      <p><a class="pay" href="${back}">Back to ${shopName}</a></p>`,
  )
