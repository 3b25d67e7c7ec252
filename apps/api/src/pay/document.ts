/** The pages where customers pay, in the shop's colours: plain forms, which work without their scripts. */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brand, paletteOf } from '@haat/contract/brand'
import { formatShortRupees } from '@haat/contract/money'
import type { AllSettings } from '@haat/contract/settings'
import type { FastifyReply } from 'fastify'
import { localeNow, t, translated } from '#say'
import { Html, html } from '../html.ts'
import { PACKAGE } from '../package-folder.ts'
import type { Context } from '../shop.ts'

/** The shop on its pages. */
export interface PayShop {
  shopName: string
  brand: Brand
  /** Of the shop's public address: where forms lead back to. */
  origin: string
}

/** What a page shows of a payment. Amount in paise. */
export interface PayPage extends PayShop {
  transactionId: string
  orderNumber: string
  amount: number
  upiApps: string[]
}

export interface Message {
  title: string
  text: string
}

export const asset = (name: string): string => readFileSync(join(PACKAGE, 'assets/pay', name), 'utf8')

/** The storefront's letters of the shop's languages, for devices without them; none where it is not built. */
const LETTERS = {
  'latin-latin': 'U+0000-00FF,U+2000-206F',
  'latin-rupee': 'U+20B9',
  'devanagari-devanagari': 'U+0900-097F',
  'tamil-tamil': 'U+0B80-0BFF',
}
const FONTS = Object.entries(LETTERS).flatMap(([name, range]) =>
  globSync(`assets/anek-${name}-*.woff2`, { cwd: join(PACKAGE, '../storefront/dist') }).map(
    (file) =>
      `@font-face{font-family:'Anek';font-display:swap;font-weight:100 800;src:url('/${file.replaceAll('\\', '/')}');` +
      `unicode-range:${range}}`,
  ),
)
const STYLE = FONTS.join('') + asset('page.css')

// One string each, because the content policy names its hash.
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`
const scripts: string[] = []

/** A script that the pages may run. */
export function inlineScript(source: string): Html {
  scripts.push(sourceOf(source))
  return new Html(`<script>${source}</script>`)
}

export const styleOf = ({ colours }: Pick<Brand, 'colours'>): string =>
  `:root{${Object.entries(paletteOf(colours))
    .map(([name, value]) => `--color-${name}:${value}`)
    .join(';')}}${STYLE}`

/**
 * Allows nothing but the pages' own style and scripts, a request to see whether the shop answers, and the shop's letters and icon.
 *
 * @param gateway the origin to which a form leads
 */
const contentPolicy = ({ brand, origin }: PayShop, gateway?: string): string =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(styleOf(brand))}`,
    `script-src ${scripts.join(' ')}`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${gateway ?? origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function payDocument(
  { shopName, brand }: PayShop,
  { title, badge, notice }: { title: string; badge?: string; notice?: Html },
  body: Html,
): string {
  return html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="${brand.colours.main}" />
        <title>${title} – ${shopName}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${styleOf(brand)}</style>`)}
      </head>
      <body>
        <main>
          <header>
            <p class="shop">${shopName}</p>
            ${badge ? html`<p class="bank">${badge}</p>` : null}
          </header>
          ${notice ? html`<p class="notice" role="note">${notice}</p>` : null} ${body}
        </main>
      </body>
    </html>`.text
}

export const summary = ({ orderNumber, amount }: PayPage): Html =>
  html`<dl>
    <div>
      <dt>${t`Order number`}</dt>
      <dd>#${orderNumber}</dd>
    </div>
    <div class="amount">
      <dt>${t`Amount`}</dt>
      <dd>${formatShortRupees(amount)}</dd>
    </div>
  </dl>`

export const backTo = ({ shopName: shop }: PayShop): string => t`Back to ${shop}`

/** A page that says one thing. @param page the payment that it is about, if there is one */
export const messagePage = (
  shop: PayShop,
  { title, text }: Message,
  back: string,
  { page, ...head }: { page?: PayPage; badge?: string; notice?: Html } = {},
): string =>
  payDocument(
    shop,
    { title: translated(title), ...head },
    html`<h1>${translated(title)}</h1>
      ${page ? summary(page) : null}
      <p>${translated(text)}</p>
      <p><a class="pay" href="${back}">${backTo(shop)}</a></p>`,
  )

export const shopOf = ({ config }: Context, { shop_name: shopName, brand }: AllSettings): PayShop => ({
  ...{ shopName, brand },
  origin: new URL(config.publicUrl).origin,
})

export const sendPage = (
  reply: FastifyReply,
  status: number,
  shop: PayShop,
  page: string,
  gateway?: string,
): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', contentPolicy(shop, gateway))
    .type('text/html; charset=utf-8')
    .send(page)
