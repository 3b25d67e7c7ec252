/** Which products are like another one, by the words of the search index. */
import type { Database } from '../../db/database.ts'
import { findDocuments, findForms, matchingIds, TIERS } from '../search/search.store.ts'
import { hasDigit, stemOf } from '../search/words.ts'
import { type Filter, filteredAmong } from './product-filter.store.ts'

/** Products that are compared, and words that they are found by: the rarest, in a large shop. */
const COMPARED = 200
const WORDS = 30
/** How much more a word counts that says what both products are, and what the nearest price counts. */
const KIND_FACTOR = 5
const NEAREST = 2

/** The words of a document, not those of its categories. */
const wordsOf = (document: string): string[] =>
  document.split('\n').toSpliced(6, 1).toSpliced(3, 1).join(' ').split(' ')

/** The products in stock that share words with this one: first those with most and the rarest, and of near price. */
export async function findAlike(db: Database, id: number, filter: Filter): Promise<number[]> {
  const [own] = await findDocuments(db, [id])
  if (!own) return []
  const stems = [
    ...new Set(
      wordsOf(own.document)
        .filter((word) => word && !hasDigit(word))
        .map(stemOf),
    ),
  ]
  const kindsIn = (document: string) => document.split('\n', 1).flatMap((kind) => kind.split(' ').map(stemOf))
  const kinds = kindsIn(own.document)
  const shared = [...Map.groupBy(await findForms(db, stems, []), ({ stem }) => stem)]
    .map(([stem, forms]) => ({
      stem,
      forms,
      times: forms.reduce((sum, { frequency }) => sum + frequency, 0),
    }))
    .filter(({ times }) => times > 1)
    .toSorted((a, b) => a.times - b.times || (a.stem < b.stem ? -1 : 1))
  const most = shared.at(-1)?.times ?? 0
  const weightOf = ({ stem, times }: (typeof shared)[number], isKind: boolean) =>
    Math.log1p(most / times) * (isKind && kinds.includes(stem) ? KIND_FACTOR : 1)
  const known = new Map(shared.flatMap((one) => one.forms.map(({ word }) => [word, one])))
  let sum = 0
  const asked = shared.slice(0, WORDS).filter(({ times }, at) => (sum += times) <= COMPARED || at === 0)
  const listsOf = (some: typeof shared) =>
    some.map(({ forms }) => [[[forms.map(({ word }) => ({ word, titleOnly: false }))]]])
  const found = await matchingIds(db, listsOf(asked), TIERS.all, COMPARED)
  const ofKind = listsOf(shared.filter(({ stem }) => kinds.includes(stem)))
  found.push(...(await matchingIds(db, ofKind, TIERS.kind, COMPARED)))
  const byPrice = await filteredAmong(db, [...found, id], { ...filter, in_stock: true }, 'price_asc')
  const places = new Map(byPrice.map((one, place) => [one, place]))
  const distance = (one: number) => Math.abs((places.get(one) ?? 0) - (places.get(id) ?? 0)) / byPrice.length
  return (await findDocuments(db, byPrice))
    .map(({ id: one, document }) => {
      const words = new Set(wordsOf(document).flatMap((word) => known.get(word) ?? []))
      const itsKinds = kindsIn(document)
      const score = [...words].reduce(
        (total, word) => total + weightOf(word, itsKinds.includes(word.stem)),
        -NEAREST * distance(one),
      )
      return { id: one, score }
    })
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .map((one) => one.id)
}
