import { expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { parseQuery } from './query.ts'
import { parseSynonyms } from './synonyms.ts'
import { formsOf, isVague, queryWords, sizeOf, splitSize, typeWords } from './words.ts'

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
  ['pen less then 50 inr', ['pen'], undefined, 50],
  ['पेन ₹५० से कम', ['पेन'], undefined, 50],
  ['bag 2000rs ke under', ['bag'], undefined, 2000],
  ['bag zyada se zyada 2.5k', ['bag'], undefined, 2500],
  ['bag not above 500', ['bag'], undefined, 500],
  ['bag 500 max', ['bag'], undefined, 500],
  ['bag budget of rs 500', ['bag'], undefined, 500],
  ['500 rupees wala bag', ['bag'], undefined, 500],
  ['bag not less than 500', ['bag'], 500, undefined],
  ['bag kam se kam 500', ['bag'], 500, undefined],
  ['sunglasses 1000 to 2000', ['sunglasses'], 1000, 2000],
  ['bag 500 se 1000 ke bich', ['bag'], 500, 1000],
  ['bag rs 500 - rs 1000', ['bag'], 500, 1000],
])('reads the price in %j', (text, words, min, max) => {
  const paise = (rupees: number | undefined) => rupees && rupees * 100
  expect(parseQuery(text)).toEqual({
    words,
    purpose: new Set(),
    isQuestion: false,
    codes: [],
    ...(min && { min_price: paise(min) }),
    ...(max && { max_price: paise(max) }),
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
  expect(parseQuery(text)).not.toHaveProperty('max_price')
  expect(parseQuery(text)).not.toHaveProperty('min_price')
})

it.each([
  ['snk201', ['snk201', 'SNK201']],
  ['lab 101', ['lab 101', 'LAB 101', 'LAB-101', 'LAB101']],
  ['8901234567890', ['8901234567890']],
  ['uk 9', []],
  ['cooker 5 litre', []],
])('takes %j for codes %j', (text, codes) => {
  expect(parseQuery(text).codes).toEqual(codes)
})

it('is fast for any text', () => {
  for (const part of ['9', '9 ', 'under ', '₹9', '9 se ', '9,', 'rs. ', ' - 9', '9 rs ', 'not ']) {
    const text = part.repeat(Math.ceil(20_000 / part.length))
    expect(cpuTimeOf(() => parseQuery(text))).toBeLessThan(3000)
  }
})

it('drops questions and particles, and splits a number from its unit', () => {
  expect(queryWords('which shoe is best for running')).toEqual(['shoe', 'running'])
  expect(queryWords('sabse accha chai ka cup')).toEqual(['sabse', 'chai', 'cup'])
  expect(queryWords('250ml beaker')).toEqual(['250', 'ml', 'beaker'])
})

it('joins numbers and units, and names of sizes and numbers', () => {
  expect(sizeOf('5', 'ltr')).toBe('5litre')
  expect(sizeOf('uk', '9')).toBe('uk9')
  expect(sizeOf('9', 'shoes')).toBeUndefined()
  expect(splitSize('10kgs')).toEqual(['10', 'kgs'])
  expect(splitSize('m10')).toBeUndefined()
})

it.each([
  ['Prayog Glass Spirit Lamp 150 ml', ['lamp']],
  ['Kavachi Cut-Resistant Gloves Level 5', ['gloves']],
  ['Annam Cutting Chai Cup and Saucer', ['cup', 'saucer']],
  ['Chaal Terry Crew Socks, Pair', ['socks']],
  ['Agnivar Fire Axe with Hickory Handle', ['axe']],
  ['12', ['12']],
])('%j is a %j', (name, types) => {
  expect(typeWords(name)).toEqual(types)
})

it('knows other forms of English words', () => {
  for (const [word, form] of [
    ['dishes', 'dish'],
    ['dish', 'dishes'],
    ['batteries', 'battery'],
    ['knives', 'knife'],
    ['tomatoes', 'tomato'],
    ['tomato', 'tomatoes'],
    ['running', 'run'],
    ['hike', 'hiking'],
    ['colour', 'color'],
    ['polarized', 'polarised'],
  ] as const)
    expect(formsOf(word)).toContain(form)
  expect(formsOf('जूते')).toEqual([])
  expect(['15', 'red', 'set', 'shoe'].map(isVague)).toEqual([true, true, true, false])
})

it('knows questions and wishes', () => {
  const isQuestion = (text: string) => parseQuery(text).isQuestion
  expect(
    ['what do I need', 'something for rust', 'I want a pen', 'any bag', 'for my desk', 'kids ke liye'].map(
      isQuestion,
    ),
  ).toEqual(Array(6).fill(true))
  expect(['iron pan', 'canoe', 'whatsapp', 'wanted poster'].map(isQuestion)).toEqual(Array(4).fill(false))
})

it.each(['M12 x 60', 'm12x60', 'M12 × 60', 'm12 * 60'])('reads the numbers of the size %j', (text) => {
  expect(parseQuery(text).words).toEqual(['m12', '60'])
})

it('reads lists of synonyms', () => {
  expect(parseSynonyms('# shoes\njoota, जूता > shoe\n\ntorch = flash light')).toEqual([
    { term: 'joota', meaning: 'shoe' },
    { term: 'जूता', meaning: 'shoe' },
    { term: 'torch', meaning: 'flash light' },
    { term: 'flash light', meaning: 'torch' },
  ])
})

it.each<[string, string[]]>([
  ['goggles for bike riding', ['bike', 'riding']],
  ['बच्चों के लिए जूते', ['बच्चों']],
  ['bachche ke liye joote', ['bachche']],
  ['shoes for shoes', []],
  ['bag that fits in a cabin', ['fits', 'cabin']],
  ['something to remove rust from bolts', ['bolts']],
  ['something good for kids', []],
  ['the best for kids', []],
  ['for kids', []],
  ['kids ke liye', []],
])('reads in %j for whom or what', (text, purpose) => {
  expect([...parseQuery(text).purpose]).toEqual(purpose)
})
