/**
 * A text in runs of one font each. The font of a script of India has Latin letters and ₹ too, so that most texts are one run.
 * Letters that no font has become Latin ones, and emoji and other symbols are left out.
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

/** A part of a text, and the font that has its letters. */
export interface Run {
  text: string
  face: Face
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

/** The font of the first of the scripts that a text is in. */
function faceFor(text: string, bold: boolean): Face {
  const script = SCRIPTS.find(([pattern]) => pattern.test(text))?.[1]
  return faceOf(script === undefined ? BASE : `${BASE}-${script}`, bold)
}

/** Splits a text where its font changes, and leaves in it what the fonts can write. */
export function writable(text: string, bold = false): Run[] {
  let run: Run = { text: '', face: faceFor(text, bold) }
  const runs = [run]
  for (const { segment } of segmenter.segment(text.normalize('NFC'))) {
    // Spaces around what is left out.
    if (run.text === '' ? /\s/.test(segment) : segment === ' ' && run.text.endsWith(' ')) continue
    const face = [run.face, faceFor(segment, bold)].find((one) => hasGlyphs(one, segment))
    if (face && face !== run.face) runs.push((run = { text: '', face }))
    if (face) run.text += segment
    else if (/\p{L}/u.test(segment)) run.text += anyAscii(segment)
  }
  run.text = run.text.trimEnd()
  return runs
    .filter((one) => one.text !== '' || one === run)
    .flatMap((one) => (canShape(one) ? one : writable(anyAscii(one.text), bold)))
}

const hasGlyphs = ({ font }: Face, text: string): boolean =>
  Array.from(text).every(
    (char) => NEEDS_NO_GLYPH.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0)!),
  )

/** The shaper fails on some rare sequences of signs. */
function canShape({ text, face: { font } }: Run): boolean {
  try {
    font.layout(text)
    return true
  } catch {
    return false
  }
}

/** How far below the top of their line the letters of the runs stand, for a text size of 1. */
export const ascentOf = (runs: Run[]): number =>
  Math.max(...runs.map(({ face: { font } }) => font.ascent / font.unitsPerEm))

/** Chooses the font. @returns the height of the runs in lines of one width, at the font size of the document */
export function heightOfRuns(doc: PDFKit.PDFDocument, runs: Run[], width: number): number {
  const heights = runs.map(({ text, face }, index) =>
    doc.font(face.font, face.path).heightOfString(text, { width, continued: index < runs.length - 1 }),
  )
  return heights.reduce((sum, height) => sum + height, 0)
}

/** Draws the runs one after another. Several can stand on the left only. */
export function drawRuns(
  doc: PDFKit.PDFDocument,
  runs: Run[],
  { x, y, size }: { x: number; y: number; size: number },
  options: PDFKit.Mixins.TextOptions,
): void {
  doc.fontSize(size)
  doc.x = x
  doc.y = y
  for (const [index, { text, face }] of runs.entries()) {
    doc.font(face.font, face.path).text(text, {
      ...options,
      ...(runs.length > 1 && { align: 'left', baseline: -size * ascentOf(runs) }),
      continued: index < runs.length - 1,
    })
  }
}
