import { describe, expect, it } from 'vitest'
import { breakLines, type Face } from './pdf-text.ts'

/** The width of the shaped glyphs at a size of one point. */
const measure = (text: string, { font }: Face): number => font.layout(text).advanceWidth / font.unitsPerEm

const lineOf = (text: string) => breakLines(text, false, Infinity, measure)[0]!.runs
const textOf = (text: string) => lineOf(text).map((run) => run.text)

describe('every script of India', () => {
  it.each([
    ['Hindi', 'NotoSans', 'हल्दी क्षत्रिय श्री ₹'],
    ['Bengali', 'NotoSansBengali', 'স্বাস্থ্য লক্ষ্মী ৰক্ষা'],
    ['Punjabi', 'NotoSansGurmukhi', 'ਪੰਜਾਬੀ ਸ੍ਰੀ ਖ਼ੁਸ਼'],
    ['Gujarati', 'NotoSansGujarati', 'ક્ષત્રિય કિંમત'],
    ['Odia', 'NotoSansOriya', 'ସ୍ତ୍ରୀ କ୍ଷେତ୍ର'],
    ['Tamil', 'NotoSansTamil', 'ஸ்ரீ கொடுமை'],
    ['Telugu', 'NotoSansTelugu', 'స్త్రీ క్షేత్రం'],
    ['Kannada', 'NotoSansKannada', 'ಸ್ತ್ರೀ ಕ್ಷೇತ್ರ'],
    ['Malayalam', 'NotoSansMalayalam', 'സ്ത്രീ എന്റെ'],
    ['Manipuri', 'NotoSansMeeteiMayek', 'ꯃꯅꯤꯄꯨꯔ'],
    ['Santali', 'NotoSansOlChiki', 'ᱥᱟᱱᱛᱟᱲᱤ'],
  ])('%s has all its glyphs in %s', (_language, name, text) => {
    const runs = lineOf(text)
    expect(runs.map(({ face }) => face.font.postscriptName)).toEqual([`${name}-Regular`])
    const glyphs = runs.flatMap(({ face, text: part }) => face.font.layout(part).glyphs)
    expect(glyphs.map(({ id }) => id)).not.toContain(0)
  })
})

it('joins the letters of a conjunct, in every weight', () => {
  for (const bold of [false, true]) {
    const [line] = breakLines('ಸ್ತ್ರೀ സ്ത്രീ ਸ੍ਰੀ', bold, Infinity, measure)
    for (const { face, text } of line!.runs)
      expect(face.font.layout(text).glyphs.length).toBeLessThan(Array.from(text).length)
  }
})

it('leaves out emoji with the spaces around them', () => {
  expect(textOf('🎉 Diwali ✨ offer ❤️ 👨‍👩‍👧 50%')).toEqual(['Diwali offer 50%'])
})

it('writes letters of other scripts in Latin ones', () => {
  expect(textOf('محمد Ali')).toEqual(['mhmd Ali'])
  expect(textOf('茶 Tea')).toEqual(['Cha Tea'])
})

it('breaks lines at spaces and hyphens, and a word only where it fits no line', () => {
  const letters = (text: string): number => Array.from(text).length
  const broken = (text: string, width: number) =>
    breakLines(text, false, width, letters).map(({ runs }) => runs.map((run) => run.text).join(''))
  expect(broken('red cotton t-shirt', 8)).toEqual(['red', 'cotton', 't-shirt'])
  expect(broken('wash-and-wear', 9)).toEqual(['wash-and-', 'wear'])
  expect(broken('1234567890', 4)).toEqual(['1234', '5678', '90'])
  expect(broken('two\nlines', 99)).toEqual(['two', 'lines'])
})

it('writes text that cannot be shaped in Latin letters', () => {
  const failing = (text: string): number => {
    if (/\p{Script=Tamil}/u.test(text)) throw new Error('The shaper failed.')
    return text.length
  }
  const [line] = breakLines('தமிழ்', false, 99, failing)
  expect(line?.runs.map(({ text }) => text).join('')).toMatch(/^[a-z]+$/i)
})
