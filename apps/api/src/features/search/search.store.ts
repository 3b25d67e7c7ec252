/** Reads the search index. Both engines are asked for words by equality alone, so that they answer alike. */
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { prepared, type Reader } from '../../db/database.ts'
import { type Rank, ranked } from './words.ts'

/** Any of the words has to stand in the product, in a text of this rank or better. */
export interface Demand {
  rank: Rank
  words: string[]
}

const statements = prepared((reader) => {
  const sqlite = reader.engine === 'sqlite'
  const id = sqlite ? sql<number>`rowid` : sql<number>`product_id`
  const question = sql.placeholder('question')
  const matches = sqlite ? sql`search_index match ${question}` : sql`words @@ ${question}::tsquery`
  const matching = () =>
    reader
      .select({ id: id.as('id') })
      .from(sql`search_index`)
      .where(matches)
  const limit = sql.placeholder('limit')
  // Without a name PostgreSQL plans for the words at hand: one plan cannot suit a rare word and a common one.
  return {
    ids: matching().orderBy(id).limit(limit).prepare(''),
    count: reader
      .select({ total: sql<number>`count(*)` })
      .from(matching().limit(limit).as('found'))
      .prepare(''),
  }
})

// Words hold letters, digits and marks alone; the quotes keep the engines from reading more into them.
function spoken(reader: Reader, demands: Demand[]): string {
  const [quote, and, or] = reader.engine === 'sqlite' ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const any = ({ rank, words }: Demand) =>
    words.map((word) => `${quote}${ranked(rank, word)}${quote}`).join(or)
  return demands.map((demand) => `(${any(demand)})`).join(and)
}

/** Ids of the first `limit` products that meet all demands, in the order of their ids. */
export async function matchingIds(reader: Reader, demands: Demand[], limit: number): Promise<number[]> {
  const rows = await statements(reader).ids.execute({ question: spoken(reader, demands), limit })
  return rows.map((row) => row.id)
}

/** How many products meet all demands; counting stops at `limit`. */
export async function countMatching(reader: Reader, demands: Demand[], limit: number): Promise<number> {
  const [row] = await statements(reader).count.execute({ question: spoken(reader, demands), limit })
  return row?.total ?? 0
}

/** More words with one beginning than this are not looked at. */
const MOST_SEEN = 500

const beginnings = prepared((reader) => {
  const { word, frequency } = reader.tables.search_words
  return reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(and(gte(word, sql.placeholder('from')), lt(word, sql.placeholder('to'))))
    .orderBy(asc(word))
    .limit(MOST_SEEN)
    .prepare('words_beginning')
})

/** Words of the index that begin so. */
export const wordsBeginning = (reader: Reader, start: string) =>
  beginnings(reader).execute({ from: start, to: `${start}\u{10FFFF}` })

/** Words of the index that equal one of `spellings`, or do once they lose a letter. */
export async function wordsSpelled(reader: Reader, spellings: string[]) {
  const { search_words, search_typos } = reader.tables
  const { word, frequency } = search_words
  const equal = await reader.select({ word, frequency }).from(search_words).where(inArray(word, spellings))
  const longer = await reader
    .select({ word, frequency })
    .from(search_typos)
    .innerJoin(search_words, eq(word, search_typos.word))
    .where(inArray(search_typos.deletion, spellings))
  return [...equal, ...longer]
}
