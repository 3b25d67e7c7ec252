import { expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { parseQuery, queryWords } from './query.ts'
import { parseSynonyms } from './synonyms.ts'

it.each([
  ['shoes under 2000', ['shoes'], undefined, 2000],
  ['shoes under ₹2,000', ['shoes'], undefined, 2000],
  ['bags below 2k', ['bags'], undefined, 2000],
  ['2000 se kam joote', ['joote'], undefined, 2000],
  ['500 rupaye tak ka bag', ['bag'], undefined, 500],
  ['1000 से कम के जूते', ['जूते'], undefined, 1000],
  ['helmet above rs. 1000', ['helmet'], 1000, undefined],
  ['knife 1000 se zyada', ['knife'], 1000, undefined],
  ['bag between 500 and 1000', ['bag'], 500, 1000],
  ['500 se 1000 tak bottle', ['bottle'], 500, 1000],
  ['from 1 lakh to 50,000 canoe', ['canoe'], 50_000, 100_000],
  ['shoes under Rs 500/-', ['shoes'], undefined, 500],
  ['shoes under rs.500 only', ['shoes'], undefined, 500],
  ['bag under 500rs', ['bag'], undefined, 500],
  ['पेन ₹५० से कम', ['पेन'], undefined, 50],
  ['bag 500 max', ['bag'], undefined, 500],
  ['bag budget of rs 500', ['bag'], undefined, 500],
  ['500 rupees wala bag', ['bag'], undefined, 500],
  ['bag 500 se 1000 ke bich', ['bag'], 500, 1000],
  ['bag rs 500 - rs 1000', ['bag'], 500, 1000],
])('reads the price in %j', (text, words, min, max) => {
  const paise = (rupees: number | undefined) => rupees && rupees * 100
  expect(parseQuery(text, false)).toEqual({
    words,
    codes: [],
    price: {
      ...(min && { min_price: paise(min) }),
      ...(max && { max_price: paise(max) }),
      rest: expect.any(String),
    },
  })
})

it.each([
  'bottle under 500 ml',
  'over ear headphones',
  'rope 50 m',
  'size 7 shoe',
  'under 500',
  'toys for kids under 3 years',
  'thermometer 0 to 110 degree',
  'gloves en 388-2016',
  '6204 2rs',
  'rs485 plug',
])('reads no price in %j', (text) => {
  expect(parseQuery(text, false).price).toBeUndefined()
})

it.each([
  ['Snk201', ['snk201']],
  ['lab 101', ['lab 101', 'lab-101', 'lab101']],
  ['8901234567890', ['8901234567890']],
  ['uk 9', []],
  ['cooker 5 litre', []],
])('takes %j for codes %j', (text, codes) => {
  expect(parseQuery(text, false).codes).toEqual(codes)
})

it('is fast for any text', () => {
  for (const part of ['9', '9 ', 'under ', '₹9', '9 se ', '9,', 'rs. ', ' - 9', '9 rs ', 'not ']) {
    const text = part.repeat(Math.ceil(20_000 / part.length))
    expect(cpuTimeOf(() => parseQuery(text, false))).toBeLessThan(3000)
  }
})

it('drops questions and particles, and takes a number with its unit or the name of its size for one word', () => {
  expect(queryWords('which shoe is best for running')).toEqual(['shoe', 'running'])
  expect(queryWords('sabse accha chai ka cup')).toEqual(['sabse', 'chai', 'cup'])
  expect(queryWords('250ml beaker')).toEqual(['250 ml', 'beaker'])
  expect(queryWords('5 ltr cooker')).toEqual(['5 litre', 'cooker'])
  expect(queryWords('shoes uk 9')).toEqual(['shoes', 'uk 9'])
  expect(queryWords('for the')).toEqual(['for', 'the'])
  expect(queryWords('a b c d e f g h i j k l m')).toHaveLength(10)
})

it('puts what is looked for last', () => {
  expect(parseQuery('goggles for swimming', false).words).toEqual(['swimming', 'goggles'])
  expect(parseQuery('goggles for swimming', true).words).toEqual(['goggles', 'swimming'])
})

it.each(['M12 x 60', 'm12x60', 'M12 × 60', 'm12 * 60'])('reads the numbers of the size %j', (text) => {
  expect(parseQuery(text, false).words).toEqual(['m12', '60'])
})

it('reads lists of synonyms', () => {
  expect(parseSynonyms('# shoes\njoota, जूता > shoe\n\ntorch = flash light')).toEqual([
    { term: 'joota', meaning: 'shoe' },
    { term: 'जूता', meaning: 'shoe' },
    { term: 'torch', meaning: 'flash light' },
    { term: 'flash light', meaning: 'torch' },
  ])
})
