/** The pages of the simulated gateways: plain forms in the look of the test bank. */
import { hash } from 'node:crypto'
import { DEFAULT_BRAND } from '@haat/contract/brand'
import { formatShortRupees } from '@haat/contract/money'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../html.ts'
import { styleOf } from '../pay/document.ts'

const STYLE = styleOf(DEFAULT_BRAND)
const SUBMIT = 'document.forms[0].submit()'
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Where the browser goes after the gateway's page. */
export interface Return {
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

/** @param formTarget an address to which a form may lead besides the simulator */
function send(reply: FastifyReply, gateway: string, title: string, body: Html, formTarget: string) {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    `script-src ${sourceOf(SUBMIT)}`,
    `form-action 'self' ${new URL(formTarget).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${gateway} simulator</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <header>
            <p class="shop">${gateway}</p>
            <p class="bank">Simulator</p>
          </header>
          <p class="notice" role="note"><strong>Simulator: no money moves.</strong></p>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
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
    ${new Html(`<script>${SUBMIT}</script>`)}`
  return send(reply, gateway, 'Back to the shop', form, shop)
}
