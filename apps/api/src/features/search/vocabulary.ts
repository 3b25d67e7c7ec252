/**
 * What a query's words may mean in a shop: words of its index by form, beginning or typo, synonyms, and compounds that
 * are written in one or two words.
 */
import type { Reader } from '../../db/database.ts'
import type { IndexCache, Meaning } from './index-cache.ts'
import { EXACT_WEIGHT, IndexedWords, WEIGHTS } from './indexed-words.ts'
import { isOrdinaryWord } from './ordinary-words.ts'
import { allowsTypo, hasPlausibleStart, isOneTypoApart } from './spelling.ts'
import type { Term } from './search.store.ts'
import { readSynonyms, type Synonyms, synonymKey, TERM_WORDS_MAX } from './synonyms.ts'
import { isAdjective, isVague, sizeOf } from './words.ts'

/** One way to match a slot: every part must match, each by any of its words. */
interface Way {
  parts: Meaning[][]
  weight: number
}

/** One or several words of a query that mean one thing. */
export interface Slot {
  words: string[]
  ways: Way[]
  /** The ways as the index is asked for them: all, and only by the words themselves, their forms and synonyms. */
  term: Term
  exactTerm: Term
  /** A match of this slot alone is no answer. */
  isVague: boolean
  /** Whether products have its words, other forms of them or synonyms, not only beginnings or typos. */
  isKnown: boolean
  /** Whether it only says for whom or what a product is. */
  isPurpose: boolean
  /** The most likely words, if they were misspelt. */
  corrected?: string[]
}

/** A slot whatever the rest of the query is. */
export type SlotOfWords = Omit<Slot, 'isPurpose'>
type Draft = Pick<Slot, 'words' | 'ways' | 'isVague' | 'corrected'>

/** Letters from which a word that the index knows is taken for a beginning too. */
const PREFIX_MIN_LETTERS = 4
const PART_MIN_LETTERS = 3
/** Synonyms that a beginning may mean, and meanings of several words. */
const COMPLETED_MAX = 8
const COMPLETED_TERMS_MAX = 4
const COMPLETED_MIN_LETTERS = 2
/** How much less each later meaning of a synonym weighs, and how many do. */
const LATER = 0.005
const LATER_PLACES = 4
export class Vocabulary {
  readonly #reader: Reader
  readonly #cache: IndexCache
  readonly #indexed: IndexedWords

  constructor(reader: Reader, cache: IndexCache) {
    this.#reader = reader
    this.#cache = cache
    this.#indexed = new IndexedWords(reader, cache)
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
        (unfinished ? await this.#unfinishedTermSlot(words, at, synonyms) : undefined) ??
        (await this.#correctedTermSlot(words, likely, at, synonyms)) ??
        (await this.#wordSlot(words, at, synonyms, unfinished && at === words.length - 1))
      slots.push({ ...slot, isPurpose: slot.words.every((word) => purpose.has(word)) })
      at += slot.words.length
    }
    return slots
  }

  /** What is kept of this key until the index changes. */
  #kept(key: string, draft: () => Promise<Draft>): SlotOfWords | Promise<SlotOfWords> {
    return this.#cache.slots.get(key) ?? this.#keep(key, draft())
  }

  async #keep(key: string, draft: Promise<Draft>): Promise<SlotOfWords> {
    const slot = await draft
    const { ways } = slot
    const exact = ways.filter(({ weight }) => weight >= EXACT_WEIGHT)
    const term = ways.map(({ parts }) => parts).filter(areFound)
    const exactTerm = exact.map(({ parts }) => parts.map(exactOf)).filter(areFound)
    const complete = { ...slot, term, exactTerm, isKnown: ways.some(isExactWay) }
    this.#cache.slots.set(key, complete)
    return complete
  }

  /** The words, each that nothing is known of as it was probably meant; null if that changes none. */
  async #likelyWords(words: string[], synonyms: Synonyms, unfinished: boolean): Promise<string[] | null> {
    if (words.length === 1) return null
    const likely: string[] = []
    for (const [at, word] of words.entries()) {
      const isComplete = !unfinished || at < words.length - 1
      const isKnown =
        !isComplete ||
        synonyms.get(synonymKey([word])) !== undefined ||
        isOrdinaryWord(word) ||
        isFound(await this.#indexed.forms(word))
      const [meant] = isKnown || !allowsTypo(word) ? [] : await this.#indexed.typos(word)
      likely.push(meant?.word ?? word)
    }
    return likely.every((word, at) => word === words[at]) ? null : likely
  }

  /** A term of several words, one of which was misspelt. */
  async #correctedTermSlot(
    words: string[],
    likely: string[] | null,
    at: number,
    synonyms: Synonyms,
  ): Promise<SlotOfWords | undefined> {
    if (likely === null) return undefined
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

  /** A number with its unit, or a size with its name. */
  #sizeSlot(words: string[], at: number): SlotOfWords | Promise<SlotOfWords> | undefined {
    const first = words[at] ?? ''
    const second = words[at + 1] ?? ''
    const size = sizeOf(first, second)
    if (size === undefined) return undefined
    return this.#kept(`size ${first} ${second}`, async () => {
      const whole = await this.#indexed.forms(size)
      const ways: Way[] = whole.length > 0 ? [{ parts: [whole], weight: 1 }] : []
      const parts = [await this.#indexed.forms(first), await this.#indexed.forms(second)]
      if (whole.length === 0 && areFound(parts)) ways.push({ parts, weight: WEIGHTS.size })
      return { words: [first, second], ways, isVague: true }
    })
  }

  /** The longest term that starts here, of two words or more, with its meanings; or a compound written in one word. */
  async #termSlot(words: string[], at: number, synonyms: Synonyms): Promise<SlotOfWords | undefined> {
    for (let length = Math.min(TERM_WORDS_MAX, words.length - at); length > 1; length -= 1) {
      const term = words.slice(at, at + length)
      // `b p` is `bp`, and `nailpolish` is found as `nail polish`.
      const meanings = synonyms.get(synonymKey(term)) ?? synonyms.get(term.join('')) ?? []
      const joined = length === 2 ? await this.#joined(term) : []
      if (meanings.length === 0 && joined.length === 0) continue
      return this.#kept(`term ${term.join(' ')}`, async () => ({
        words: term,
        ways: [
          ...(await this.#way(term, 1)),
          ...(joined.length > 0 ? [{ parts: [joined], weight: WEIGHTS.joined }] : []),
          ...(await this.#ways(meanings)),
        ],
        isVague: false,
      }))
    }
    return undefined
  }

  /** A term of several words of which the last is not finished: `water b`. */
  async #unfinishedTermSlot(
    words: string[],
    at: number,
    synonyms: Synonyms,
  ): Promise<SlotOfWords | undefined> {
    const term = words.slice(at)
    if (term.length < 2 || term.length > TERM_WORDS_MAX) return undefined
    const last = term.at(-1) ?? ''
    const start = `${synonymKey(term.slice(0, -1))} ${last}`
    const completed = await this.#completed(start, synonyms)
    if (completed.length === 0) return undefined
    return this.#kept(`start ${term.join(' ')}`, async () => {
      const parts: Meaning[][] = []
      for (const word of term)
        parts.push(
          word === last ? await this.#indexed.formsAndBeginnings(word) : await this.#indexed.forms(word),
        )
      const own = areFound(parts) ? [{ parts, weight: WEIGHTS.exact }] : []
      return { words: term, ways: [...own, ...completed], isVague: false }
    })
  }

  /** What the synonyms mean that begin so. */
  async #completed(start: string, synonyms: Synonyms): Promise<Way[]> {
    const meanings = synonyms.startingWith(start, COMPLETED_MAX)
    if (meanings.length === 0) return []
    const ways = await this.#ways(meanings)
    const words = await this.#indexed.cached(`+${start}`, async () => [
      ...new Map(
        ways.flatMap(({ parts: [part = [], ...others] }) =>
          others.length > 0 ? [] : part.map((meaning) => [meaning.word, meaning] as const),
        ),
      ).values(),
    ])
    return [
      ...(words.length > 0 ? [{ parts: [words], weight: WEIGHTS.completed }] : []),
      ...ways
        .filter(({ parts }) => parts.length > 1)
        .slice(0, COMPLETED_TERMS_MAX)
        .map(({ parts }) => ({ parts, weight: WEIGHTS.completed })),
    ]
  }

  /** The indexed forms of two words written as one. */
  async #joined(words: string[]): Promise<Meaning[]> {
    const isPlain = words.every((word) => !/\p{N}/u.test(word))
    return isPlain ? this.#indexed.forms(words.join('')) : []
  }

  #wordSlot(
    words: string[],
    at: number,
    synonyms: Synonyms,
    isUnfinished: boolean,
  ): SlotOfWords | Promise<SlotOfWords> {
    const word = words[at] ?? ''
    const isOnly = words.length === 1
    return this.#kept(`${isUnfinished ? 'begin' : isOnly ? 'only' : 'word'} ${word}`, () =>
      this.#draftOf(word, synonyms, isUnfinished, isOnly),
    )
  }

  async #draftOf(word: string, synonyms: Synonyms, isUnfinished: boolean, isOnly: boolean): Promise<Draft> {
    const slot: Draft = { words: [word], ways: [], isVague: isVague(word) }
    const forms = await this.#indexed.forms(word)
    const own = synonyms.get(synonymKey([word]))
    const isSpeltRight = own !== undefined || isOrdinaryWord(word)
    const meanings = await this.#ways(own ?? [])
    if (isUnfinished && [...word].length >= COMPLETED_MIN_LETTERS)
      meanings.push(...(await this.#completed(word, synonyms)))
    const isKnown = isFound(forms) || meanings.length > 0
    const isNumber = /^\p{N}/u.test(word)
    if (!isKnown && !isSpeltRight && !isUnfinished && !isOnly) {
      const meant = await this.#indexed.otherVowels(word)
      if (meant.length > 0) return corrected(slot, meant)
    }
    const mayBegin =
      isUnfinished || (!isNumber && (isKnown ? [...word].length >= PREFIX_MIN_LETTERS : !isSpeltRight))
    const indexed = mayBegin ? await this.#indexed.formsAndBeginnings(word) : forms
    if (indexed.length > 0) slot.ways.push({ parts: [indexed], weight: 1 })
    slot.ways.push(...meanings)
    if (!isKnown && !isSpeltRight) slot.ways.push(...(await this.#ways(synonyms.soundingLike(word))))
    if (slot.ways.length > 0) return slot
    if (isSpeltRight || !allowsTypo(word)) return slot
    const meant = await this.#indexed.typos(word)
    if (meant.length > 0) return corrected(slot, meant)
    slot.ways.push(...(await this.#split(word, synonyms)))
    slot.isVague ||= slot.ways.length === 0 && isAdjective(word)
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
    const ways: Way[] = []
    for (const words of meanings) {
      const place = Math.min(ways.length, LATER_PLACES)
      ways.push(...(await this.#way(words, WEIGHTS.synonym - place * LATER)))
    }
    return ways
  }

  /** All of these words; empty unless each is indexed. */
  async #way(words: string[], weight: number): Promise<Way[]> {
    const parts: Meaning[][] = []
    for (const word of words) {
      const forms = await this.#indexed.forms(word)
      if (!isFound(forms)) return []
      parts.push(forms)
    }
    return [{ parts, weight }]
  }
}

const corrected = (slot: Draft, meant: Meaning[]): Draft => ({
  ...slot,
  ways: [...slot.ways, { parts: [meant], weight: 1 }],
  corrected: [meant[0]?.word ?? ''],
})

const isExactWay = ({ parts, weight }: Way): boolean =>
  parts.every((part) => part.some((meaning) => meaning.weight * weight >= EXACT_WEIGHT))

const isFound = (meanings: Meaning[]): boolean => meanings.length > 0
const areFound = (parts: Meaning[][]): boolean => parts.every(isFound)

const exactOf = (part: Meaning[]): Meaning[] => part.filter(({ weight }) => weight >= EXACT_WEIGHT)

/** The key of a term that this word may be a misspelling of. */
function termLike(word: string, synonyms: Synonyms): string | undefined {
  return synonyms.keys.find(
    (term) =>
      Math.abs(term.length - word.length) <= 1 &&
      !term.includes(' ') &&
      hasPlausibleStart(word, term) &&
      isOneTypoApart(word, term),
  )
}
