/** The page of a payment to the merchant's UPI id: QR code, apps, time left, and the number of the transfer. */
import { formatShortRupees } from '@haat/contract/money'
import { upiLink, type UpiPayment } from '@haat/contract/upi-link'
import { renderSVG } from 'uqr'
import { inApp, UPI_APPS } from '../gateways/upi/upi.ts'
import { Html, html } from '../html.ts'
import { asset, inlineScript, type PayPage, payDocument, summary } from './document.ts'

const countdown = inlineScript(asset('countdown.js'))

const qrCode = (link: string): Html => new Html(renderSVG(link, { ecc: 'M', border: 2 }))

/** Where the customer tells the number of the transfer. @param problem why the last one was refused */
const utrForm = (page: PayPage, problem: string | null, value: string): Html =>
  html`<form method="post" action="/pay/${page.transactionId}">
    <p class="field">
      <label class="plain" for="utr">UTR of your payment, 12 digits</label>
      <input
        type="text"
        id="utr"
        name="utr"
        value="${value}"
        inputmode="numeric"
        autocomplete="off"
        maxlength="20"
        required
        aria-describedby="utr-hint${problem === null ? '' : ' utr-error'}"
        aria-invalid="${problem === null ? 'false' : 'true'}"
      />
    </p>
    ${problem === null ? null : html`<p class="error" id="utr-error" role="alert">${problem}</p>`}
    <p class="hint" id="utr-hint">
      Your UPI app shows it with the payment, as UTR, UPI reference or RRN. We compare it with our bank.
    </p>
    <button class="pay">I have paid</button>
  </form>`

interface Open {
  upi: Omit<UpiPayment, 'amount' | 'shopName'>
  /** Until the time to pay is over. */
  secondsLeft: number
  problem?: string | null
  utr?: string
}

/** The page where the customer pays. */
export function upiPage(page: PayPage, back: string, { upi, secondsLeft, problem = null, utr = '' }: Open) {
  const payment = { ...upi, amount: page.amount, shopName: page.shopName }
  const intent = upiLink(payment, '04')
  const apps = Object.keys(UPI_APPS) as (keyof typeof UPI_APPS)[]
  const minutes = Math.floor(secondsLeft / 60)
  const clock = `${minutes}:${String(Math.floor(secondsLeft % 60)).padStart(2, '0')}`
  return payDocument(
    page,
    { title: `Pay for order ${page.orderNumber} by UPI`, badge: 'UPI' },
    html`<h1>Pay by UPI</h1>
      ${summary(page)}
      <p>
        Time left: <span role="timer" data-seconds="${Math.floor(secondsLeft)}">${clock}</span>. Your items
        are kept until then.
      </p>
      <div class="apps">
        <a class="pay" href="${intent}">Pay ${formatShortRupees(page.amount)} with a UPI app</a>
        <div>${apps.map((app) => html`<a href="${inApp(intent, app)}">${app}</a>`)}</div>
      </div>
      <div class="qr">
        ${qrCode(upiLink(payment, '01'))}
        <p>Scan with any UPI app, or pay to <strong>${upi.id}</strong></p>
        <p class="hint">
          Pay exactly ${formatShortRupees(page.amount)} and write ${upi.reference} as the note.
        </p>
      </div>
      ${utrForm(page, problem, utr)}
      <form method="post" action="/pay/${page.transactionId}">
        <button name="cancel" value="yes" formnovalidate>Pay another way</button>
      </form>
      <p class="hint"><a href="${back}">Back to the shop</a></p>
      ${countdown}`,
  )
}

/** After the time to pay: money may have left the account all the same. */
export const latePage = (page: PayPage, back: string, problem: string | null = null, utr = ''): string =>
  payDocument(
    page,
    { title: 'The time to pay is over', badge: 'UPI' },
    html`<h1>The time to pay is over</h1>
      ${summary(page)}
      <p>
        Please do not pay now. If money has left your account, tell us its UTR: we keep your order if the
        items are still there, and refund you otherwise.
      </p>
      ${utrForm(page, problem, utr)}
      <p><a class="pay" href="${back}">Back to ${page.shopName}</a></p>`,
  )

/** The customer has told the UTR. */
export const statedPage = (page: PayPage, utr: string, hours: number, back: string): string =>
  payDocument(
    page,
    { title: 'We compare it with our bank', badge: 'UPI' },
    html`<h1>Thank you</h1>
      ${summary(page)}
      <p>
        We compare the UTR <strong>${utr}</strong> with our bank, within ${hours} hours at the latest, and
        mail you. Your items are kept until then.
      </p>
      <p><a class="pay" href="${back}">See your order</a></p>
      <details>
        <summary>The UTR is wrong?</summary>
        ${utrForm(page, null, '')}
      </details>`,
  )
