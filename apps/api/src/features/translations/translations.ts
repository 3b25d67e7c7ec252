/** Writes the merchant's translations into replies: see docs/decisions/040. */
import type { Language } from '@haat/contract/languages'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { reading } from '../../http/replica.ts'
import { languageNow } from '../../say.ts'
import type { Shop } from '../../shop.ts'
import { speaks, translate } from './translations.store.ts'

/** The fields of public replies that hold texts of the merchant. Names of brands and people are not translated. */
const FIELDS = new Set(
  `name product_name category_name short_description description color size variant_name variant wanted alt title text note banner_name
  tagline new_arrivals_intro seller_label copyright support_hours
  deal_reviews deal_stock_label deal_delivery_note deal_grid_note`.split(/\s+/),
)

/** Rewrites the texts of a reply. The name of a choice of a filter, which has a count, is a key or a brand. */
const mapTexts = (json: string, change: (text: string, field: string) => string): unknown =>
  JSON.parse(json, function (this: object, field: string, value: unknown) {
    const isText = typeof value === 'string' && value !== '' && FIELDS.has(field)
    return isText && !(field === 'name' && 'count' in this) ? change(value, field) : value
  })

const LABELS = new Set(['variant_name', 'variant', 'wanted', 'alt'])
const BRAND_WORDS = [1, 2, 3]

/**
 * What the label of a variant names, "Red, UK 7", and what a picture shows: "Canvas shoe, Red, close up". Of a product, what
 * may follow its brand.
 */
function partsOf(text: string, field: string): string[] {
  if (field === 'product_name') return BRAND_WORDS.map((count) => text.split(' ').slice(count).join(' '))
  return LABELS.has(field) ? text.split(', ') : []
}

/** The merchant's texts in a reply. */
export function textsOf(json: string): Set<string> {
  const texts = new Set<string>()
  mapTexts(json, (text, field) => {
    for (const one of [text, ...partsOf(text, field)]) texts.add(one)
    return text
  })
  return texts
}

/** A reply in a language, as far as the merchant has given its texts in it. */
export async function inLanguage(db: Database, language: Language, json: string): Promise<string> {
  if (language === 'en') return json
  const translations = await translate(db, language, [...textsOf(json)])
  if (translations.size === 0) return json
  return JSON.stringify(
    mapTexts(json, (text, field) => {
      const [parts, whole] = [partsOf(text, field), translations.get(text)]
      if (whole !== undefined) return whole
      if (field !== 'product_name')
        return parts.map((part) => translations.get(part) ?? part).join(', ') || text
      const name = parts.find((part) => translations.has(part)) ?? text
      return text.slice(0, text.length - name.length) + (translations.get(name) ?? name)
    }),
  )
}

/** The same of what a mail is made of. */
export const copyIn = async <Value>(db: Database, language: Language, value: Value): Promise<Value> =>
  JSON.parse(await inLanguage(db, language, JSON.stringify(value))) as Value

/**
 * Translates the replies of a scope for who reads another language than the one they are written in.
 *
 * @param offered the languages of the shop
 */
export function translateReplies(
  scope: FastifyInstance,
  shop: Shop,
  offered: () => Promise<readonly Language[]>,
): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const language = languageNow()
    if (language === 'en' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    if (!(await speaks(shop.db, language)) || !(await offered()).includes(language)) return payload
    return reading(request, shop.db, (db) => inLanguage(db, language, payload))
  })
}
