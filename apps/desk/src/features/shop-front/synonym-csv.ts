/** Synonyms as rows of two texts, and as the CSV that the shop takes. */
import Papa from 'papaparse'

export interface Synonym {
  term: string
  meaning: string
}

export const synonymCsv = (rows: readonly Synonym[]): string =>
  Papa.unparse([...rows], { columns: ['term', 'meaning'], newline: '\n' })

/** Reads what `synonymCsv` and the shop write. */
export const parseSynonyms = (csv: string): Synonym[] =>
  Papa.parse<Synonym>(csv, { header: true, delimiter: ',', skipEmptyLines: true }).data.filter(
    ({ term }) => term,
  )
