/** The addresses of products and categories. */
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

const SLUG_MAX_LENGTH = 80

// Loaded for the first text in another script: both together take a tenth of a start, and 9 MiB.
const require = createRequire(import.meta.url)
const load = () => ({
  sanscript: require('@indic-transliteration/sanscript') as {
    t: (text: string, from: string, to: string) => string
  },
  anyAscii: (require('any-ascii') as { default: (text: string) => string }).default,
})

const INDIC_SCRIPTS = [
  { letters: /\p{Script=Devanagari}+/gu, scheme: 'devanagari' },
  { letters: /\p{Script=Bengali}+/gu, scheme: 'bengali' },
  { letters: /\p{Script=Gujarati}+/gu, scheme: 'gujarati' },
  { letters: /\p{Script=Gurmukhi}+/gu, scheme: 'gurmukhi' },
  { letters: /\p{Script=Kannada}+/gu, scheme: 'kannada' },
  { letters: /\p{Script=Malayalam}+/gu, scheme: 'malayalam' },
  { letters: /\p{Script=Oriya}+/gu, scheme: 'oriya' },
  // The scheme "tamil" reads every plosive as voiced and aspirated ("bhājhumadhi" for "pācumati").
  { letters: /\p{Script=Tamil}+/gu, scheme: 'tamil_extended' },
  { letters: /\p{Script=Telugu}+/gu, scheme: 'telugu' },
]

/** Converts text to ASCII. sanscript writes the vowels that Indian scripts leave out; any-ascii does not. */
function transliterate(text: string): string {
  const { sanscript, anyAscii } = load()
  let latin = text.replaceAll(/\p{Cf}/gu, '')
  for (const { letters, scheme } of INDIC_SCRIPTS) {
    latin = latin.replaceAll(letters, (word) =>
      sanscript.t(word, scheme, 'optitrans').replaceAll(/[^\p{L}\p{N}]/gu, ''),
    )
  }
  return latin
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\P{L}a-zA-Z]+/gu, anyAscii)
}

/** The part of an address that names a product or category. Text without letters or digits gets its hash. */
export function slugify(text: string): string {
  const ascii = /[^\x20-\x7e]/.test(text) ? transliterate(text) : text
  const slug = ascii
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? `item-${shortHash(text)}` : slug
}

export const shortHash = (text: string): string => hash('sha256', text).slice(0, 10)
