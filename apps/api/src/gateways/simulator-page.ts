/** The pages of the simulated gateways: plain forms in the look of the test bank. */
import { DEFAULT_BRAND } from '@haat/contract/brand'
import { formatShortRupees } from '@haat/contract/money'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../html.ts'
import { inlineScript, payDocument, sendPage } from '../pay/document.ts'

const SUBMIT = inlineScript('document.forms[0].submit()')

/** Where the browser goes after the gateway's page. */
export interface Return {
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

/** @param formTarget an address to which a form may lead besides the simulator */
function send(reply: FastifyReply, gateway: string, title: string, body: Html, formTarget: string) {
  const { origin } = new URL(formTarget)
  const shop = { shopName: `${gateway} simulator`, brand: DEFAULT_BRAND, origin }
  const notice = html`<strong>Simulator: no money moves.</strong>`
  const page = payDocument(
    shop,
    { title, notice },
    html`<h1>${title}</h1>
      ${body}`,
  )
  return sendPage(reply, 200, shop, page).header('cache-control', 'no-store')
}

/** Asks how the payment of an order ends, by a button for each outcome. @param order.amount in paise */
export const sendChoice = (
  reply: FastifyReply,
  gateway: string,
  order: { title: string; amount: number },
  outcomes: readonly { id: string; label: string }[],
  { action, shop }: { action: string; shop: string },
) =>
  send(
    reply,
    gateway,
    'Choose how this payment ends',
    html`<dl>
        <div>
          <dt>Payment</dt>
          <dd>${order.title}</dd>
        </div>
        <div class="amount">
          <dt>Amount</dt>
          <dd>${formatShortRupees(order.amount)}</dd>
        </div>
      </dl>
      <form method="post" action="${action}">
        <div class="others outcomes">
          ${outcomes.map(({ id, label }) => html`<button name="outcome" value="${id}">${label}</button>`)}
        </div>
      </form>`,
    shop,
  )

/** Brings the browser back to the shop; keeps it here without a `back`. */
export function sendBack(reply: FastifyReply, gateway: string, back: Return | null, shop: string) {
  if (back === null)
    return send(reply, gateway, 'The window was closed', html`<p>The browser stays here.</p>`, shop)
  if (back.method === 'GET') return reply.redirect(back.url, 303)
  const fields = Object.entries(back.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const form = html`<form method="post" action="${back.url}">
      ${fields}<button class="pay">Back to the shop</button>
    </form>
    ${SUBMIT}`
  return send(reply, gateway, 'Back to the shop', form, shop)
}
