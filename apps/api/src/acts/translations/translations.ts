/** The shop's texts in other languages. All functions throw Failures. */
import type { TranslatedInto } from '@haat/contract/staff/shop'
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { indexProducts } from '../../features/search/search-index.store.ts'
import {
  findProductsWith,
  storeTranslation,
  translate,
} from '../../features/translations/translations.store.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { BYTE_ORDER_MARK } from '../cells/columns.ts'
import { shopTexts } from './shop-texts.store.ts'

/** Rows of one file. */
const ROWS_MAX = 100_000
/** Texts of a file that a reply names. */
const UNKNOWN_SHOWN = 20
/** The translation without characters that turn the direction of what stands beside it, which come along unseen with copies. */
const clean = (translation: string): string => translation.replaceAll(/\p{Bidi_Control}/gu, '').trim()

/** What replaces letters that were not UTF-8. */
const UNREADABLE = '\ufffd'
/** As many as a description has. */
const LETTERS_MAX = 50_000
/** Texts that are written in one transaction, and products that are indexed: the shop takes orders in between. */
const BATCH = 500

/** @returns the texts that fit, `limit` at most, each with its place among all */
async function listTexts(
  shop: Shop,
  { language, search = '', missing, after = 0, limit }: InputOf<Staff['translations']['list']>,
): Promise<ReplyOf<Staff['translations']['list']>> {
  const words = search.toLowerCase().split(/\s+/)
  const rows: ReplyOf<Staff['translations']['list']> = []
  let number = 0
  for await (const page of shopTexts(shop)) {
    for (const { text, about, translations } of page) {
      number += 1
      const translation = translations.get(language) ?? ''
      const searched = `${about}\n${text}\n${translation}`.toLowerCase()
      const fits = (!missing || translation === '') && words.every((word) => searched.includes(word))
      if (fits && number > after) rows.push({ number, about, text, translation })
      if (rows.length === limit) return rows
    }
  }
  return rows
}

async function* toCsv(shop: Shop, language: TranslatedInto): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([['text', 'translation', 'about']])
  for await (const page of shopTexts(shop))
    yield stringify(
      page.map(({ text, about, translations }) => [text, translations.get(language) ?? '', about]),
    )
}

/** The texts of a file and what they become; an empty text removes a translation. */
function parseTranslations(csv: string): Map<string, string> {
  let rows: Record<string, string>[] = []
  let names: string[] = []
  try {
    rows = parse(csv, {
      bom: true,
      // A spreadsheet copies tabs, and saves semicolons in some countries: the first line has no other.
      delimiter: /[,;\t]/.exec(csv)?.[0] ?? ',',
      columns: (first: string[]) => (names = first.map((name) => name.trim().toLowerCase())),
    })
  } catch {
    throw badRequest('The file is not CSV. Begin with the one that this shop gives out.')
  }
  if (!names.includes('text') || !names.includes('translation'))
    throw badRequest('The first line of the file must name the columns text and translation.')
  if (rows.length > ROWS_MAX) throw badRequest(`A file can have ${ROWS_MAX} rows at most.`)
  const found = new Map<string, string>()
  for (const [at, { text = '', translation = '' }] of rows.entries()) {
    if (text.trim() === '') throw badRequest(`Row ${at + 2} says no text that is translated.`)
    const other = found.get(text)
    if (other !== undefined && other !== clean(translation))
      throw badRequest(`Row ${at + 2} translates "${text.slice(0, 60)}" in another way than a row above.`)
    found.set(text, clean(translation))
  }
  return found
}

function checkTranslation(text: string, translation: string): void {
  if (translation.includes(UNREADABLE))
    throw badRequest(
      `The translation of "${text.slice(0, 60)}" has letters that cannot be read (${UNREADABLE}). Type them again, or save the file as UTF-8.`,
    )
  if (translation.length > LETTERS_MAX)
    throw badRequest(`The translation of "${text.slice(0, 60)}" is longer than ${LETTERS_MAX} characters.`)
}

/** Those that nothing in the shop says. */
async function unknownTexts(shop: Shop, rows: readonly (readonly [text: string, string])[]) {
  const unknown = new Set(rows.map(([text]) => text))
  for await (const page of shopTexts(shop)) {
    for (const { text } of page) unknown.delete(text)
    if (unknown.size === 0) break
  }
  return [...unknown].slice(0, UNKNOWN_SHOWN)
}

/** Search finds products by their names in every language. */
async function setTranslations(
  shop: Shop,
  { language, csv, text, translation }: InputOf<Staff['translations']['set']>,
) {
  if ((csv === undefined) === (text === undefined))
    throw badRequest('Give a CSV file, or a text and its translation.')
  const all = csv === undefined ? [[text!, clean(translation)] as const] : [...parseTranslations(csv)]
  for (const row of all) checkTranslation(...row)
  const unknown = csv === undefined ? [] : await unknownTexts(shop, all)
  const counts = { changed: 0, removed: 0, unknown }
  for (let start = 0; start < all.length; start += BATCH) {
    const batch = all.slice(start, start + BATCH)
    const texts = batch.map(([text]) => text)
    const done = await shop.db.transaction(async (tx) => {
      const known = await translate(tx, language, texts)
      const changes = batch.filter(([text, translation]) => translation !== (known.get(text) ?? ''))
      for (const [text, translation] of changes) await storeTranslation(tx, language, text, translation)
      const ids = await findProductsWith(
        tx,
        changes.map(([text]) => text),
      )
      await indexProducts(tx, ids)
      const removed = changes.filter(([, translation]) => translation === '').length
      return { changed: changes.length - removed, removed }
    })
    counts.changed += done.changed
    counts.removed += done.removed
  }
  return counts
}

export const translationActs: ActTable<Staff['translations']> = {
  list: listTexts,
  async get(shop, { language }) {
    return { name: `translations-${language}.csv`, content: toCsv(shop, language) }
  },
  set: setTranslations,
}
