/**
 * The font of a text in one of the scripts of India, which has Latin letters and ₹ too, and the text as that font can write it:
 * letters that it lacks become Latin ones, and emoji and other symbols are left out.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import anyAscii from 'any-ascii'
import { type Font, openSync } from 'fontkit'

export interface Face {
  path: string
  /** All documents share it: to parse a font takes more time and memory than to draw with it. */
  font: Font
}

const BASE = 'noto-sans'
/** Noto Sans itself has Latin, Greek, Cyrillic and Devanagari. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Bengali}/u, 'bengali'],
  [/\p{Script=Gujarati}/u, 'gujarati'],
  [/\p{Script=Gurmukhi}/u, 'gurmukhi'],
  [/\p{Script=Kannada}/u, 'kannada'],
  [/\p{Script=Malayalam}/u, 'malayalam'],
  [/\p{Script=Meetei_Mayek}/u, 'meetei-mayek'],
  [/\p{Script=Ol_Chiki}/u, 'ol-chiki'],
  [/\p{Script=Oriya}/u, 'oriya'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Telugu}/u, 'telugu'],
]
/** Spaces, and characters without a glyph of their own that join or separate others. */
const NEEDS_NO_GLYPH = /[\s\p{Default_Ignorable_Code_Point}]/u

const require = createRequire(import.meta.url)
const faces = new Map<string, Face>()
const segmenter = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** Loads a font of `@expo-google-fonts`, once. */
function faceOf(name: string, bold: boolean): Face {
  const key = `${name} ${bold}`
  const loaded = faces.get(key)
  if (loaded) return loaded
  const weight = bold ? '700Bold' : '400Regular'
  const file = name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
  const path = join(folder, weight, `${file}_${weight}.ttf`)
  // None of these files is a collection of fonts.
  const face = { path, font: openSync(path) as Font }
  faces.set(key, face)
  return face
}

/** Chooses the font of a text, and leaves in it what that font can write. */
export function writable(text: string, bold = false): { text: string; face: Face } {
  const script = SCRIPTS.find(([pattern]) => pattern.test(text))?.[1]
  const face = faceOf(script === undefined ? BASE : `${BASE}-${script}`, bold)
  const written = [...segmenter.segment(text.normalize('NFC'))].map(({ segment }) => {
    if (hasGlyphs(face, segment)) return segment
    return /\p{L}/u.test(segment) ? anyAscii(segment) : ''
  })
  const tidied = written.join('').replaceAll(/ {2,}/g, ' ').trim()
  return canShape(face, tidied) ? { text: tidied, face } : writable(anyAscii(tidied), bold)
}

const hasGlyphs = ({ font }: Face, text: string): boolean =>
  Array.from(text).every(
    (char) => NEEDS_NO_GLYPH.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0)!),
  )

/** The shaper fails on some rare sequences of signs. */
function canShape({ font }: Face, text: string): boolean {
  try {
    font.layout(text)
    return true
  } catch {
    return false
  }
}
