/** The shop's synonyms. All functions throw Failures. */
import type { Staff } from '@haat/contract/staff/index'
import { stringify } from 'csv-stringify/sync'
import { deleteSynonym, findEmptySearches, storeSynonym } from '../../features/search/search.store.ts'
import {
  isDefaultSynonym,
  listSynonyms,
  type Synonym,
  synonymKey,
  synonymText,
  TERM_WORDS_MAX,
} from '../../features/search/synonyms.ts'
import type { Shop } from '../../shop.ts'
import { badRequest } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'
import { csvRows } from '../cells/csv-rows.ts'

/** Own synonyms that a shop may have. All are in the memory of each server. */
const SYNONYMS_MAX = 20_000
const MEANING_WORDS_MAX = 6

/**
 * Makes these the shop's synonyms.
 *
 * @param mayRemove whether those that are left out may be removed
 * @returns how many were added and removed
 */
export async function setSynonyms(
  { db }: Pick<Shop, 'db'>,
  synonyms: readonly Synonym[],
  mayRemove: boolean,
): Promise<{ added: number; removed: number }> {
  const wanted = new Map(synonyms.map(checked).map((synonym) => [synonymKey(synonym), synonym]))
  return db.transaction(async (tx) => {
    const current = new Map((await listSynonyms(tx)).map((synonym) => [synonymKey(synonym), synonym]))
    const added = [...wanted].filter(([key]) => !current.has(key)).map(([, synonym]) => synonym)
    const removed = [...current].filter(([key]) => !wanted.has(key)).map(([, synonym]) => synonym)
    const [first] = removed
    if (first && !mayRemove)
      throw badRequest(
        `The file leaves out ${removed.length} of the shop's synonyms, such as ${first.term}, ${first.meaning}.`,
        {
          remedy: `To remove them, add --yes; to begin with all of them, run: haat synonyms get > synonyms.csv`,
        },
      )
    if ([...current.values()].filter(({ own }) => own).length + added.length > SYNONYMS_MAX)
      throw badRequest(`A shop can have ${SYNONYMS_MAX} synonyms of its own.`)
    for (const synonym of added)
      await (isDefaultSynonym(synonym) ? deleteSynonym(tx, synonym) : storeSynonym(tx, synonym, false))
    for (const synonym of removed)
      await (synonym.own ? deleteSynonym(tx, synonym) : storeSynonym(tx, synonym, true))
    return { added: added.length, removed: removed.length }
  })
}

/** Reads a CSV file: one synonym per line, the term first. A heading `term,meaning` is left out. */
export function parseSynonymCsv(text: string): Synonym[] {
  const refusal = 'The file is not CSV. Each line needs a term and a meaning, such as: joota,shoe'
  const rows = csvRows(text, refusal)
  return rows.flatMap((row, index) => {
    const [term, ...meanings] = row.filter((cell) => cell !== '')
    if (index === 0 && [term, ...meanings].join().toLowerCase() === 'term,meaning') return []
    if (term === undefined || meanings.length === 0)
      throw badRequest(`Line ${index + 1} needs a term and a meaning, such as: joota,shoe`)
    return meanings.map((meaning) => ({ term, meaning }))
  })
}

function checked(synonym: Synonym): Synonym {
  const [term, meaning] = [synonymText(synonym.term), synonymText(synonym.meaning)]
  if (term === '' || meaning === '' || term === meaning)
    throw badRequest(
      `"${synonym.term}" and "${synonym.meaning}" are no synonyms: both need words of their own.`,
    )
  if (term.split(' ').length > TERM_WORDS_MAX || meaning.split(' ').length > MEANING_WORDS_MAX)
    throw badRequest(
      `A term has ${TERM_WORDS_MAX} words at most, and a meaning ${MEANING_WORDS_MAX}: ${term}, ${meaning}`,
    )
  return { term, meaning }
}

export const synonymActs: ActTable<Staff['synonyms']> = {
  missing: ({ db }, { limit }) => findEmptySearches(db, limit),
  async get({ db }) {
    const rows = (await listSynonyms(db)).map(({ term, meaning }) => [term, meaning])
    return { name: 'synonyms.csv', content: [stringify([['term', 'meaning'], ...rows])] }
  },
  set: (shop, { csv, yes }) => setSynonyms(shop, parseSynonymCsv(csv), yes),
}
