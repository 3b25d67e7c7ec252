/** The shop's own texts in other languages. A text that changes loses its translation: that was of other words. */
import { hash } from 'node:crypto'
import type { Language } from '@haat/contract/languages'
import { and, asc, eq, or } from 'drizzle-orm'
import { versionCache } from '../../db/catalogue-version.ts'
import { contains } from '../../db/match-text.ts'
import { type Database, findIds, isOneOf, preparedForList, type Reader, type Tx } from '../../db/database.ts'

const KEY_LETTERS = 22

export const keyOfText = (text: string): string =>
  hash('sha256', text.trim(), 'base64url').slice(0, KEY_LETTERS)

const translationsOf = preparedForList((reader, keys) => {
  const { language, key, translation } = reader.tables.translations
  return reader
    .select({ language, key, translation })
    .from(reader.tables.translations)
    .where(isOneOf(reader, key, keys))
    .orderBy(asc(key), asc(language))
    .prepare('translations')
})

/** The translations of these texts, by text, in every language that has them. */
export async function findTranslations(reader: Reader, texts: readonly string[]) {
  const byKey = new Map(texts.map((text) => [keyOfText(text), text]))
  const [query, values] = translationsOf(reader, [...byKey.keys()])
  return (await query.execute(values)).map(({ key, ...row }) => ({ ...row, text: byKey.get(key)! }))
}

/** What these texts are in a language; those without a translation are left out. */
export async function translate(
  reader: Reader,
  language: Language,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const found = texts.length === 0 ? [] : await findTranslations(reader, texts)
  return new Map(found.flatMap((row) => (row.language === language ? [[row.text, row.translation]] : [])))
}

const cachedLanguages = versionCache<Set<string>>(1)

/** Whether the shop has any text of its own in a language. */
export const speaks = async (db: Database, language: Language): Promise<boolean> =>
  (
    await cachedLanguages(db, 'languages', async () => {
      const { translations } = db.tables
      const rows = await db.selectDistinct({ language: translations.language }).from(translations)
      return new Set(rows.map((row) => row.language))
    })
  ).has(language)

/** @param translation empty to remove it */
export async function storeTranslation(
  tx: Tx,
  language: Language,
  text: string,
  translation: string,
): Promise<void> {
  const { translations } = tx.tables
  const key = keyOfText(text)
  if (translation === '')
    await tx.delete(translations).where(and(eq(translations.language, language), eq(translations.key, key)))
  else
    await tx
      .insert(translations)
      .values({ language, key, text, translation })
      .onConflictDoUpdate({ target: [translations.language, translations.key], set: { translation } })
}

/** The texts must have no translations yet. */
export const insertTranslations = (
  tx: Tx,
  rows: readonly { language: Language; text: string; translation: string }[],
): Promise<void> =>
  tx.insertMany(
    'translations',
    rows.map((row) => ({ ...row, key: keyOfText(row.text) })),
  )

/** A subquery: the texts of which a translation contains these words. */
export const textsSaying = (reader: Reader, words: string) => {
  const { text, translation } = reader.tables.translations
  return reader
    .select({ text })
    .from(reader.tables.translations)
    .where(contains(reader, translation, words))
}

/** The products that have one of these texts where search looks for words. */
export async function findProductsWith(reader: Reader, texts: string[]): Promise<number[]> {
  if (texts.length === 0) return []
  const { products } = reader.tables
  const isIn = [products.name, products.short_description].map((column) => isOneOf(reader, column, texts))
  return findIds(reader, products, or(...isIn))
}
