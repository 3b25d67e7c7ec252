import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { kindOf } from './search-index.store.ts'
import { allowsTypo, indexableWords, isMisspelling, isOneTypoApart, stemOf, wordsOf } from './words.ts'

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
      expect(cpuTimeOf(() => indexableWords(text))).toBeLessThan(3000)
    }
  })
})

it('indexes compounds in one piece too, and sizes as one word', () => {
  expect(indexableWords('T-shirt, 5 L')).toEqual(['t', 'shirt', '5', 'l', 'tshirt', '5litre'])
})

it.each([
  'dishes dish',
  'batteries battery',
  'knives knife',
  'tomatoes tomato',
  'shoes shoe',
  'running run',
  'hiking hike',
  'boxes box',
  'sizes size',
  'colour color',
  'polarized polarised',
  'organizer organiser',
])('%s have one stem', (forms) => {
  expect(new Set(forms.split(' ').map(stemOf)).size).toBe(1)
})

it.each(['tape tap', 'cape cap', 'earring ear', 'string str', 'care car', 'जूते जूता'])(
  '%s have stems of their own',
  (words) => {
    expect(new Set(words.split(' ').map(stemOf)).size).toBe(2)
  },
)

it.each([
  ['Prayog Glass Spirit Lamp 150 ml', ['lamp']],
  ['Kavachi Cut-Resistant Gloves Level 5', ['gloves']],
  ['Annam Cutting Chai Cup and Saucer', ['cup', 'saucer']],
  ['Organic Cow Ghee/Tuppa - Special Grade', ['ghee', 'tuppa']],
  ['Tea/Milk Coffee Mug - Women', ['mug']],
  ['Luna Water/Juice/Whisky Tumbler', ['tumbler']],
  ['Chaal Terry Crew Socks, Pair', ['socks']],
  ['Agnivar Fire Axe with Hickory Handle', ['axe']],
  ['12', ['12']],
  ['', []],
])('reads in the name %j what a product is', (name, kind) => {
  expect(kindOf(name)).toEqual(kind)
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

it('takes no short word and no wrong first letter for a misspelling', () => {
  expect(isMisspelling('hats', 'hat')).toBe(false)
  expect(isMisspelling('never', 'fever')).toBe(false)
})
