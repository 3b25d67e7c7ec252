/** The test bank's pages in the shop's look: plain forms, which work without their script. */
import { formatShortRupees } from '@haat/contract/money'
import { t } from '#say'
import { type Html, html } from '../html.ts'
import { asset, inlineScript, type PayPage, payDocument, summary } from '../pay/document.ts'
import { CASES } from './pay-lab.ts'

const script = inlineScript(asset('page.js'))

/** At the top of each of the bank's pages. */
export const head = () => ({
  badge: t`Test bank`,
  notice: html`<strong>${t`Test bank: no money moves.`}</strong>`,
})

const methods = (upiApps: string[]): Html =>
  html`<fieldset>
    <legend>${t`Pay with`}</legend>
    <input type="radio" name="method" id="upi" value="upi" checked />
    <label for="upi">UPI</label>
    <input type="radio" name="method" id="card" value="card" />
    <label for="card">${t`Card`}</label>
    <div class="panel upi">
      <p>${t`UPI ID`} <strong>shopper@testbank</strong></p>
      <ul class="marks">
        ${upiApps.map((app) => html`<li>${app}</li>`)}
      </ul>
      <p class="hint">${t`There is no app to open and no PIN to type.`}</p>
    </div>
    <div class="panel card">
      <p><strong>${t`Card 4111 1111 1111 1111, valid until 12/30`}</strong></p>
      <p class="hint">${t`There is nothing to type. Never enter a real card number on a test page.`}</p>
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
  const { transactionId, orderNumber: number, upiApps } = page
  const amount = formatShortRupees(page.amount)
  const { badge, notice } = head()
  const advice = t`Choose how this payment ends; the shop gets the callback that a real bank would send.`
  return payDocument(
    page,
    { title: t`Pay for order ${number}`, badge, notice: html`${notice} ${advice}` },
    html`<h1>${t`Complete your payment`}</h1>
      ${summary(page)}
      <form method="post" action="/pay/${transactionId}">
        <input type="hidden" name="amount" value="${page.amount}" />
        ${methods(upiApps)}
        <button class="pay" name="action" value="pay">${t`Pay ${amount}`}</button>
        <div class="others">
          <button name="action" value="decline">${t`Decline`}</button>
          <button name="action" value="cancel">${t`Cancel`}</button>
        </div>
        <p class="notice" role="alert" data-offline hidden>
          <strong>${t`No connection.`}</strong>
          ${t`Nothing is paid yet. This goes on by itself when your connection is back.`}
        </p>
        ${hasLab && LAB}
      </form>
      ${script}`,
  )
}
