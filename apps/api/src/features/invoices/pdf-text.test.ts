import { describe, expect, it, vi } from 'vitest'
import { writable } from './pdf-text.ts'

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
    const { face, text: written } = writable(`${text} M-size 10% ₹5`)
    expect(face.font.postscriptName).toBe(`${name}-Regular`)
    expect(written).toContain('M-size 10% ₹5')
    expect(face.font.layout(written).glyphs.map(({ id }) => id)).not.toContain(0)
  })
})

it('joins the letters of a conjunct, in every weight', () => {
  for (const bold of [false, true]) {
    for (const word of ['ಸ್ತ್ರೀ', 'സ്ത്രീ', 'ਸ੍ਰੀ']) {
      const { face, text } = writable(word, bold)
      expect(face.font.layout(text).glyphs.length).toBeLessThan(Array.from(text).length)
    }
  }
})

it('leaves out emoji with the spaces around them', () => {
  expect(writable('🎉 Diwali ✨ offer ❤️ 👨‍👩‍👧 50%').text).toBe('Diwali offer 50%')
})

it('writes letters of other scripts, and of a second one of India, in Latin ones', () => {
  expect(writable('محمد Ali').text).toBe('mhmd Ali')
  expect(writable('茶 Tea').text).toBe('Cha Tea')
  expect(writable('தமிழ் और').text).toMatch(/^தமிழ் [a-z]+$/i)
})

it('writes text that cannot be shaped in Latin letters', () => {
  const { font } = writable('தமிழ்').face
  const layout = vi.spyOn(font, 'layout').mockImplementation(() => {
    throw new Error('The shaper failed.')
  })
  expect(writable('தமிழ்').text).toMatch(/^[a-z]+$/i)
  layout.mockRestore()
})
