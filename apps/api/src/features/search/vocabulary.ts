/**
 * What a query's words may mean in a shop: words of its index by form, beginning or typo, synonyms, and compounds that
 * are written in one or two words.
 */
import type { Reader } from '../../db/database.ts'
import type { IndexCache, Meaning } from './index-cache.ts'
import {
  indexedAmong,
  PREFIX_WORDS_MAX,
  type WordCount,
  wordsSpelled,
  wordsStartingWith,
} from './search.store.ts'
import { readSynonyms, type Synonyms, synonymKey, TERM_WORDS_MAX } from './synonyms.ts'
import {
  allowsTypo,
  deletionsOf,
  formsOf,
  isOneTypoApart,
  isVague,
  singularOf,
  sizeOf,
  soundAlikes,
} from './words.ts'

/** One way to match a slot: every part must match, each by any of its words. */
interface Way {
  parts: Meaning[][]
  weight: number
}

/** One or several words of a query that mean one thing. */
export interface Slot {
  words: string[]
  ways: Way[]
  /** A match of this slot alone is no answer. */
  isVague: boolean
  /** Whether it only says for whom or what a product is. */
  isPurpose: boolean
  /** The most likely words, if they were misspelt. */
  corrected?: string[]
}

type SlotOfWords = Omit<Slot, 'isPurpose'>

const WEIGHTS = {
  exact: 1,
  form: 0.97,
  joined: 0.97,
  split: 0.9,
  synonym: 0.85,
  typo: 0.7,
  prefix: 0.5,
  size: 0.5,
}
/** Words that a beginning may mean, by its letters: of a short one it can only be the most frequent. */
const beginningsMax = (start: string): number => (start.length < 3 ? 12 : start.length === 3 ? 24 : 60)
const TYPO_MATCHES_MAX = 20
/** Letters from which a word that the index knows is taken for a beginning too. */
const PREFIX_MIN_LETTERS = 4
const PART_MIN_LETTERS = 3

export class Vocabulary {
  readonly #reader: Reader
  readonly #cache: IndexCache

  constructor(reader: Reader, cache: IndexCache) {
    this.#reader = reader
    this.#cache = cache
  }

  /**
   * @param unfinished whether the last word may be the beginning of one
   */
  async slotsOf(words: string[], purpose: ReadonlySet<string>, unfinished: boolean): Promise<Slot[]> {
    const synonyms = await this.#synonyms()
    const likely = await this.#likelyWords(words, synonyms, unfinished)
    const slots: Slot[] = []
    for (let at = 0; at < words.length;) {
      const slot =
        (await this.#sizeSlot(words, at)) ??
        (await this.#termSlot(words, at, synonyms)) ??
        (await this.#correctedTermSlot(words, likely, at, synonyms)) ??
        (await this.#wordSlot(words, at, synonyms, unfinished && at === words.length - 1))
      slots.push({ ...slot, isPurpose: slot.words.every((word) => purpose.has(word)) })
      at += slot.words.length
    }
    return slots
  }

  /** The words, each that nothing is known of as it was probably meant. */
  async #likelyWords(words: string[], synonyms: Synonyms, unfinished: boolean): Promise<string[]> {
    const likely: string[] = []
    for (const [at, word] of words.entries()) {
      const isComplete = !unfinished || at < words.length - 1
      const isKnown =
        words.length === 1 ||
        !isComplete ||
        synonyms.has(synonymKey([word])) ||
        isFound(await this.forms(word))
      const [meant] = isKnown || !allowsTypo(word) ? [] : await this.#typos(word)
      likely.push(meant?.word ?? word)
    }
    return likely
  }

  /** A term of several words, one of which was misspelt. */
  async #correctedTermSlot(
    words: string[],
    likely: string[],
    at: number,
    synonyms: Synonyms,
  ): Promise<SlotOfWords | undefined> {
    const slot = await this.#termSlot(likely, at, synonyms)
    const typed = words.slice(at, at + (slot?.words.length ?? 0))
    return slot && typed.join(' ') !== slot.words.join(' ')
      ? { ...slot, words: typed, corrected: slot.words }
      : undefined
  }

  #synonyms(): Promise<Synonyms> {
    const cache = this.#cache
    cache.synonyms ??= readSynonyms(this.#reader).catch((error: unknown) => {
      cache.synonyms = undefined
      throw error
    })
    return cache.synonyms
  }

  #cached(key: string, find: () => Promise<Meaning[]>): Promise<Meaning[]> {
    const { meanings } = this.#cache
    const cached = meanings.get(key)
    if (cached) return cached
    const found = find()
    meanings.set(key, found)
    found.catch(() => meanings.delete(key))
    return found
  }

  /** The word itself and its other forms, if they are indexed. */
  forms(word: string): Promise<Meaning[]> {
    return this.#cached(`=${word}`, async () => {
      const spellings = [word, ...formsOf(word)]
      const found = this.#cache.words?.among(spellings) ?? (await indexedAmong(this.#reader, spellings))
      return found
        .map((row) => toMeaning(row, row.word === word ? WEIGHTS.exact : WEIGHTS.form))
        .toSorted((a, b) => b.weight - a.weight || mostFrequentFirst(a, b))
    })
  }

  #beginnings(word: string): Promise<Meaning[]> {
    return this.#cached(`^${word}`, async () => {
      const found =
        this.#cache.words?.startingWith(word, PREFIX_WORDS_MAX) ??
        (await wordsStartingWith(this.#reader, word))
      return found
        .filter((row) => row.word !== word)
        .toSorted(mostFrequentFirst)
        .slice(0, beginningsMax(word))
        .map((row) => ({ ...toMeaning(row, WEIGHTS.prefix), start: word }))
    })
  }

  #formsAndBeginnings(word: string): Promise<Meaning[]> {
    return this.#cached(`*${word}`, async () => {
      const forms = await this.forms(word)
      return [...forms, ...without(await this.#beginnings(word), forms)]
    })
  }

  #typos(word: string): Promise<Meaning[]> {
    return this.#cached(`~${word}`, async () => {
      const singular = singularOf(word)
      const typed = [...(singular === undefined ? [word] : [word, singular]), ...soundAlikes(word)]
      const spellings = [...new Set(typed.flatMap((spelling) => [spelling, ...deletionsOf(spelling)]))]
      const found = await wordsSpelled(this.#reader, spellings)
      const plausible = found.filter((row) =>
        typed.some((spelling) => isOneTypoApart(spelling, row.word) && hasPlausibleStart(spelling, row.word)),
      )
      const unique = [...new Map(plausible.map((row) => [row.word, row])).values()]
      return unique
        .filter((row) => row.word !== word)
        .toSorted(mostFrequentFirst)
        .slice(0, TYPO_MATCHES_MAX)
        .map((row) => toMeaning(row, WEIGHTS.typo))
    })
  }

  /** A number with its unit, or a size with its name. */
  async #sizeSlot(words: string[], at: number): Promise<SlotOfWords | undefined> {
    const [first = '', second = ''] = words.slice(at, at + 2)
    const size = sizeOf(first, second)
    if (size === undefined) return undefined
    const whole = await this.forms(size)
    const ways: Way[] = whole.length > 0 ? [{ parts: [whole], weight: 1 }] : []
    const parts = [await this.forms(first), await this.forms(second)]
    if (whole.length === 0 && parts.every(isFound)) ways.push({ parts, weight: WEIGHTS.size })
    return { words: [first, second], ways, isVague: true }
  }

  /** The longest term that starts here, of two words or more, with its meanings; or a compound written in one word. */
  async #termSlot(words: string[], at: number, synonyms: Synonyms): Promise<SlotOfWords | undefined> {
    for (let length = Math.min(TERM_WORDS_MAX, words.length - at); length > 1; length -= 1) {
      const term = words.slice(at, at + length)
      // `b p` is `bp`, and `nailpolish` is found as `nail polish`.
      const meanings = synonyms.get(synonymKey(term)) ?? synonyms.get(term.join('')) ?? []
      const joined = length === 2 ? await this.#joined(term) : []
      if (meanings.length === 0 && joined.length === 0) continue
      const own = await this.#way(term, 1)
      return {
        words: term,
        ways: [
          ...own,
          ...(joined.length > 0 ? [{ parts: [joined], weight: WEIGHTS.joined }] : []),
          ...(await this.#ways(meanings)),
        ],
        isVague: false,
      }
    }
    return undefined
  }

  /** The indexed forms of two words written as one. */
  async #joined(words: string[]): Promise<Meaning[]> {
    const isPlain = words.every((word) => !/\p{N}/u.test(word))
    return isPlain ? this.forms(words.join('')) : []
  }

  async #wordSlot(
    words: string[],
    at: number,
    synonyms: Synonyms,
    isUnfinished: boolean,
  ): Promise<SlotOfWords> {
    const word = words[at] ?? ''
    const slot: SlotOfWords = { words: [word], ways: [], isVague: isVague(word) }
    const forms = await this.forms(word)
    const meanings = await this.#ways(synonyms.get(synonymKey([word])) ?? [])
    const isKnown = isFound(forms) || meanings.length > 0
    const isNumber = /^\p{N}/u.test(word)
    const mayBegin = isUnfinished || (!isNumber && (!isKnown || [...word].length >= PREFIX_MIN_LETTERS))
    const own = mayBegin ? await this.#formsAndBeginnings(word) : forms
    if (own.length > 0) slot.ways.push({ parts: [own], weight: 1 })
    slot.ways.push(...meanings)
    if (slot.ways.length > 0 || !allowsTypo(word)) return slot
    const meant = await this.#typos(word)
    if (meant.length > 0) {
      slot.ways.push({ parts: [meant], weight: 1 })
      slot.corrected = [meant[0]?.word ?? '']
      return slot
    }
    slot.ways.push(...(await this.#split(word, synonyms)))
    if (slot.ways.length > 0) return slot
    const term = termLike(word, synonyms)
    if (term !== undefined) {
      slot.ways.push(...(await this.#ways(synonyms.get(term) ?? [])))
      slot.corrected = [term]
    }
    return slot
  }

  /** Two indexed words that are written as one here, such as `facewash`, or a term of two; from the end. */
  async #split(word: string, synonyms: Synonyms): Promise<Way[]> {
    const letters = [...word]
    for (let length = letters.length - PART_MIN_LETTERS; length >= PART_MIN_LETTERS; length -= 1) {
      const [first, second] = [letters.slice(0, length).join(''), letters.slice(length).join('')]
      const ways = [
        ...(await this.#way([first, second], WEIGHTS.split)),
        ...(await this.#ways(synonyms.get(synonymKey([first, second])) ?? [])),
      ]
      if (ways.length > 0) return ways
    }
    return []
  }

  async #ways(meanings: string[][]): Promise<Way[]> {
    const ways = []
    for (const words of meanings) ways.push(...(await this.#way(words, WEIGHTS.synonym)))
    return ways
  }

  /** All of these words; empty unless each is indexed. */
  async #way(words: string[], weight: number): Promise<Way[]> {
    const parts: Meaning[][] = []
    for (const word of words) {
      const forms = await this.forms(word)
      if (!isFound(forms)) return []
      parts.push(forms)
    }
    return [{ parts, weight }]
  }
}

/** People rarely type a wrong first letter: `fever` is no misspelt `never`. */
const hasPlausibleStart = (typed: string, word: string): boolean =>
  typed[0] === word[0] || typed[0] === word[1] || typed[1] === word[0]

const toMeaning = ({ word, frequency }: WordCount, weight: number): Meaning => ({
  word,
  frequency,
  weight,
  entry: `${word}:`,
})

const isFound = (meanings: Meaning[]): boolean => meanings.length > 0

const mostFrequentFirst = (
  a: { word: string; frequency: number },
  b: { word: string; frequency: number },
): number => b.frequency - a.frequency || (a.word < b.word ? -1 : 1)

function without(meanings: Meaning[], others: Meaning[]): Meaning[] {
  const words = new Set(others.map(({ word }) => word))
  return meanings.filter(({ word }) => !words.has(word))
}

/** The key of a term that this word may be a misspelling of. */
function termLike(word: string, synonyms: Synonyms): string | undefined {
  for (const term of synonyms.keys()) {
    if (Math.abs(term.length - word.length) <= 1 && !term.includes(' ') && isOneTypoApart(word, term))
      return term
  }
  return undefined
}
