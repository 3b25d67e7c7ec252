/** Synonyms as rows of two texts, and as the CSV that the shop takes. */
export interface Synonym {
  term: string
  meaning: string
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const synonymCsv = (rows: readonly Synonym[]): string =>
  [['term', 'meaning'], ...rows.map(({ term, meaning }) => [term, meaning])]
    .map((row) => row.map(cell).join(','))
    .join('\n')

/** Reads what `synonymCsv` and the shop write. */
export function parseSynonyms(csv: string): Synonym[] {
  const lines = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.slice(1).flatMap((line) => {
    const cells = [...line.matchAll(/("((?:[^"]|"")*)"|[^,]*)(,|$)/g)].map(([, plain = '', quoted]) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    )
    const [term = '', meaning = ''] = cells
    return term === '' ? [] : [{ term, meaning }]
  })
}
