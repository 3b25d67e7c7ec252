import { describe, expect, it, vi } from 'vitest'
import Pdf from 'pdfkit'
import { drawRuns, heightOfRuns, type Run, writable } from './pdf-text.ts'

/** The only run of a text that needs one font. */
function written(text: string, bold = false): Run {
  const runs = writable(text, bold)
  expect(runs).toHaveLength(1)
  return runs[0]!
}

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
  ])('%s has all its glyphs in %s, with Latin letters beside them', (_language, name, text) => {
    const run = written(`${text} M-size 10% ₹5`)
    expect(run.face.font.postscriptName).toBe(`${name}-Regular`)
    expect(run.text).toContain('M-size 10% ₹5')
    expect(run.face.font.layout(run.text).glyphs.map(({ id }) => id)).not.toContain(0)
  })
})

it('joins the letters of a conjunct, in every weight', () => {
  for (const bold of [false, true]) {
    for (const word of ['ಸ್ತ್ರೀ', 'സ്ത്രീ', 'ਸ੍ਰੀ']) {
      const { face, text } = written(word, bold)
      expect(face.font.layout(text).glyphs.length).toBeLessThan(Array.from(text).length)
    }
  }
})

it('leaves out emoji with the spaces around them', () => {
  expect(written('🎉 Diwali ✨ offer ❤️ 👨‍👩‍👧 50%').text).toBe('Diwali offer 50%')
})

it('writes letters of other scripts in Latin ones', () => {
  expect(written('محمد Ali').text).toBe('mhmd Ali')
  expect(written('茶 Tea').text).toBe('Cha Tea')
})

describe('a text in several scripts', () => {
  const runs = writable('Happy birthday दीदी, தமிழ் 🎉 और ಕನ್ನಡ 🎉')

  it('has each in its own font', () => {
    const names = runs.map(({ text, face }) => [text, face.font.postscriptName])
    expect(names).toEqual([
      ['Happy birthday ', 'NotoSansKannada-Regular'],
      ['दीदी, ', 'NotoSans-Regular'],
      ['தமிழ் ', 'NotoSansTamil-Regular'],
      ['और ', 'NotoSans-Regular'],
      ['ಕನ್ನಡ', 'NotoSansKannada-Regular'],
    ])
  })

  it('continues in its lines', () => {
    const doc = new Pdf({ font: '' }).fontSize(9)
    expect(heightOfRuns(doc, runs, 400)).toBeLessThan(15)
    const height = heightOfRuns(doc, runs, 80)
    expect(height).toBeGreaterThan(30)
    drawRuns(doc, runs, { x: 40, y: 50, size: 9 }, { width: 80, align: 'right' })
    expect(doc.y).toBeCloseTo(50 + height)
  })
})

it('writes text that cannot be shaped in Latin letters', () => {
  const { font } = written('தமிழ்').face
  const layout = vi.spyOn(font, 'layout').mockImplementation(() => {
    throw new Error('The shaper failed.')
  })
  expect(written('தமிழ்').text).toMatch(/^[a-z]+$/i)
  layout.mockRestore()
})
