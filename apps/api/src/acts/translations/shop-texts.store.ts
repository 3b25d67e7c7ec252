/** All texts of the shop that can be translated. */
import type { Reader } from '../../db/database.ts'
import { findOwnPages, readPage, readSettings } from '../../features/settings/settings.store.ts'
import { shownSettings } from '../../features/settings/shop-texts.ts'
import { textsOf } from '../../features/translations/translations.ts'
import { findTranslations } from '../../features/translations/translations.store.ts'
import type { Shop } from '../../shop.ts'
import { allProducts } from '../exporting/exporting.store.ts'

interface Source {
  text: string
  /** What it is the text of. */
  about: string
}

/** A text with its translations, by language. */
export interface ShopText extends Source {
  translations: ReadonlyMap<string, string>
}

const sources = (about: string, texts: readonly (string | null)[]): Source[] =>
  texts.flatMap((text) => (text?.trim() ? [{ text, about }] : []))

async function ownSources({ db, now, pay }: Pick<Shop, 'db' | 'now' | 'pay'>): Promise<Source[]> {
  const { categories, banners, deals, coupons } = db.tables
  const { services, info_cards, showcase, contact, ...settings } = shownSettings(
    await readSettings(db),
    now(),
  )
  const { tagline, new_arrivals_intro, seller_label, copyright } = settings
  const { support_hours } = contact
  const texts = { tagline, new_arrivals_intro, seller_label, copyright, support_hours }
  const shown = { ...texts, services, info_cards, showcase }
  const pages = await Promise.all((await findOwnPages(db)).map(({ slug }) => readPage(db, pay, slug)))
  const named = await db.select({ text: categories.name }).from(categories)
  const banner = await db.select({ text: banners.banner_name }).from(banners)
  const offered = await db.select({ code: coupons.code, text: coupons.description }).from(coupons)
  const ofDeals = await db.select({ name: deals.name, text: deals.description }).from(deals)
  return [
    ...sources('Shop', [...textsOf(JSON.stringify(shown))]),
    ...pages.flatMap((page) => (page ? sources(`Page ${page.title}`, [page.title, page.text]) : [])),
    ...named.flatMap(({ text }) => sources('Category', [text])),
    ...banner.flatMap(({ text }) => sources('Banner', [text])),
    ...offered.flatMap(({ code, text }) => sources(`Coupon ${code}`, [text])),
    ...ofDeals.flatMap(({ name, text }) => sources(`Deal ${name}`, [name, text])),
  ]
}

type Products = ReturnType<typeof allProducts> extends AsyncGenerator<infer Page> ? Page : never

/** Whether a size has words: `Child`, `100 ml`; `UK 8` is the same in every language. */
const isWorded = (size: string | null): boolean => /\p{Ll}{2}/u.test(size ?? '')

const productSources = (products: Products): Source[] =>
  products.flatMap(({ product, variants }) =>
    sources(product.name, [
      product.name,
      product.short_description,
      product.description,
      ...variants.flatMap(({ color, size, variant_name }) => [
        color,
        isWorded(size) ? size : null,
        variant_name,
      ]),
    ]),
  )

/** Each text once, in pages: the shop's own, then those of its products, hidden ones included. */
export async function* shopTexts(shop: Pick<Shop, 'db' | 'now' | 'pay'>): AsyncGenerator<ShopText[]> {
  const known = new Set<string>()
  const complete = async (reader: Reader, found: Source[]): Promise<ShopText[]> => {
    const fresh = found.filter(({ text }) => !known.has(text) && known.add(text))
    const texts = fresh.map(({ text }) => text)
    const byText = Map.groupBy(await findTranslations(reader, texts), ({ text }) => text)
    return fresh.map((source) => {
      const rows = byText.get(source.text) ?? []
      return { ...source, translations: new Map(rows.map((row) => [row.language, row.translation])) }
    })
  }
  yield complete(shop.db, await ownSources(shop))
  for await (const products of allProducts(shop.db)) yield complete(shop.db, productSources(products))
}
