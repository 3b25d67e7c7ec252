/**
 * What a query's words may mean in a shop: words of its index by stem, beginning or correction, synonyms, and compounds
 * that are written in one or two words.
 */
import type { Reader } from '../../db/database.ts'
import { findBeginnings, findForms, findSimilar, type SearchedWord, type WordCount } from './search.store.ts'
import { type Synonyms, TERM_WORDS_MAX } from './synonyms.ts'
import { allowsTypo, hasDigit, isMisspelling, joined, stemOf } from './words.ts'

export interface WeightedWord extends SearchedWord {
  weight: number
}

/** One meaning of a term: a product has it with all groups, each by any of its words. */
export interface Alternative {
  groups: WeightedWord[][]
  weight: number
}

/** One or several words of a query that mean one thing. */
export interface Term {
  words: string[]
  alternatives: Alternative[]
  /** What was probably meant by misspelt words. */
  corrected?: string
}

const WEIGHTS = {
  exact: 1,
  form: 0.995,
  joined: 0.97,
  split: 0.9,
  synonym: 0.85,
  /** How much less each later meaning of a synonym weighs. */
  later: 0.005,
  completed: 0.68,
  typo: 0.7,
  beginning: 0.5,
  /** The number and the unit of a size, apart. */
  size: 0.5,
}

/** Letters from which a word that the shop knows is taken for a beginning too. */
const BEGINNING_MIN_LETTERS = 4
const PART_MIN_LETTERS = 3
const CORRECTIONS_MAX = 20
const LATER_MAX = 4

/** A word of a query. */
interface Word {
  typed: string
  /** The same if nothing is wrong with it. */
  meant: string
  /** Indexed words that begin so. */
  beginnings: WordCount[]
  /** Indexed words of which it may be a misspelling. */
  corrections: WordCount[]
}

const weighted = (word: string, weight: number, titleOnly: boolean): WeightedWord => ({
  word,
  weight,
  titleOnly,
})
const asTyped = (word: Word): Word => ({ ...word, meant: word.typed })

export class TermResolver {
  readonly #reader: Reader
  readonly #synonyms: Synonyms
  /** The indexed words by stem. */
  readonly #forms = new Map<string, WordCount[]>()
  #typed = new Set<string>()

  constructor(reader: Reader, synonyms: Synonyms) {
    this.#reader = reader
    this.#synonyms = synonyms
  }

  /** The terms of a query. @param unfinished whether the last word may be the beginning of one */
  async resolve(typed: string[], unfinished: boolean): Promise<Term[]> {
    this.#typed = new Set(typed)
    await this.#loadPhrases(typed)
    const words: Word[] = []
    for (const [at, word] of typed.entries())
      words.push(await this.#readWord(word, unfinished && at === typed.length - 1))
    await this.#loadPhrases(words.map(({ meant }) => meant))
    const terms: Term[] = []
    for (let at = 0; at < words.length;) {
      const rest = words.slice(at)
      const term =
        this.#phrase(rest.map(asTyped)) ??
        this.#phrase(rest) ??
        (unfinished ? await this.#unfinished(rest) : undefined) ??
        (await this.#word(rest[0]!))
      terms.push(term)
      at += term.words.length
    }
    return terms
  }

  /** Looks up the words of a query, of their compounds and of the synonyms of all terms in it. */
  async #loadPhrases(words: string[]): Promise<void> {
    const phrases = words.flatMap((_, at) =>
      Array.from({ length: TERM_WORDS_MAX }, (_unused, more) => words.slice(at, at + more + 1)),
    )
    const pairs = words.slice(1).map((word, at) => (words[at] ?? '') + word)
    const meanings = phrases.flatMap((phrase) => this.#meaningsOf(phrase))
    await this.#load([
      ...words.flatMap((word) => [joined(word), ...word.split(' ')]),
      ...pairs,
      ...meanings.flat(),
    ])
  }

  #meaningsOf(phrase: string[]): string[][] {
    const meanings = this.#synonyms.of(phrase)
    // `b p` is `bp`, and `nailpolish` is found as `nail polish`.
    return meanings.length > 0 || phrase.length === 1 ? meanings : this.#synonyms.of([phrase.join('')])
  }

  async #load(words: string[]): Promise<void> {
    const stems = [...new Set(words.map(stemOf))].filter((stem) => !this.#forms.has(stem))
    for (const stem of stems) this.#forms.set(stem, [])
    for (const form of await findForms(this.#reader, stems)) this.#forms.get(form.stem)?.push(form)
  }

  #formsOf(word: string): WeightedWord[] {
    const forms = this.#forms.get(stemOf(word)) ?? []
    return forms.map((form) => weighted(form.word, form.word === word ? WEIGHTS.exact : WEIGHTS.form, false))
  }

  /** All of these words; none unless each is indexed. */
  #allOf(words: string[], weight: number): Alternative[] {
    const groups = words.map((word) => this.#formsOf(word))
    return groups.every((group) => group.length > 0) ? [{ groups, weight }] : []
  }

  /** What the query says already is no other meaning: a shampoo for dandruff is not any shampoo. */
  #allMeanings(meanings: string[][]): Alternative[] {
    return meanings
      .filter((words) => !words.every((word) => this.#typed.has(word)))
      .flatMap((words) => this.#allOf(words, WEIGHTS.synonym))
      .map(({ groups, weight }, place) => ({
        groups,
        weight: weight - Math.min(place, LATER_MAX) * WEIGHTS.later,
      }))
  }

  async #readWord(typed: string, isUnfinished: boolean): Promise<Word> {
    const isKnown = this.#formsOf(joined(typed)).length > 0 || this.#synonyms.of([typed]).length > 0
    const mayBegin = !/^\p{N}/u.test(typed) && (!isKnown || typed.length >= BEGINNING_MIN_LETTERS)
    const beginnings = mayBegin || isUnfinished ? await findBeginnings(this.#reader, typed) : []
    const isMisspelt = !isKnown && beginnings.length === 0 && allowsTypo(typed)
    const corrections = isMisspelt ? await this.#correctionsOf(typed) : []
    return { typed, meant: corrections[0]?.word ?? typed, beginnings, corrections }
  }

  async #correctionsOf(typed: string): Promise<WordCount[]> {
    const stem = stemOf(typed)
    const similar = await findSimilar(this.#reader, stem)
    const isMeant = (other: WordCount) => isMisspelling(stem, other.stem) || isMisspelling(typed, other.word)
    return similar.filter(isMeant).slice(0, CORRECTIONS_MAX)
  }

  /** The longest term of several words at the start that has a meaning in this shop. */
  #phrase(words: Word[]): Term | undefined {
    for (let length = Math.min(TERM_WORDS_MAX, words.length); length > 1; length -= 1) {
      const phrase = words.slice(0, length)
      const meant = phrase.map((word) => word.meant)
      const compound =
        length === 2 && !meant.some(hasDigit) ? this.#allOf([meant.join('')], WEIGHTS.joined) : []
      const others = [...compound, ...this.#allMeanings(this.#meaningsOf(meant))]
      if (others.length === 0) continue
      const isCorrected = phrase.some((word) => word.meant !== word.typed)
      return {
        words: phrase.map(({ typed }) => typed),
        alternatives: [...this.#allOf(meant, WEIGHTS.exact), ...others],
        ...(isCorrected && { corrected: meant.join(' ') }),
      }
    }
    return undefined
  }

  /** The rest of a query as the beginning of a synonym: `water b` of `water bottle`. */
  async #unfinished(words: Word[]): Promise<Term | undefined> {
    if (words.length > TERM_WORDS_MAX) return undefined
    const typed = words.map((word) => word.typed)
    const meanings = this.#synonyms.startingWith(typed)
    await this.#load(meanings.flat())
    const completed = meanings.flatMap((meaning) => this.#allOf(meaning, WEIGHTS.completed))
    if (completed.length === 0) return undefined
    const groups = words.map((word) => this.#withBeginnings(word))
    const own = groups.every((group) => group.length > 0) ? [{ groups, weight: WEIGHTS.exact }] : []
    return { words: typed, alternatives: [...own, ...completed] }
  }

  #withBeginnings({ typed, beginnings }: Word): WeightedWord[] {
    const forms = this.#formsOf(typed)
    const others = beginnings.filter(({ word }) => !forms.some((form) => form.word === word))
    return [...forms, ...others.map((other) => weighted(other.word, WEIGHTS.beginning, true))]
  }

  async #word(word: Word): Promise<Term> {
    const words = [word.typed]
    const [whole, parts] = [this.#allOf([joined(word.typed)], WEIGHTS.exact), word.typed.split(' ')]
    if (parts.length > 1)
      return { words, alternatives: whole.length > 0 ? whole : this.#allOf(parts, WEIGHTS.size) }
    const forms = this.#withBeginnings(word)
    const own = forms.length > 0 ? [{ groups: [forms], weight: WEIGHTS.exact }] : []
    const synonyms = this.#synonyms.of(words)
    const known = [...own, ...this.#allMeanings(synonyms)]
    if (known.length > 0 || synonyms.length > 0) return { words, alternatives: known }
    const like = this.#synonyms.like(word.typed)
    await this.#load(like.flat())
    const meanings = this.#allMeanings(like)
    if (word.corrections.length > 0) {
      const group = word.corrections.map((other) => weighted(other.word, WEIGHTS.typo, true))
      return {
        words,
        alternatives: [...meanings, { groups: [group], weight: WEIGHTS.exact }],
        corrected: word.meant,
      }
    }
    return { words, alternatives: meanings.length > 0 ? meanings : await this.#split(word.typed) }
  }

  /** Two words, or a term of two, that are written as one here: `facewash`. */
  async #split(word: string): Promise<Alternative[]> {
    const letters = [...word]
    const lengths = letters.map((_, at) => at).slice(PART_MIN_LETTERS, 1 - PART_MIN_LETTERS)
    const pairs = lengths.map((length) => [letters.slice(0, length).join(''), letters.slice(length).join('')])
    await this.#load(pairs.flatMap((pair) => [...pair, ...this.#synonyms.of(pair).flat()]))
    return pairs.flatMap((pair) => [
      ...this.#allOf(pair, WEIGHTS.split),
      ...this.#allMeanings(this.#synonyms.of(pair)),
    ])
  }
}
