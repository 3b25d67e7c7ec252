import { expect, it } from 'vitest'
import { parseSynonyms, synonymCsv } from './synonym-csv.ts'

it('synonyms survive the way through CSV', () => {
  const rows = [
    { term: 'joota', meaning: 'shoe' },
    { term: 'a, b', meaning: 'so "called"' },
  ]
  expect(parseSynonyms(synonymCsv(rows))).toEqual(rows)
  expect(parseSynonyms('term,meaning\r\njoota,shoe\r\n')).toEqual([{ term: 'joota', meaning: 'shoe' }])
})
