/**
 * Words that sound alike, and words that are one typo apart: an extra, missing or wrong letter, or two adjacent letters
 * swapped. Two words that differ by one typo become equal when at most one letter is deleted from each, so candidates
 * are found by equality.
 */

/** Spellings of one sound in Indian English and in transliterations; each is tried for all its places in a word. */
const SOUNDS: [string, string][] = [
  ['ee', 'i'],
  ['oo', 'u'],
  ['aa', 'a'],
  ['ou', 'o'],
  ['ph', 'f'],
  ['ck', 'k'],
  ['sh', 's'],
  ['th', 't'],
  ['dh', 'd'],
  ['c', 'k'],
  ['v', 'w'],
  ['z', 'j'],
  ['z', 's'],
  ['y', 'i'],
  ['x', 'ks'],
  ['ite', 'ight'],
]
const DOUBLED = /([^aeiou])\1/g

/** Words that sound like this one, if it has letters enough for a typo. */
export function soundAlikes(word: string): string[] {
  if (!/^[a-z]+$/.test(word) || !allowsTypo(word)) return []
  const alikes = SOUNDS.flatMap(([one, other]) => [word.replaceAll(one, other), word.replaceAll(other, one)])
  return [...new Set([...alikes, word.replaceAll(DOUBLED, '$1')])].filter((alike) => alike !== word)
}

const SOUND_MIN_LETTERS = 4
/** Longer spellings first; a final vowel only inflects. */
const FOLDED: [RegExp, string][] = [
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/ou/g, 'o'],
  [/ph/g, 'f'],
  [/([bdgjkst])h/g, '$1'],
  [/c(?!h)|q/g, 'k'],
  [/v/g, 'w'],
  [/z/g, 'j'],
  [/y/g, 'i'],
  [/([^aeiou])\1/g, '$1'],
  [/[aeiou]$/, '-'],
]

/** One spelling for the transliterations of a word in all its forms: `jut-` for joota and jute. */
export const soundOf = (word: string): string | undefined =>
  /^[a-z]+$/.test(word) && word.length >= SOUND_MIN_LETTERS
    ? FOLDED.reduce((folded, [pattern, other]) => folded.replace(pattern, other), word)
    : undefined

const TYPO_MIN_LETTERS = 5

/** Whether a typo in this query word is forgiven: five letters or more, no digits, which name models. */
export const allowsTypo = (word: string): boolean =>
  [...word].length >= TYPO_MIN_LETTERS && !/\p{N}/u.test(word)

/** Whether an indexed word may match a query word that has a typo. */
const allowsTypoMatch = (word: string): boolean =>
  [...word].length >= TYPO_MIN_LETTERS - 1 && !/\p{N}/u.test(word)

/** Spellings of a short word with another vowel: `bag` for `beg`. */
export const otherVowels = (word: string): string[] =>
  /^[a-z]{3,4}$/.test(word)
    ? [...word].flatMap((letter, at) =>
        [...(VOWELS.includes(letter) ? VOWELS : '')]
          .filter((vowel) => vowel !== letter)
          .map((vowel) => word.slice(0, at) + vowel + word.slice(at + 1)),
      )
    : []
const VOWELS = 'aeiou'

/** The spellings that result from deleting one letter. */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** The singular of an English plural such as `sneakers`. */
export const singularOf = (word: string): string | undefined =>
  /^\p{Script=Latin}{3,}[^s]s$/u.test(word) ? word.slice(0, -1) : undefined

/** The shorter spellings under which an indexed word is found despite a typo. */
export function deletionsToIndex(word: string): string[] {
  if (!allowsTypoMatch(word)) return []
  const singular = singularOf(word)
  return [...new Set([...deletionsOf(word), ...(singular === undefined ? [] : deletionsOf(singular))])]
}

/** Whether `typed` is `word` or its singular with at most one typo. */
export function isOneTypoApart(typed: string, word: string): boolean {
  const singular = singularOf(word)
  return isNear([...typed], [...word]) || (singular !== undefined && isNear([...typed], [...singular]))
}

function isNear(a: string[], b: string[]): boolean {
  if (a.length < b.length) return isNear(b, a)
  if (a.length - b.length > 1) return false
  const at = a.findIndex((letter, index) => letter !== b[index])
  if (at === -1) return true
  const same = (first: string[], second: string[]) => first.join('') === second.join('')
  if (a.length > b.length) return same(a.slice(at + 1), b.slice(at))
  if (same(a.slice(at + 1), b.slice(at + 1))) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && same(a.slice(at + 2), b.slice(at + 2))
}

/** In words up to this length people never mistype the first letter. */
const SHORT_LETTERS = 5

/** People rarely type a wrong first letter: `fever` is no misspelt `never`. */
export const hasPlausibleStart = (typed: string, word: string): boolean =>
  typed[0] === word[0] || (typed.length > SHORT_LETTERS && hasShiftedStart(typed, word))

const hasShiftedStart = (typed: string, word: string): boolean => typed[0] === word[1] || typed[1] === word[0]
