/**
 * What a query's words may mean in a shop: words of its index by stem, beginning or correction, synonyms, and compounds
 * that are written in one or two words.
 */
import type { Reader } from '../../db/database.ts'
import { findBeginnings, findForms, findSimilar, type SearchedWord, type WordCount } from './search.store.ts'
import { isIndic, isTransliteration, otherSoundKeys, soundDifference, soundKey } from './sounds.ts'
import { brandKinds, type Synonyms, TERM_WORDS_MAX } from './synonyms.ts'
import { allowsTypo, hasDigit, isMisspelling, joined, stemOf } from './words.ts'

export interface WeightedWord extends SearchedWord {
  weight: number
  frequency: number
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
  /** How much it tells about what is meant: of a word that few products have more than of one of many. */
  importance: number
  /** What was probably meant by a misspelt word. */
  corrected?: string
}

type FoundTerm = Omit<Term, 'importance'>

const WEIGHTS = {
  exact: 1,
  form: 0.995,
  joined: 0.97,
  split: 0.9,
  synonym: 0.85,
  /** How much less each later meaning of a synonym weighs. */
  later: 0.01,
  typo: 0.7,
  beginning: 0.5,
  /** A word of another script that sounds a little different, or is short. */
  guess: 0.45,
  /** The number and the unit of a size, apart. */
  size: 0.5,
}

/** Letters from which a word that few products have is taken for a beginning too. */
const BEGINNING_MIN_LETTERS = 4
const PART_MIN_LETTERS = 3
const FEW = 3
const CORRECTIONS_MAX = 20
/** How many times as many products have what a word probably means than have the word itself. */
const OFTEN = 20
/** How much a word counts that probably means something else. */
const RARE = 0.75
/** How much a size tells beside other words: few products name theirs. */
const SIZE_IMPORTANCE = 0.02

export class TermResolver {
  readonly #reader: Reader
  readonly #synonyms: Synonyms
  /** The indexed words by stem. */
  readonly #forms = new Map<string, WordCount[]>()
  /** The indexed words of another script, by sound. */
  readonly #alike = new Map<string, WordCount[]>()
  #typed = new Set<string>()

  constructor(reader: Reader, synonyms: Synonyms) {
    this.#reader = reader
    this.#synonyms = synonyms
  }

  /** The terms of a query. @param unfinished whether the last word may be the beginning of one */
  async resolve(typed: string[], unfinished: boolean): Promise<Term[]> {
    this.#typed = new Set(typed)
    await this.#loadAll(typed)
    const terms: Term[] = []
    for (let at = 0; at < typed.length;) {
      const term =
        this.#phrase(typed.slice(at)) ?? (await this.#word(typed[at]!, unfinished && at === typed.length - 1))
      // At most 1, for a term that the shop does not know.
      const importance = isSize(term) ? SIZE_IMPORTANCE : 1 / Math.log2(2 + frequencyOf(term.alternatives))
      terms.push({ ...term, importance })
      at += term.words.length
    }
    return terms
  }

  /** Looks up the words of a query, of their compounds and of the synonyms of all terms in it. */
  async #loadAll(words: string[]): Promise<void> {
    const phrases = words.flatMap((_, at) =>
      Array.from({ length: TERM_WORDS_MAX }, (_unused, more) => words.slice(at, at + more + 1)),
    )
    const pairs = words.slice(1).map((word, at) => (words[at] ?? '') + word)
    const sizes = words.flatMap((word) => [joined(word), ...word.split(' ')])
    const meanings = phrases.flatMap((phrase) => this.#meaningsOf(phrase)).flat()
    await this.#load([...sizes, ...pairs, ...meanings], words)
  }

  async #load(words: string[], soundingLike: string[] = []): Promise<void> {
    const stems = [...new Set(words.map(stemOf))].filter((stem) => !this.#forms.has(stem))
    for (const stem of stems) this.#forms.set(stem, [])
    const sounds = soundingLike.flatMap(otherSoundKeys)
    for (const sound of sounds) this.#alike.set(sound, [])
    if (stems.length + sounds.length === 0) return
    const asked = new Set(stems)
    for (const form of await findForms(this.#reader, stems, [...new Set(sounds)])) {
      if (asked.has(form.stem)) this.#forms.get(form.stem)?.push(form)
      this.#alike.get(form.sound)?.push(form)
    }
  }

  #meaningsOf(phrase: string[]): string[][] {
    const meanings = this.#synonyms.of(phrase)
    // `b p` is `bp`, and `nailpolish` is found as `nail polish`.
    return meanings.length > 0 || phrase.length === 1 ? meanings : this.#synonyms.of([phrase.join('')])
  }

  /** The forms of a word, and those in another script; where these sound a little different, they are a guess. */
  #formsOf(word: string): WeightedWord[] {
    const alike = this.#typed.has(word)
      ? otherSoundKeys(word).flatMap((key) => this.#alike.get(key) ?? [])
      : []
    const own = this.#forms.get(stemOf(word)) ?? []
    const isGuess = (other: WordCount) => soundDifference(word, other.word) > 0
    const meaningsOf = (one: string) => this.#synonyms.of([one]).map((words) => words.join(' '))
    const meanings = new Set(meaningsOf(word))
    // A word that the shop has needs no guess, and one with a meaning nothing else: Hindi's `लौंग`, a clove, is not `long`.
    const others = alike
      .filter((other) => isTransliteration(word, other.word) && (own.length === 0 || !isGuess(other)))
      .filter((other) => meanings.size === 0 || meaningsOf(other.word).some((one) => meanings.has(one)))
    return [
      ...own.map(({ word: form, frequency }) => ({
        ...{ word: form, frequency, titleOnly: false },
        weight: form === word ? WEIGHTS.exact : WEIGHTS.form,
      })),
      ...others.map((other) => ({
        ...{ word: other.word, frequency: other.frequency, titleOnly: isGuess(other) },
        weight: isGuess(other) || word.length < BEGINNING_MIN_LETTERS ? WEIGHTS.guess : WEIGHTS.form,
      })),
    ]
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
      .flatMap((words, place) => this.#allOf(words, WEIGHTS.synonym - place * WEIGHTS.later))
  }

  /** The longest term of several words at the start that has a meaning in this shop. */
  #phrase(words: string[]): FoundTerm | undefined {
    for (let length = Math.min(TERM_WORDS_MAX, words.length); length > 1; length -= 1) {
      const phrase = words.slice(0, length)
      const isCompound = length === 2 && !phrase.some(hasDigit)
      const others = [
        ...(isCompound ? this.#allOf([phrase.join('')], WEIGHTS.joined) : []),
        ...this.#allMeanings(this.#meaningsOf(phrase)),
      ]
      if (others.length > 0)
        return { words: phrase, alternatives: [...this.#allOf(phrase, WEIGHTS.exact), ...others] }
    }
    return undefined
  }

  async #word(word: string, unfinished: boolean): Promise<FoundTerm> {
    if (word.includes(' ')) return this.#size(word)
    const exact = this.#synonyms.of([word])
    const synonyms = exact.length === 0 && isIndic(word) ? this.#synonyms.like(word) : exact
    const completed = unfinished ? this.#synonyms.startingWith(word) : []
    await this.#load([...synonyms, ...completed].flat())
    const [forms, meanings] = [this.#formsOf(word), this.#allMeanings(synonyms)]
    const isOwn = exact.length + brandKinds().of([word]).length > 0 || this.#forms.get(stemOf(word))?.length
    const isKnown = isOwn || forms.some(({ titleOnly }) => !titleOnly) || synonyms.length > 0
    const isOften = frequencyOf([...oneOf(forms), ...meanings]) >= FEW
    const mayBegin = !/^\p{N}/u.test(word) && (!isOwn || (word.length >= BEGINNING_MIN_LETTERS && !isOften))
    const beginnings = mayBegin || unfinished ? await this.#beginningsOf(word) : []
    const own = oneOf([...forms, ...beginnings])
    const isRare = frequencyOf(meanings) >= OFTEN * Math.max(1, frequencyOf(oneOf(forms)))
    const alternatives = [
      ...own.map((one) => (isRare ? { ...one, weight: RARE } : one)),
      ...meanings,
      ...completed.flatMap((words) => this.#allOf(words, WEIGHTS.beginning)),
    ]
    return isKnown || beginnings.length + completed.length > 0
      ? { words: [word], alternatives }
      : this.#misspelt(word, forms)
  }

  #size(size: string): FoundTerm {
    const whole = this.#allOf([joined(size)], WEIGHTS.exact)
    return {
      words: [size],
      alternatives: whole.length > 0 ? whole : this.#allOf(size.split(' '), WEIGHTS.size),
    }
  }

  async #beginningsOf(word: string): Promise<WeightedWord[]> {
    const others = (await findBeginnings(this.#reader, word)).filter(({ stem }) => stem !== stemOf(word))
    return others.map(({ word: other, frequency }) => ({
      ...{ word: other, frequency, weight: WEIGHTS.beginning, titleOnly: true },
    }))
  }

  /** @param forms in other scripts that sound a little different */
  async #misspelt(word: string, forms: WeightedWord[]): Promise<FoundTerm> {
    const meanings = this.#synonyms.like(word)
    await this.#load(meanings.flat())
    const corrections = await this.#correctionsOf(word)
    const guesses = this.#allMeanings(meanings)
    const alternatives = [...guesses, ...oneOf([...forms, ...corrections])]
    const corrected = corrections[0]?.word ?? guesses[0]?.groups.map(([first]) => first?.word).join(' ')
    return {
      words: [word],
      alternatives: alternatives.length > 0 ? alternatives : await this.#split(word),
      ...(corrected !== undefined && { corrected }),
    }
  }

  async #correctionsOf(word: string): Promise<WeightedWord[]> {
    if (!allowsTypo(word)) return []
    const stem = stemOf(word)
    const sound = soundKey(word) || '-'
    const isMeant = (other: WordCount) =>
      isMisspelling(stem, other.stem) ||
      isMisspelling(word, other.word) ||
      (other.sound === sound && soundDifference(word, other.word) < Infinity)
    const meant = (await findSimilar(this.#reader, stem, sound)).filter(isMeant)
    const alike = meant.filter((other) => soundDifference(word, other.word) === 0)
    const similar = (alike.length > 0 ? alike : meant).slice(0, CORRECTIONS_MAX)
    await this.#load(similar.map(({ stem: other }) => other))
    // `shoos` is `shoes`, and so a `shoe`.
    const forms = new Set(similar.flatMap(({ stem: other }) => this.#forms.get(other) ?? []))
    const distance = (other: WordCount) => Number(!isMisspelling(word, other.word))
    return [...forms]
      .toSorted((a, b) => b.frequency - a.frequency || distance(a) - distance(b))
      .map(({ word: other, frequency }) => ({
        ...{ word: other, frequency, weight: WEIGHTS.typo, titleOnly: true },
      }))
  }

  /** Two words that are written as one: `hairoil`. */
  async #split(word: string): Promise<Alternative[]> {
    const letters = [...word]
    const lengths = letters.map((_, at) => at).slice(PART_MIN_LETTERS, 1 - PART_MIN_LETTERS)
    const pairs = lengths.map((length) => [letters.slice(0, length).join(''), letters.slice(length).join('')])
    await this.#load(pairs.flat())
    return pairs.flatMap((pair) => this.#allOf(pair, WEIGHTS.split))
  }
}

const oneOf = (group: WeightedWord[]): Alternative[] =>
  group.length > 0 ? [{ groups: [group], weight: WEIGHTS.exact }] : []

/** Of the rarest part of the commonest alternative. */
export const frequencyOf = (alternatives: Alternative[]): number =>
  Math.max(
    0,
    ...alternatives.map(({ groups }) =>
      Math.min(...groups.map((group) => Math.max(...group.map(({ frequency }) => frequency)))),
    ),
  )

/** A number with its unit. */
export const isSize = ({ words }: Pick<Term, 'words'>): boolean => words.some((word) => word.includes(' '))
