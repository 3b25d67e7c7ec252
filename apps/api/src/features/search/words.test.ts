import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { allowsTypo, deletionsOf, deletionsToIndex, isOneTypoApart, soundOf } from './spelling.ts'
import { indexed, queryWords, wordsOf } from './words.ts'

describe('wordsOf', () => {
  it.each([
    ['Men’s T-Shirt, 100% cotton', ['mens', 't', 'shirt', '100', 'cotton']],
    ['Crème Brûlée ﬁne', ['creme', 'brulee', 'fine']],
    ['हिन्दी की किताब', ['हिन्दी', 'की', 'किताब']],
    ['தமிழ் புத்தகம்', ['தமிழ்', 'புத்தகம்']],
    ['क़लम', ['क़लम'.normalize('NFC')]],
    ["“;'--%_* \u0000 \ud800 🙂", []],
    ['x'.repeat(100), ['x'.repeat(40)]],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('is fast for a long text', () => {
    for (const text of ['-a'.repeat(50_000), 'é'.repeat(50_000), "'".repeat(100_000), 'a-'.repeat(50_000)]) {
      const product = { name: text, brand: '', category: '', description: text }
      expect(cpuTimeOf(() => indexed(product))).toBeLessThan(3000)
    }
  })
})

describe('queryWords', () => {
  it('drops stop words unless there is nothing else, and returns each word once', () => {
    expect(queryWords('Shoes for the shoes')).toEqual(['shoes'])
    expect(queryWords('for the')).toEqual(['for', 'the'])
    expect(queryWords('a b c d e f g h i j k l m')).toHaveLength(10)
  })
})

it('ranks a word by the most relevant text that contains it', () => {
  const texts = { name: 'Rope', brand: 'Tapti', category: 'Rescue', description: 'A rope' }
  const { words, document, text } = indexed(texts)
  expect(words).toEqual(['rope', 'tapti', 'rescue', 'a'])
  expect(document).toBe('rope:0 tapti:2 rescue:3 a:4')
  expect(text).toBe('0rope 1rope 2rope 3rope 4rope 2tapti 3tapti 4tapti 3rescue 4rescue 4a')
})

it('ranks the details last, and writes what a product lacks as one word', () => {
  const { document, text } = indexed({
    name: 'Fragrance-free lotion',
    brand: '',
    category: '',
    description: 'Free of parabens, without any latex',
    details: 'A lotion without waste',
  })
  expect(document).toBe('fragrancefree:1 lotion:0 parabensfree:4 latexfree:4 a:5 wastefree:5')
  expect(text).toContain(' 4a 4wastefree')
  expect(indexed({ name: 'Smoke free of charge', brand: '', category: '', description: '' }).words).toEqual([
    'smoke',
    'chargefree',
  ])
})

/** The Damerau–Levenshtein distance, computed the usual way. */
function distance(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      ;(table[i] as number[])[j] = least
    }
  }
  return at(a.length, b.length)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'न', 'ि'), minLength: 1, maxLength: 7 })

describe('isOneTypoApart', () => {
  it('agrees with the Damerau–Levenshtein distance', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneTypoApart(a, b)).toBe(distance([...a], [...b]) <= 1)
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['sneakers', 'snaekers'],
    ['sneakers', 'sneaker'],
    ['helmet', 'helmett'],
    ['helmet', 'helmat'],
    ['sneker', 'sneakers'],
    ['किताब', 'कताब'],
  ])('%s and %s', (typed, meant) => {
    expect(isOneTypoApart(typed, meant)).toBe(true)
  })

  it.each([
    ['helmet', 'helmut s'],
    ['abcde', 'badce'],
    ['rope', 'ropeway'],
  ])('not %s and %s', (typed, meant) => {
    expect(isOneTypoApart(typed, meant)).toBe(false)
  })
})

const edit = fc.record({ at: fc.nat(), letter: fc.constantFrom('a', 'b', 'z'), kind: fc.nat({ max: 3 }) })

function withTypo(word: string, { at, letter, kind }: { at: number; letter: string; kind: number }): string {
  const letters = [...word]
  const place = at % letters.length
  const swapped = [letters[place + 1] ?? '', letters[place] ?? '']
  if (kind === 0) return letters.toSpliced(place, 1).join('')
  if (kind === 1) return letters.toSpliced(place, 0, letter).join('')
  return letters.toSpliced(place, kind - 1, ...(kind === 2 ? [letter] : swapped)).join('')
}

it('finds every word within one typo by a shared spelling', () => {
  fc.assert(
    fc.property(word, edit, (meant, typo) => {
      const typed = withTypo(`${meant}abc`, typo)
      fc.pre(allowsTypo(typed))
      const querySpellings = [typed, ...deletionsOf(typed)]
      const indexedSpellings = [`${meant}abc`, ...deletionsToIndex(`${meant}abc`)]
      expect(isOneTypoApart(typed, `${meant}abc`)).toBe(true)
      expect(querySpellings.some((spelling) => indexedSpellings.includes(spelling))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it('allows typos from five letters, and never in a word with a digit', () => {
  expect(['rope', 'ropes', 'x1234', 'किताब'].map(allowsTypo)).toEqual([false, true, false, true])
})

it('is fast for a very long word', () => {
  const long = 'a'.repeat(20_000)
  const time = cpuTimeOf(() => {
    isOneTypoApart(long, `${long}b`)
    isOneTypoApart(`b${long}`, `${long}c`)
  })
  expect(time).toBeLessThan(2000)
})

it('knows transliterations of one word by their sound', () => {
  const sounds = (words: string) => new Set(words.split(' ').map(soundOf))
  for (const words of ['moza moze', 'joota joote juta jutte', 'khurdbeen khurdbin', 'tarazu taraju'])
    expect(sounds(words).size).toBe(1)
  expect(sounds('baal bali mala malai').size).toBe(4)
  expect(soundOf('moz')).toBeUndefined()
})
