/**
 * The layout of every mail: the shop's striped header, light background, dark text. Only tables and inline
 * styles, because mail programs support little else, and nothing is loaded from the network.
 */
import { type Brand, DEFAULT_BRAND, familyOf, INK, INK_SOFT, paletteOf, radiiOf } from '@haat/contract/brand'
import type { ShopSettings } from '@haat/contract/settings'
import { localeNow, t } from '#say'
import { html, Html } from '../../html.ts'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/settings.store.ts'

/** Mails are written in the colours of Haat; `mailPage` puts those of the shop in their place. */
const HAAT = paletteOf(DEFAULT_BRAND.colours)
export const { line: LINE, peacock: PEACOCK } = HAAT
export const SOFT = INK_SOFT
export { INK }
const FONT = "'Anek Latin', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const STRIPES = 12

/** The font part of a style attribute; repeated everywhere, since cells do not inherit it in every mail program. */
export const type = (size: number, colour = INK, weight = 400): string =>
  `font-family:${FONT};font-size:${size}px;line-height:1.5;color:${colour};font-weight:${weight};`

const stripes = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr>
    ${Array.from(
      { length: STRIPES },
      (_, index) =>
        html`<td
          height="14"
          bgcolor="${index % 2 === 0 ? PEACOCK : HAAT.marigold}"
          style="height:14px;background:${
            index % 2 === 0 ? PEACOCK : HAAT.marigold
          };border-radius:0 0 10px 10px;font-size:1px;line-height:1px"
        >
          &nbsp;
        </td>`,
    )}
  </tr>
</table>`

export const paragraph = (text: string | Html, style = type(16)): Html =>
  html`<p style="margin:0 0 16px;${style}">${text}</p>`

/** A link that looks like the shop's button. */
export const button = (label: string, href: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">
    <tr>
      <td bgcolor="${PEACOCK}" style="background:${PEACOCK};border-radius:10px">
        <a
          href="${href}"
          style="display:inline-block;padding:12px 24px;text-decoration:none;${type(16, '#ffffff', 600)}"
          >${label}</a
        >
      </td>
    </tr>
  </table>`

export interface MailPage {
  shop: MailShop
  /** The line that a mailbox shows next to the subject. */
  preview: string
  heading: string
  body: readonly Html[]
}

/** What every mail shows of the shop that sends it. */
export interface MailShop extends Pick<ShopSettings, 'shop_name' | 'contact' | 'brand'> {
  /** Without a trailing slash. */
  url: string
}

export interface MailText {
  subject: string
  text: string
  html: string
}

export async function mailShop({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<MailShop> {
  const { shop_name, contact, brand } = await readSettings(db)
  return { shop_name, contact, brand, url: config.publicUrl }
}

export function mailPage({ shop, preview, heading, body }: MailPage): string {
  const document = html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${heading}</title>
      </head>
      <body style="margin:0;padding:0;background:${HAAT.paper}">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          bgcolor="${HAAT.paper}"
          style="background:${HAAT.paper}"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
                <tr>
                  <td>${shop.brand.ornament && stripes}</td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 16px">
                    <a href="${shop.url}" style="text-decoration:none;${type(28, PEACOCK, 800)}"
                      >${shop.shop_name}</a
                    >
                  </td>
                </tr>
                <tr>
                  <td
                    bgcolor="${HAAT.card}"
                    style="background:${HAAT.card};border:1px solid ${LINE};border-radius:16px;padding:28px 24px 12px"
                  >
                    <h1 style="margin:0 0 16px;${type(24, INK, 700)}line-height:1.25">${heading}</h1>
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px">${footer(shop)}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return inBrand(document.text, shop.brand)
}

function inBrand(document: string, brand: Brand): string {
  const palette = Object.entries(paletteOf(brand.colours))
  const [, medium, large] = radiiOf(brand)
  const coloured = palette.reduce(
    (text, [name, colour]) => text.replaceAll(HAAT[name as keyof typeof HAAT], colour),
    document,
  )
  return coloured
    .replaceAll('border-radius:10px', `border-radius:${medium}px`)
    .replaceAll('border-radius:16px', `border-radius:${large}px`)
    .replaceAll(html`${"'Anek Latin'"}`.text, html`${familyOf(brand)}`.text)
}

function footer({ shop_name, contact }: MailShop): Html {
  const reach = [...contact.emails.slice(0, 1), ...contact.phones.slice(0, 1)].join(' · ')
  return html`<p style="margin:0;${type(13, SOFT)}">
    ${shop_name}${contact.address !== '' && html`<br />${contact.address}`}${reach !== '' && html`<br />${reach}`}
  </p>`
}

/** The footer of the plain-text form. */
export const textFooter = ({ shop_name, contact, url }: MailShop): string =>
  ['-- ', shop_name, contact.address, ...contact.emails.slice(0, 1), ...contact.phones.slice(0, 1), url]
    .filter((line) => line !== '')
    .join('\n')

interface Letter {
  /** The heading without. */
  subject?: string
  heading: string
  /** The first paragraph without. */
  preview?: string
  /** The customer's name; without it, nobody is greeted. */
  hello?: string
  /** Paragraphs. */
  lines: string[]
  /** Buttons; `path` of the storefront. */
  links?: { label: string; path: string }[]
  /** The address that ends such mails. */
  stop?: string
}

/** A mail of a few paragraphs and buttons. */
export function letter(
  shop: MailShop,
  { heading, subject = heading, hello: name, lines, preview = lines[0] ?? '', links = [], stop }: Letter,
): MailText {
  const hello = name === undefined ? [] : [t`Hello ${name},`]
  const addresses = links.map(({ label, path }) => ({ label, href: shop.url + path }))
  return {
    subject: `${subject} · ${shop.shop_name}`,
    text: [
      ...hello,
      ...lines,
      ...addresses.map(({ label, href }) => `${label}: ${href}`),
      ...(stop === undefined ? [] : [`${t`No more such mails`}: ${stop}`]),
      textFooter(shop),
    ].join('\n\n'),
    html: mailPage({
      ...{ shop, heading, preview },
      body: [
        ...[...hello, ...lines].map((line) => paragraph(line)),
        ...addresses.map(({ label, href }) => button(label, href)),
        ...(stop === undefined
          ? []
          : [
              paragraph(
                html`<a href="${stop}" style="color:inherit">${t`No more such mails`}</a>`,
                type(13, SOFT),
              ),
            ]),
      ],
    }),
  }
}
