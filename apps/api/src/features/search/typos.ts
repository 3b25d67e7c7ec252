/**
 * One typo forgiven: a letter too many, too few, another, or two neighbours swapped. Two words that are one
 * typo apart share a word once each may lose a letter, so that candidates are found by equality.
 */

const LEAST_LETTERS = 5

/** Whether a typo in this word is forgiven: five letters or more, and no digits, which tell models apart. */
export const isForgiving = (word: string): boolean =>
  [...word].length >= LEAST_LETTERS && !/\p{N}/u.test(word)

/** Whether the word may be what somebody meant by a forgiving one. */
const isMeant = (word: string): boolean => [...word].length >= LEAST_LETTERS - 1 && !/\p{N}/u.test(word)

/** The words that result when one letter is lost. */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** A plural also stands for its singular: English, as in `sneakers`. */
export const singularOf = (word: string): string | undefined =>
  /^\p{Script=Latin}{3,}[^s]s$/u.test(word) ? word.slice(0, -1) : undefined

/** Under which shorter words a word of the index is found when it was typed wrongly. */
export function deletionsToIndex(word: string): string[] {
  if (!isMeant(word)) return []
  const singular = singularOf(word)
  return [...new Set([...deletionsOf(word), ...(singular === undefined ? [] : deletionsOf(singular))])]
}

/** Whether `typed` can be `meant` or its singular with one typo. */
export function isOneTypoApart(typed: string, meant: string): boolean {
  const singular = singularOf(meant)
  return isNear([...typed], [...meant]) || (singular !== undefined && isNear([...typed], [...singular]))
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
