/** Reads the search index. Both engines only look up whole words, so their answers are equal. */
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { pipelined, prepared, preparedForList, type Reader } from '../../db/database.ts'
import { type Rank, ranked } from './words.ts'

/** Matches products that contain any of the words in a text of this rank or a better one. */
export interface Term {
  rank: Rank
  words: string[]
}

const statements = prepared((reader) => {
  const sqlite = reader.engine === 'sqlite'
  const id = sqlite ? sql<number>`rowid` : sql<number>`product_id`
  const expression = sql.placeholder('expression')
  const matches = sqlite ? sql`search_index match ${expression}` : sql`words @@ ${expression}::tsquery`
  const matching = () =>
    reader
      .select({ id: id.as('id') })
      .from(sql`search_index`)
      .where(matches)
  const limit = sql.placeholder('limit')
  // Unnamed, so that PostgreSQL plans for the actual words: one plan cannot suit rare and common ones.
  return {
    ids: matching().orderBy(id).limit(limit).prepare(''),
    count: reader
      .select({ total: sql<number>`count(*)` })
      .from(matching().limit(limit).as('found'))
      .prepare(''),
  }
})

// Words contain only letters, digits and marks; quotes keep the engines from parsing them as operators.
function matchExpression(reader: Reader, terms: Term[]): string {
  const [quote, and, or] = reader.engine === 'sqlite' ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const any = ({ rank, words }: Term) => words.map((word) => `${quote}${ranked(rank, word)}${quote}`).join(or)
  return terms.map((term) => `(${any(term)})`).join(and)
}

/** The first `limit` ids of products that match all terms, in ascending order. */
export async function matchingIds(reader: Reader, terms: Term[], limit: number): Promise<number[]> {
  const rows = await statements(reader).ids.execute({ expression: matchExpression(reader, terms), limit })
  return rows.map((row) => row.id)
}

/** Number of products that match all terms; counting stops at `limit`. */
export async function countMatching(reader: Reader, terms: Term[], limit: number): Promise<number> {
  const [row] = await statements(reader).count.execute({ expression: matchExpression(reader, terms), limit })
  return row?.total ?? 0
}

const PREFIX_WORDS_MAX = 500

const wordRange = prepared((reader) => {
  const { word, frequency } = reader.tables.search_words
  return reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(and(gte(word, sql.placeholder('from')), lt(word, sql.placeholder('to'))))
    .orderBy(asc(word))
    .limit(PREFIX_WORDS_MAX)
    .prepare('words_starting_with')
})

/** Indexed words that start with `start`, in alphabetical order, at most 500. */
export const wordsStartingWith = (reader: Reader, start: string) =>
  wordRange(reader).execute({ from: start, to: `${start}\u{10FFFF}` })

const wordsEqual = preparedForList('words_equal', '', (reader, spellings, name) => {
  const { word, frequency } = reader.tables.search_words
  return reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(inArray(word, spellings))
    .prepare(name)
})

const wordsLonger = preparedForList('words_longer', '', (reader, spellings, name) => {
  const { search_words, search_typos } = reader.tables
  const { word, frequency } = search_words
  return reader
    .select({ word, frequency })
    .from(search_typos)
    .innerJoin(search_words, eq(word, search_typos.word))
    .where(inArray(search_typos.deletion, spellings))
    .prepare(name)
})

/** Indexed words that equal one of `spellings`, with or without one letter deleted. */
export async function wordsSpelled(reader: Reader, spellings: string[]) {
  const [equal, equalValues] = wordsEqual(reader, spellings)
  const [longer, longerValues] = wordsLonger(reader, spellings)
  const found = await pipelined(reader, [
    () => equal.execute(equalValues),
    () => longer.execute(longerValues),
  ])
  return found.flat()
}
