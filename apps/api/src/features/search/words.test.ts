import { describe, expect, it } from 'vitest'
import { askedWords, indexed, wordsOf } from './words.ts'

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

  it('answers at once for a long text', () => {
    for (const text of ['-a'.repeat(50_000), 'é'.repeat(50_000), "'".repeat(100_000), 'a-'.repeat(50_000)]) {
      const before = performance.now()
      indexed({ name: text, brand: '', category: '', description: text })
      expect(performance.now() - before).toBeLessThan(300)
    }
  })
})

describe('askedWords', () => {
  it('leaves out fillers unless there is nothing else, and asks for each word once', () => {
    expect(askedWords('Shoes for the shoes')).toEqual(['shoes'])
    expect(askedWords('for the')).toEqual(['for', 'the'])
    expect(askedWords('a b c d e f g h i j k l m')).toHaveLength(10)
  })
})

it('ranks a word by the best text it stands in', () => {
  const { words, text } = indexed({ name: 'Rope', brand: 'Tapti', category: 'Rescue', description: 'A rope' })
  expect(words).toEqual(['rope', 'tapti', 'rescue', 'a'])
  expect(text).toBe('1rope 2rope 3rope 4rope 2tapti 3tapti 4tapti 3rescue 4rescue 4a')
})
