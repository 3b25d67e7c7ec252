/**
 * Writes the search index: FTS5 on SQLite, tsvector with a GIN index on PostgreSQL. Code that writes or deletes
 * products calls indexProducts() in the same transaction.
 */
import { and, asc, eq, gt, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Database, isOneOf, pick, type Reader, type Tx } from '../../db/database.ts'
import { findTranslations } from '../translations/translations.store.ts'
import { FIELD_TIERS, TIERS } from './search.store.ts'
import { soundKey } from './sounds.ts'
import { hasDigit, indexableWords, isForm, isUnit, reversed, stemOf, wordsOf } from './words.ts'

const CHUNK = 1000

/** Updates the index for these products: removes unpublished and deleted ones, indexes the others. */
export async function indexProducts(tx: Tx, productIds: readonly number[]): Promise<void> {
  const { search_documents } = tx.tables
  const paths = await findCategoryPaths(tx)
  const ids = [...new Set(productIds)]
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    await tx.delete(search_documents).where(isOneOf(tx, search_documents.product_id, chunk))
    await tx.execute(sql`delete from search_index where ${isOneOf(tx, documentKey(tx), chunk)}`)
    await insertDocuments(tx, await findTexts(tx, chunk), paths)
  }
}

/** Builds the index in one transaction, of a shop that was just filled. */
export const buildIndex = (tx: Tx): Promise<void> => rebuild(tx, (work) => work(tx))

/**
 * Rebuilds the index of a running shop, a thousand products per transaction, so that nobody waits long to write. It may
 * be stopped and run again at any time. Counts the products of every word anew: writing products only adds to the numbers.
 *
 * @param onProgress called with the number of products done and of all
 */
export const reindex = (db: Database, onProgress: (done: number, total: number) => void): Promise<void> =>
  rebuild(db, (work) => db.transaction(work), onProgress)

async function rebuild(
  reader: Reader,
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const { products, search_documents, search_words } = reader.tables
  await write(async (tx) => {
    const existing = tx.select({ id: products.id }).from(products)
    await tx.execute(sql`delete from search_index where ${notInArray(documentKey(tx), existing)}`)
    await tx.delete(search_documents).where(notInArray(search_documents.product_id, existing))
    await tx.update(search_words).set({ frequency: 0 })
  })
  const total = await reader.$count(products)
  let done = 0
  for await (const ids of productIdsInChunks(reader)) {
    await write((tx) => indexProducts(tx, ids))
    done += ids.length
    onProgress?.(done, Math.max(done, total))
  }
  await write(async (tx) => {
    await tx.delete(search_words).where(eq(search_words.frequency, 0))
    // Looking up a word takes as many steps as SQLite's index has segments.
    if (tx.engine === 'sqlite')
      await tx.execute(sql`insert into search_index (search_index) values ('optimize')`)
  })
}

async function* productIdsInChunks(reader: Reader): AsyncGenerator<number[]> {
  const { id } = reader.tables.products
  for (let last = 0; ;) {
    const rows = await reader
      .select({ id })
      .from(reader.tables.products)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(CHUNK)
    yield rows.map((row) => row.id)
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.id
  }
}

const documentKey = ({ engine }: Reader) => sql.raw(engine === 'sqlite' ? 'rowid' : 'product_id')

type ProductTexts = Awaited<ReturnType<typeof findTexts>>[number]

/** The searched texts of those of these products that are published. */
async function findTexts(tx: Tx, productIds: number[]) {
  const { products, variants } = tx.tables
  const rows = await tx
    .select(pick(products, 'id', 'name', 'brand', 'category_id', 'short_description', 'description'))
    .from(products)
    .where(and(isOneOf(tx, products.id, productIds), eq(products.is_published, true)))
  const ids = rows.map((row) => row.id)
  const { product_id, color, size, variant_name, position } = variants
  const named = or(isNotNull(color), isNotNull(size), isNotNull(variant_name))
  const variantRows = await tx
    .select({ product_id, color, size, variant_name })
    .from(variants)
    .where(and(isOneOf(tx, product_id, ids), named))
    .orderBy(asc(product_id), asc(position), asc(variants.id))
  const byProduct = Map.groupBy(variantRows, (row) => row.product_id)
  const translations = await findTranslations(tx, [
    ...new Set(rows.flatMap((row) => [row.name, row.short_description])),
  ])
  const byText = Map.groupBy(translations, ({ text }) => text)
  return rows.map((row) => {
    const texts = (byProduct.get(row.id) ?? []).map((one) =>
      [one.color, one.size, one.variant_name].join('\n'),
    )
    const translated = [row.name, row.short_description].flatMap((text) => byText.get(text) ?? [])
    return { ...row, others: [...texts, ...translated.map(({ translation }) => translation)].join('\n') }
  })
}

/** The name of each category after those of its ancestors, topmost first, by category id. A cycle ends a path. */
export async function findCategoryPaths(reader: Reader): Promise<Map<number, string[]>> {
  const { id, name, parent_id } = reader.tables.categories
  const rows = await reader.select({ id, name, parent_id }).from(reader.tables.categories)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const path = new Set([row])
      for (const step of path) {
        const parent = step.parent_id === null ? undefined : byId.get(step.parent_id)
        if (parent) path.add(parent)
      }
      return [row.id, [...path].map((step) => step.name).toReversed()]
    }),
  )
}

const NAME_ENDS = /,|\(|\||\s-\s| (?:with|for|without|in|(?:pack|set|box) of) /i
/** Words after which a name still says what the product is: `Gloves Level 5`, `Badminton Set`. */
const TRAILING = new Set(
  'set pair pack kit level grade class module size no combo piece tier seater door pouch packet'.split(' '),
)

/** What a product is by its name: the last word, both of `Cup and Saucer` and of `Rock Salt/Uppu`, one of `Tea/Coffee Mug`. */
export function kindOf(name: string): string[] {
  const parts = (name.split(NAME_ENDS)[0] ?? '').split('/').map(wordsOf)
  return parts.slice(parts.some(({ length }) => length < parts.at(-1)!.length) ? -1 : 0).flatMap(lastOf)
}

function lastOf(words: string[]): string[] {
  const isTrailing = (word: string) => TRAILING.has(word) || isUnit(word) || hasDigit(word)
  let end = words.length
  while (end > 1 && isTrailing(words[end - 1] ?? '')) end -= 1
  const [first, and_, last] = words.slice(Math.max(0, end - 3), end)
  return and_ === 'and' && first !== undefined && last !== undefined
    ? [first, last]
    : words.slice(Math.max(0, end - (isForm(words[end - 1] ?? '') ? 2 : 1)), end)
}

const PARTS = /[,(|+]|\s-|-\s/
/** How a part begins that says what is in a product or whom it is for. */
const INGREDIENT = /^\s*(?:with|for|without|in|contains|no|free)\s/i

/** What the parts of a name are: tea of `Nilgiri - Green Tea`, and no oil of `Popcorn - Contains Olive Oil`. */
const kindsOfParts = (name: string): string[] =>
  name
    .replaceAll(/\([^()]*\)/g, ',')
    .replaceAll('&', ' and ')
    .split(PARTS)
    .flatMap((part) => (INGREDIENT.test(part) ? [] : kindOf(part)))

const WORDS_PER_TEXT_MAX = 500

/** The name of a category that lists kinds, of which a product is one: `Eggs, Meat & Fish`. */
const LIST = /[,&/]| and /i

/** A description of so few words is no sentence: it names a kind, as `Hair Oil & Serum`. */
const LABEL_WORDS_MAX = 6

/** The words of a product by field, those of the name in their order; of the details, those that are nowhere else. */
function fieldsOf(texts: ProductTexts, paths: Map<number, string[]>): string[][] {
  const wordsOfField = (text: string) => indexableWords(text).slice(0, WORDS_PER_TEXT_MAX)
  const path = paths.get(texts.category_id) ?? []
  const lists = path.filter((name) => LIST.test(name))
  const names = path.filter((name) => !lists.includes(name))
  const title = [texts.name, texts.brand, names.join('\n')].map(wordsOfField)
  const details = [`${texts.short_description}\n${texts.others}`, texts.description].map(wordsOfField)
  const known = new Set(title.flat())
  const others = details.map((text) => {
    const words = text.filter((word) => !known.has(word))
    for (const word of words) known.add(word)
    return [...new Set(words)]
  })
  const label = details.slice(1).filter(({ length }) => length <= LABEL_WORDS_MAX)
  return [kindOf(texts.name), ...title, ...others, wordsOfField(lists.join('\n')), label.flat()]
}

async function insertDocuments(tx: Tx, texts: ProductTexts[], paths: Map<number, string[]>): Promise<void> {
  if (texts.length === 0) return
  const ids = texts.map(({ id }) => id)
  const documents = texts.map((one) => fieldsOf(one, paths))
  await tx.insertMany(
    'search_documents',
    documents.map((fields, at) => ({
      product_id: ids[at]!,
      words: fields.map((words) => words.join(' ')).join('\n'),
    })),
  )
  await insertIndexed(
    tx,
    texts.map(({ id, name }, at) => ({ id, text: indexedText(documents[at]!, kindsOfParts(name)) })),
  )
  const frequencies = new Map<string, number>()
  for (const word of documents.flatMap((fields) => [...new Set(fields.flat())]))
    frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  await addWords(tx, frequencies)
}

export async function insertIndexed(tx: Tx, documents: { id: number; text: string }[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  const texts = documents.map(({ text }) => text)
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`insert into search_index (rowid, words) ${rowsOf(tx, ids, texts)}`
      : sql`insert into search_index (product_id, words) select id, array_to_tsvector(string_to_array(words, ' '))
          from (${rowsOf(tx, ids, texts)}) as document (id, words)`,
  )
}

/** The words to match, each with every tier that it is in; those of the kind are in the name too. */
export function indexedText(fields: string[][], kindsOfParts: string[]): string {
  const indexed = fields.flatMap((words, field) => {
    const first = FIELD_TIERS[field] ?? TIERS.all
    const tiers = first === TIERS.title ? [first, TIERS.all] : [first]
    return tiers.flatMap((tier) => words.map((word) => `${tier}${word}`))
  })
  const parts = [...(fields[0] ?? []), ...kindsOfParts].map((word) => `${TIERS.part}${word}`)
  return [...new Set([...indexed, ...parts])].join(' ')
}

/** Words are written in alphabetical order, so that concurrent writers lock rows in the same order. */
async function addWords(tx: Tx, frequencies: Map<string, number>): Promise<void> {
  const { search_words } = tx.tables
  const words = [...frequencies.keys()].toSorted()
  const stems = words.map(stemOf)
  const sounds = words.map((word) => soundKey(word))
  const counts = words.map((word) => frequencies.get(word) ?? 0)
  await tx
    .insert(search_words)
    .select(rowsOf(tx, words, stems, stems.map(reversed), sounds, counts))
    .onConflictDoUpdate({
      target: search_words.word,
      set: { frequency: sql`${search_words.frequency} + excluded.frequency` },
    })
}

type Values = readonly (string | number)[]

/** Selects rows given as columns, in one parameter or one for each: more take longer to build than to run. */
function rowsOf({ engine }: Tx, ...columns: Values[]): SQL {
  if (engine === 'sqlite') {
    const rows = JSON.stringify(columns[0]?.map((_, at) => columns.map((values) => values[at])))
    const values = columns.map((_, n) => sql.raw(`value ->> ${n}`))
    return sql`select ${sql.join(values, sql`, `)} from json_each(${rows}) where true`
  }
  const arrays = columns.map(
    (values) => sql`${sql.param(values)}::${sql.raw(typeof values[0] === 'number' ? 'integer' : 'text')}[]`,
  )
  return sql`select * from unnest(${sql.join(arrays, sql`, `)})`
}
