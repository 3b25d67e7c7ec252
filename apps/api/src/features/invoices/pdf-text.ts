/**
 * Breaks text in the scripts of India into lines, and lines into runs of one font. Letters without a glyph, of Arabic among
 * them, which runs from right to left, are written in Latin letters; emoji and other symbols are left out. Lengths are in
 * points.
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

interface Run {
  text: string
  face: Face
  width: number
}

export interface Line {
  /** From left to right. */
  runs: Run[]
  width: number
}

/** What a reader sees as one character. */
interface Cluster {
  text: string
  face: Face
}

/** Measures text in a face at one size. */
type Measure = (text: string, face: Face) => number

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
const LETTER = /[\p{L}\p{M}]/u
/** Characters without a glyph of their own that join or separate others. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}]/u

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

export const baseFace = (bold: boolean): Face => faceOf(BASE, bold)

const hasGlyphs = ({ font }: Face, text: string): boolean =>
  Array.from(text).every((char) => INVISIBLE.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0)!))

/** Splits a paragraph into clusters with their fonts. */
function clustersOf(paragraph: string, bold: boolean): Cluster[] {
  const base = baseFace(bold)
  const clusters: Cluster[] = []
  for (const { segment } of segmenter.segment(paragraph.normalize('NFC').replaceAll(/\s/g, ' '))) {
    const script = SCRIPTS.find(([pattern]) => pattern.test(segment))?.[1]
    const own = script === undefined ? base : faceOf(`${BASE}-${script}`, bold)
    // Digits and punctuation stay in the font of the word before them.
    const before = LETTER.test(segment) ? own : (clusters.at(-1)?.face ?? own)
    const face = [before, own, base].find((candidate) => hasGlyphs(candidate, segment))
    const isSecondSpace = segment === ' ' && clusters.at(-1)?.text === ' '
    if (face && !isSecondSpace) clusters.push({ text: segment, face })
    else if (!face && /\p{L}/u.test(segment)) clusters.push({ text: anyAscii(segment), face: base })
  }
  return clusters
}

/** Words with the spaces after them; a word may also end after a hyphen between letters. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = []
  let canBreak = true
  for (const [index, cluster] of clusters.entries()) {
    const isSpace = cluster.text === ' '
    if (canBreak && !isSpace) words.push([])
    words.at(-1)?.push(cluster)
    canBreak =
      isSpace || (cluster.text === '-' && LETTER.test(clusters[index - 1]?.text ?? '') && words.length > 0)
  }
  return words
}

const trimmed = (clusters: Cluster[]): Cluster[] =>
  clusters.slice(0, clusters.findLastIndex(({ text }) => text !== ' ') + 1)

/**
 * Breaks text into lines that fit a width. A word that is wider than a line is broken where it must. Text that cannot
 * be shaped is written in Latin letters.
 *
 * @param width infinite for lines that break at line breaks only
 */
export function breakLines(text: string, bold: boolean, width: number, measure: Measure): Line[] {
  try {
    return breakShaped(text, bold, width, measure)
  } catch {
    return breakShaped(anyAscii(text), bold, width, measure)
  }
}

function breakShaped(text: string, bold: boolean, width: number, measure: Measure): Line[] {
  const widthOf = (clusters: Cluster[]): number => toLine(clusters, measure).width
  const lines: Cluster[][] = []
  for (const paragraph of text.split('\n')) {
    let line: Cluster[] = []
    let used = 0
    const startLine = (): void => {
      lines.push(line)
      line = []
      used = 0
    }
    for (const word of wordsOf(clustersOf(paragraph, bold))) {
      const wordWidth = widthOf(trimmed(word))
      if (line.length > 0 && used + wordWidth > width) startLine()
      for (const part of wordWidth > width ? word.map((cluster) => [cluster]) : [word]) {
        const partWidth = widthOf(part)
        if (line.length > 0 && used + widthOf(trimmed(part)) > width) startLine()
        line.push(...part)
        used += partWidth
      }
    }
    startLine()
  }
  return lines.map((line) => toLine(trimmed(line), measure))
}

/** Joins clusters of one font to runs. */
function toLine(clusters: Cluster[], measure: Measure): Line {
  const groups: { text: string; face: Face }[] = []
  for (const { text, face } of clusters) {
    const last = groups.at(-1)
    if (last?.face === face) last.text += text
    else groups.push({ text, face })
  }
  const runs = groups.map(({ text, face }) => ({ text, face, width: measure(text, face) }))
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}
