/** What visitors see until the shop is opened. */
import { hash } from 'node:crypto'
import { localeNow, t } from '#say'
import { Html, html } from '../../html.ts'
import { mayPreview } from '../../http/preview.ts'
import type { Shop } from '../../shop.ts'
import { isOpen, readSettings } from '../settings/settings.store.ts'

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:2rem;box-sizing:border-box;
font:1.1rem/1.5 system-ui,sans-serif;text-align:center;color:#2a1f12;background:#fbf4e9}
h1{font-size:2rem;line-height:1.2;margin:1.5rem 0 .5rem}p{max-width:34rem;margin:.25rem 0}
a{display:inline-block;margin:1.25rem .35rem 0;padding:.7rem 1.3rem;border-radius:.5rem;background:#0c4a57;color:#fff;font-weight:600;text-decoration:none}`
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`

/** The page, and its content policy. */
async function comingSoon(shop: Shop) {
  const { shop_name, contact, brand } = await readSettings(shop.db)
  const [phone] = contact.phones
  // Landlines have no WhatsApp.
  const mobile = /[6-9]\d{9}$/.exec((brand.links.whatsapp ?? phone)?.replaceAll(/\D/g, '') ?? '')?.[0]
  const page = html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t`${shop_name}: coming soon`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <img src="/favicon.svg" alt="" width="72" height="72" />
          <h1>${shop_name}</h1>
          <p>${t`We open soon. Please come back in a few days.`}</p>
          ${mobile ? html`<a href="https://wa.me/91${mobile}">WhatsApp ${mobile}</a>` : null}
          ${contact.emails[0] ? html`<a href="mailto:${contact.emails[0]}">${t`Write to us`}</a>` : null}
        </main>
      </body>
    </html>`
  return { body: page.text, policy: POLICY }
}

/** Decides what a browser gets: the shop, the shop as a preview, or the page that says that it opens soon. */
export const openingGate =
  (shop: Shop) =>
  /** @param cookie the Cookie header */
  async (cookie?: string) => {
    if (await isOpen(shop.db, shop.config)) return 'open'
    return (await mayPreview(shop, cookie)) ? 'preview' : comingSoon(shop)
  }
