/** The shop's synonyms. All functions that write throw UserError. */
import { parse } from 'csv-parse/sync'
import type { Reader } from '../../db/database.ts'
import { deleteSynonym, storeSynonym } from '../../features/search/search.store.ts'
import {
  isDefaultSynonym,
  listSynonyms,
  type Synonym,
  synonymKey,
  synonymText,
  TERM_WORDS_MAX,
} from '../../features/search/synonyms.ts'
import type { Shop } from '../../shop.ts'
import { UserError } from '../user-error.ts'

/** Own synonyms that a shop may have. All are in the memory of each server. */
const SYNONYMS_MAX = 20_000
const MEANING_WORDS_MAX = 6

/** All synonyms by term, or those in which `text` occurs. */
export async function findSynonyms(reader: Reader, text?: string): Promise<(Synonym & { own: boolean })[]> {
  const all = await listSynonyms(reader)
  if (text === undefined) return all
  const wanted = synonymText(text)
  return all.filter(({ term, meaning }) => term.includes(wanted) || meaning.includes(wanted))
}

/**
 * Adds synonyms that the shop does not have.
 *
 * @param both whether the meaning finds the term too
 * @returns the number of synonyms added
 */
export async function addSynonyms(
  { db }: Pick<Shop, 'db'>,
  synonyms: readonly Synonym[],
  both = false,
): Promise<number> {
  const wanted = synonyms.map(checked)
  if (both) wanted.push(...wanted.map(({ term, meaning }) => checked({ term: meaning, meaning: term })))
  return db.transaction(async (tx) => {
    const all = await listSynonyms(tx)
    const known = new Set(all.map(synonymKey))
    const added = [...new Map(wanted.map((synonym) => [synonymKey(synonym), synonym])).values()].filter(
      (synonym) => !known.has(synonymKey(synonym)),
    )
    if (all.filter(({ own }) => own).length + added.length > SYNONYMS_MAX)
      throw new UserError(`A shop can have ${SYNONYMS_MAX} synonyms of its own.`)
    for (const synonym of added) {
      if (isDefaultSynonym(synonym)) await deleteSynonym(tx, synonym)
      else await storeSynonym(tx, synonym, false)
    }
    return added.length
  })
}

/**
 * Removes one meaning of a term, or all.
 *
 * @returns what was removed
 */
export async function removeSynonyms(
  { db }: Pick<Shop, 'db'>,
  term: string,
  meaning?: string,
): Promise<Synonym[]> {
  const wanted = synonymText(term)
  const ofMeaning = meaning === undefined ? undefined : synonymText(meaning)
  return db.transaction(async (tx) => {
    const found = (await listSynonyms(tx)).filter(
      (synonym) => synonym.term === wanted && (ofMeaning === undefined || synonym.meaning === ofMeaning),
    )
    if (found.length === 0)
      throw new UserError(`There is no such synonym. To see those that there are: haat synonyms list ${term}`)
    for (const synonym of found) {
      if (synonym.own) await deleteSynonym(tx, synonym)
      else await storeSynonym(tx, synonym, true)
    }
    return found.map(({ term: removed, meaning: its }) => ({ term: removed, meaning: its }))
  })
}

/** Reads a CSV file: one synonym per line, the term first. A heading `term,meaning` is left out. */
export function parseSynonymCsv(text: string): Synonym[] {
  let rows: string[][]
  try {
    rows = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  } catch {
    throw new UserError('The file is not CSV. Each line needs a term and a meaning, such as: joota,shoe')
  }
  const isHeading = ([term, meaning]: string[]) =>
    term?.toLowerCase() === 'term' && meaning?.toLowerCase() === 'meaning'
  return rows.flatMap((row, index) => {
    if (index === 0 && isHeading(row)) return []
    const [term, ...meanings] = row.filter((cell) => cell !== '')
    if (term === undefined || meanings.length === 0)
      throw new UserError(`Line ${index + 1} needs a term and a meaning, such as: joota,shoe`)
    return meanings.map((meaning) => ({ term, meaning }))
  })
}

function checked(synonym: Synonym): Synonym {
  const [term, meaning] = [synonymText(synonym.term), synonymText(synonym.meaning)]
  if (term === '' || meaning === '' || term === meaning)
    throw new UserError(
      `"${synonym.term}" and "${synonym.meaning}" are no synonyms: both need words of their own.`,
    )
  if (term.split(' ').length > TERM_WORDS_MAX || meaning.split(' ').length > MEANING_WORDS_MAX)
    throw new UserError(
      `A term has ${TERM_WORDS_MAX} words at most, and a meaning ${MEANING_WORDS_MAX}: ${term}, ${meaning}`,
    )
  return { term, meaning }
}
