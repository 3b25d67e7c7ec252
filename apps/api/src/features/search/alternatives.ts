/** Which words of the index answer a word that was asked for. */
import type { Reader } from '../../db/database.ts'
import { wordsBeginning, wordsSpelled } from './search.store.ts'
import { deletionsOf, isForgiving, isOneTypoApart, singularOf } from './typos.ts'

/** Longer beginnings first, then what stands in most products: so many answer one word. */
const MOST_BEGINNINGS = 60
const MOST_TYPOS = 20

export interface Alternatives {
  /** The word itself or its singular. */
  exact: string[]
  /** Those, and words that begin with it. */
  near: string[]
}

interface Known {
  word: string
  frequency: number
}

const mostFrequent = (words: Known[], most: number): string[] =>
  words
    .toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, most)
    .map((known) => known.word)

export async function alternativesOf(reader: Reader, asked: string): Promise<Alternatives> {
  const begin = await wordsBeginning(reader, asked)
  const singular = singularOf(asked)
  const exact = [
    ...begin.filter((known) => known.word === asked).map((known) => known.word),
    ...(singular === undefined ? [] : [singular]),
  ]
  const longer = begin.filter((known) => known.word !== asked)
  return { exact, near: [...exact, ...mostFrequent(longer, MOST_BEGINNINGS)] }
}

/** Words of the index that may have been meant, one typo forgiven. */
export async function typosOf(reader: Reader, asked: string): Promise<string[]> {
  if (!isForgiving(asked)) return []
  const singular = singularOf(asked)
  const typed = singular === undefined ? [asked] : [asked, singular]
  const spellings = [...new Set(typed.flatMap((word) => [word, ...deletionsOf(word)]))]
  const known = await wordsSpelled(reader, spellings)
  const meant = known.filter(({ word }) => typed.some((spelling) => isOneTypoApart(spelling, word)))
  const unique = [...new Map(meant.map((one) => [one.word, one])).values()]
  return mostFrequent(unique, MOST_TYPOS)
}
