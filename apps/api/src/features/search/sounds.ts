/**
 * Compares words by their sound: across scripts (`हल्दी` and `haldi`), in their transliterations (`joota`, `juta`) and in
 * misspelt English (`kornflakes`). The Unicode blocks of the Indic scripts have one layout, so one table reads them all.
 */

const INDIC = /[\u0900-\u0D7F]/u
const BLOCK = 0x80
/** The Latin letters of the first signs of a block, by their place in it; `.` for those that stand for no sound. */
const INDIC_LETTERS = `. n n h a a a i i u u ri li e e e e o o o o
  k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h . . . .
  a i i u u ri ri e e e e o o o o`.split(/\s+/)
const [FIRST_CONSONANT, LAST_CONSONANT, FIRST_VOWEL_SIGN, VIRAMA] = [0x15, 0x39, 0x3e, 0x4d]
/** Letters that sound like another one: with a dot below, and ச after ஞ். */
const RESPELT: [RegExp, string][] = [
  [/[डढ]\u093C/gu, 'र'],
  [/\u093C/gu, ''],
  [/ஞ்ச/gu, 'ஞ்ஜ'],
]

export const isIndic = (word: string): boolean => INDIC.test(word)

/** The Unicode block of an Indic word's script; 0 for Latin letters. */
const scriptOf = (word: string): number => Math.floor((INDIC.exec(word)?.[0].codePointAt(0) ?? 0) / BLOCK)
const TAMIL = 0x0b80 / BLOCK

/** An Indic word in Latin letters, as people type it. A consonant without a vowel sign is followed by `a`, except the last. */
function inLatin(word: string): string {
  const letters = [...RESPELT.reduce((text, [letter, other]) => text.replace(letter, other), word)]
  const places = letters.map((letter) => (isIndic(letter) ? (letter.codePointAt(0) ?? 0) % BLOCK : -1))
  const isVowelSign = (place = -1) => place >= FIRST_VOWEL_SIGN && place <= VIRAMA
  return letters
    .map((letter, at) => {
      const place = places[at] ?? -1
      if (place === -1) return letter
      const isConsonant = place >= FIRST_CONSONANT && place <= LAST_CONSONANT
      const hasVowel = isConsonant && at < letters.length - 1 && !isVowelSign(places[at + 1])
      return (INDIC_LETTERS[place] ?? '').replace('.', '') + (hasVowel ? 'a' : '')
    })
    .join('')
}

/** Spellings of one sound, in Hindi as it is typed and in English as it is written in Hindi. */
const SPELLINGS: [RegExp, string][] = [
  [/igh/g, 'i'],
  [/ph/g, 'f'],
  [/tch|ch+/g, 'C'],
  [/([a-zC])h(?=[^aeiou]|$)|([bcdfgjklmnpqrstvwxzC])h/g, '$1$2'],
  [/[cst]i(?=o)|c(?=[eiy])/g, 's'],
  [/ck|[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/dg|[jz]/g, 'g'],
  [/m(?=[bp])/g, 'n'],
  [/(?<=.)y/g, 'i'],
  [/[ao]w(?![aeiou])/g, 'o'],
  [/ew(?![aeiou])/g, 'u'],
  [/v/g, 'w'],
  [/([^aeiou])\1/g, '$1'],
  [/(?<=[^aeiou])e$/g, ''],
]
const VOWELS = /[aeiou]+/g
/** The sound of two vowels. */
const DIPHTHONGS: Record<string, string> = {
  ...{ aa: 'a', ai: 'e', ae: 'e', ei: 'e', ee: 'i', ea: 'i', ie: 'i', ii: 'i', ia: 'e' },
  ...{ au: 'o', ou: 'o', oa: 'o', oi: 'o', oo: 'u', ui: 'u', ue: 'u', eu: 'u', iu: 'u' },
}

/** A word by its consonants, which its spellings share, and the vowels before, between and after them. */
interface Sound {
  consonants: string
  vowels: string[]
}

/** The sound of a word of Latin or Indic letters. */
function soundOf(word: string): Sound | undefined {
  const latin = isIndic(word) ? inLatin(word) : word
  if (!/^[a-z]{2,}$/.test(latin) || !/[aeiouy]/.test(latin)) return undefined
  const spoken = SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), latin)
  const consonants = spoken.replace(/^[aeiou]/, '-').replace(VOWELS, '')
  if (!/[a-zC]/.test(consonants)) return undefined
  const vowels = spoken.split(/[^aeiou]/).map((several) => {
    const two = several.slice(0, 2)
    return DIPHTHONGS[two] ?? two
  })
  return { consonants, vowels }
}

/** By what words that sound alike are looked up, Latin and Indic ones apart; empty for words without a sound. */
export function soundKey(word: string): string {
  const consonants = soundOf(word)?.consonants
  return consonants === undefined ? '' : (isIndic(word) ? '~' : '') + consonants
}

/** The consonants for which Tamil has one letter. */
const IN_TAMIL: Record<string, string> = { b: 'p', d: 't', g: 'k', s: 'C' }
const asInTamil = (consonants: string): string => consonants.replace(/[bdgs]/g, (one) => IN_TAMIL[one] ?? one)
/** Letters of a Tamil word that are read in both ways. */
const AMBIGUOUS_MAX = 4

/** What the consonants of a Tamil word may stand for. */
function readingsOf(consonants: string): string[] {
  const others = Object.fromEntries(Object.entries(IN_TAMIL).map(([sound, letter]) => [letter, sound]))
  const letters = [...consonants]
  if (letters.filter((letter) => others[letter]).length > AMBIGUOUS_MAX) return [consonants]
  return letters.reduce(
    (readings, letter) =>
      [letter, others[letter] ?? []].flat().flatMap((one) => readings.map((start) => start + one)),
    [''],
  )
}

/** The keys of words of other scripts. */
export function otherSoundKeys(word: string): string[] {
  const consonants = soundOf(word)?.consonants
  if (consonants === undefined) return []
  const isTamil = scriptOf(word) === TAMIL
  const latin = isTamil ? readingsOf(consonants) : [consonants]
  const indic = isTamil ? latin : [...latin, asInTamil(consonants)]
  return [...(isIndic(word) ? latin : []), ...indic.map((key) => `~${key}`)]
}

/** Vowels that are easily taken for each other. */
const LIKE = new Set(['ae', 'au', 'ao', 'ei', 'ou'])
/** How much a vowel at the end counts, which only inflects, and an `a` that Indic letters need not write. */
const SLIGHT = 0.25

function vowelDifference(a: string, b: string, isTransliterated: boolean): number {
  if (a === b) return 0
  const both = a < b ? a + b : b + a
  if (isTransliterated && both === 'a') return SLIGHT
  return LIKE.has(both) ? 0.5 : 1
}

/**
 * Consonants from which a word is known by them in two Indic scripts, each of which has many short words, or although Tamil
 * writes several with one letter.
 */
const TELLING_CONSONANTS = 3

function haveSameConsonants(a: Sound, b: Sound, scripts: readonly number[]): boolean {
  const isOneScript = scripts[0] === scripts[1]
  const isTelling = a.consonants.length >= TELLING_CONSONANTS
  if (a.consonants === b.consonants) return isOneScript || isTelling || scripts.includes(0)
  const isRead = isTelling && !isOneScript && scripts.includes(TAMIL)
  return isRead && asInTamil(a.consonants) === asInTamil(b.consonants)
}

/**
 * How differently two words sound: 0 if alike, infinite unless they have the same consonants and most vowels. No word loses an
 * `i` or `e` at its end in another script: `हल्दी` is not `held`.
 */
export function soundDifference(one: string, other: string): number {
  const [a, b] = [soundOf(one), soundOf(other)]
  const scripts = [scriptOf(one), scriptOf(other)]
  const isTransliterated = scripts[0] !== scripts[1]
  if (!a || !b || !haveSameConsonants(a, b, scripts)) return Infinity
  const last = a.vowels.length - 1
  if (isTransliterated && /^[ei]$/.test(`${a.vowels[last]}${b.vowels[last]}`)) return Infinity
  const differences = a.vowels.map((vowel, at) => {
    const difference = vowelDifference(vowel, b.vowels[at] ?? '', isTransliterated)
    return at === last ? Math.min(SLIGHT, difference) : difference
  })
  const total = differences.reduce((sum, difference) => sum + difference, 0)
  // Short words of two scripts are alike by chance.
  const most = isTransliterated ? (last > 2 ? last : last - 1) / 2 : last / 4
  return total <= most ? total : Infinity
}

/** Whether they are one word in two scripts. */
export const isTransliteration = (one: string, other: string): boolean =>
  scriptOf(one) !== scriptOf(other) && soundDifference(one, other) < Infinity
