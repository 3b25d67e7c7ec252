/** Compares a product's words with a query's: how well they match, and whether the product is an answer. */
import type { Meaning } from './index-cache.ts'
import { EXACT_WEIGHT } from './indexed-words.ts'
import type { Slot } from './vocabulary.ts'
import { isOrdinaryWord } from './ordinary-words.ts'
import { isOneTypoApart, soundOf } from './spelling.ts'
import { isAccessory, isMachine } from './words.ts'

/** Synonyms weigh less than other forms of a word. */
const FORM_WEIGHT = 0.9

/** How much a match in the type words, name, brand, category or description counts. */
const RANK_WEIGHTS = [12, 8, 7, 5, 2, 1.5] as const
const PHRASE_BONUS = 3
/** How much less the rarest word counts that has a beginning than the most frequent one. */
const RARITY = 0.3
/** How much the other words of a term count beside the best one. */
const OTHER_PARTS = 0.2
/** How much a term counts of which a word is in the description only. */
const SCATTERED = 0.8

export interface SlotMatch {
  score: number
  /** How well the words fit: less than EXACT_WEIGHT for beginnings and typos. */
  weight: number
  /** 0 for the type words. */
  rank: number
  /** Where in the document. */
  at: number
  end: number
}

/** A synonym is worth the same in one word as in two. */
const isSynonym = (weight: number): boolean => weight >= EXACT_WEIGHT && weight < FORM_WEIGHT

/** The best match of a slot in a document; null if there is none. */
export function matchSlot(document: string, { ways }: Slot): SlotMatch | null {
  let best: SlotMatch | null = null
  for (const { parts, weight } of ways) {
    let [score, sum, least, worst, at, end] = [0, 0, 1, 0, Infinity, -1]
    for (const part of parts) {
      if (!matchPart(document, part)) {
        score = -1
        break
      }
      score = Math.max(score, found.score)
      sum += found.score
      least = Math.min(least, found.weight)
      worst = Math.max(worst, found.rank)
      at = Math.min(at, found.at)
      end = Math.max(end, found.end)
    }
    if (score < 0) continue
    const isScattered = parts.length > 1 && worst >= 4
    const others = isSynonym(weight) ? 0 : OTHER_PARTS * (sum - score)
    const total = (score + others) * weight * (isScattered ? SCATTERED : 1)
    if (best === null || total > best.score)
      best = { score: total, weight: least * weight, rank: worst, at, end }
  }
  return best
}

/** What matchPart() has found: the same object each time, because a search compares hundreds of texts. */
const found: SlotMatch = { score: 0, weight: 0, rank: 0, at: 0, end: 0 }

function keepIfBetter(score: number, weight: number, rank: number, at: number, end: number): void {
  if (score <= found.score) return
  found.score = score
  found.weight = weight
  found.rank = rank
  found.at = at
  found.end = end
}

/** Where an entry begins; searching for the space before it, too, would be much slower. */
function indexOfEntry(document: string, entry: string): number {
  let at = document.indexOf(entry)
  while (at > 0 && document[at - 1] !== ' ') at = document.indexOf(entry, at + 1)
  return at
}

/** Looks for the best entry with this beginning; of equals, one of the most frequent words. */
function matchStart(document: string, start: string, part: Meaning[]): void {
  const weight = part.at(-1)?.weight ?? 0
  let bestRank = Infinity
  for (let space = document.indexOf(start); space !== -1; space = document.indexOf(start, space + 1)) {
    const at = space + 1
    const end = document.indexOf(':', at) + 1
    const rank = Number(document[end])
    // The name's words come first.
    if (rank > bestRank) break
    const entry = document.slice(at, end)
    const place = part.findIndex((meaning) => meaning.entry === entry)
    const rarity = place === -1 ? 1 : place / part.length
    keepIfBetter(weight * (1 - RARITY * rarity) * (RANK_WEIGHTS[rank] ?? 0), weight, rank, at, end + 2)
    bestRank = rank
  }
}

/** Whether a document has any of these words: the best is in `found`. */
function matchPart(document: string, part: Meaning[]): boolean {
  found.score = 0
  for (const { entry, start, weight } of part) {
    if (weight < EXACT_WEIGHT && found.score > RANK_WEIGHTS[0] * weight) break
    if (start !== undefined) {
      matchStart(document, start, part)
      break
    }
    const at = indexOfEntry(document, entry)
    if (at === -1) continue
    const rank = Number(document[at + entry.length])
    // It ends after the rank and the space.
    keepIfBetter(weight * (RANK_WEIGHTS[rank] ?? 0), weight, rank, at, at + entry.length + 2)
  }
  return found.score > 0
}

export function scoreOf(matches: (SlotMatch | null)[]): number {
  let score = 0
  let previous: SlotMatch | null = null
  for (const match of matches) {
    if (match === null) continue
    score += match.score
    if (previous && match.rank <= 1 && previous.rank <= 1 && match.at === previous.end) score += PHRASE_BONUS
    previous = match
  }
  return score
}

export const byScore = (a: { id: number; score: number }, b: { id: number; score: number }): number =>
  b.score - a.score || a.id - b.id

/** Share of a word that says less than others. */
const VAGUE_SHARE = 0.4
export const ENOUGH = 0.5
/** Share of the words that is enough whatever they are. */
const NEARLY_ALL = 0.65
/** Share that is enough for a word that says what a product is, if there is nothing better. */
export const LEAST = 0.3
export const shareOf = ({ isVague, isPurpose, words }: Slot): number =>
  isVague || isPurpose ? VAGUE_SHARE : words.length

/** The shares of a query; all words that say for what it is are one, so that a long sentence asks for no more. */
export const wholeOf = (slots: Slot[]): number =>
  slots.reduce((sum, slot) => sum + (slot.isPurpose ? 0 : shareOf(slot)), 0) +
  (slots.some(({ isPurpose }) => isPurpose) ? VAGUE_SHARE : 0)

/** Whether a slot says what is looked for. */
const isMeaningful = ({ isVague, isPurpose }: Slot): boolean => !isVague && !isPurpose

/** Rank of the words in a product's details. */
const MENTIONED = 5

/** Less for a misspelt word that says what the product is. */
const TYPE_WEIGHT = 0.7

const isExact = (match: SlotMatch | null | undefined): boolean => (match?.weight ?? 0) >= EXACT_WEIGHT

/** Whether a noun is in the name of something else: `ring` in `Ring Buoy`. */
const isModifier = ({ rank, weight }: SlotMatch): boolean => rank === 1 && weight >= FORM_WEIGHT

const isType = ({ rank, weight }: SlotMatch): boolean => rank === 0 && weight >= TYPE_WEIGHT

/** Whether a match is no coincidence: a beginning or a corrected word must be in more than the description. */
export function isPlausible(slot: Slot, match: SlotMatch | null, unfinished: boolean): boolean {
  if (match === null) return true
  const isCorrected = slot.corrected !== undefined
  return match.rank < 4 || isExact(match) || (unfinished && !isCorrected)
}

/** Whether a slot may be all that a query says: what a product is, or one typo away at most, or sounding alike. */
function isEnoughAlone({ words, corrected }: Slot, match: SlotMatch): boolean {
  if (corrected === undefined || match.rank === 0) return true
  const [typed, meant] = [words.join(''), corrected.join('')]
  return isOneTypoApart(typed, meant) || soundOf(typed) === soundOf(meant)
}

/** Whether a slot names what belongs to something, for which it has no synonym. */
const isAccessorySlot = ({ words, ways }: Slot): boolean =>
  words.every(isAccessory) && ways.every(({ weight }) => weight >= FORM_WEIGHT)

/** Which products are an answer to a query of several slots. */
export class Judge {
  readonly #slots: Slot[]
  /** The slots that say what is looked for, by position; the last one is the noun, the others describe it. */
  readonly #meaningful: number[]
  readonly #machine: number

  readonly #isAccessory: boolean

  readonly #isQuestion: boolean
  readonly #enough: { some: number; most: number }

  /** @param isQuestion whether the query is one, of which fewer words are enough */
  constructor(slots: Slot[], isQuestion: boolean) {
    this.#slots = slots
    this.#isQuestion = isQuestion
    this.#enough = isQuestion ? { some: LEAST, most: LEAST } : { some: ENOUGH, most: NEARLY_ALL }
    const all = slots.map((_, n) => n)
    this.#meaningful = all.filter((n) => isMeaningful(slots[n]!))
    this.#machine = all.findLast((n) => !slots[n]!.isPurpose && slots[n]!.words.every(isMachine)) ?? -1
    const head = this.#meaningful.at(-1)
    this.#isAccessory = head !== undefined && isAccessorySlot(slots[head]!)
  }

  /** Without products that only mention in the details what others are. */
  withoutMentions<T extends { matches: (SlotMatch | null)[] }>(found: T[]): T[] {
    const head = this.#meaningful.at(-1) ?? this.#slots.length - 1
    const things = found.map(({ matches }) => matches[head]).filter((match) => match?.rank === 0)
    const weight = Math.max(EXACT_WEIGHT, ...things.map((match) => match?.weight ?? 0))
    if (!things.some(isExact)) return found
    const isMention = (match: SlotMatch) => match.rank >= MENTIONED && match.weight <= weight
    return found.filter(({ matches }) => !matches[head] || !isMention(matches[head]))
  }

  /** Whether the noun is that of a category, as one of these products says. */
  isCategory(found: { matches: (SlotMatch | null)[] }[]): boolean {
    const head = this.#meaningful.at(-1)
    return head !== undefined && found.some(({ matches }) => matches[head]?.rank === 3)
  }

  /** Whether the words that say what is looked for are in the name, the brand or the category. */
  isNamed(matches: (SlotMatch | null)[]): boolean {
    return this.#meaningful.every((n) => (matches[n]?.rank ?? 4) < 4)
  }

  /**
   * Whether a product with all words is what is looked for, and does not only mention it: the noun of a machine must be
   * what the product is, one for what belongs to a thing must be in the name, and the description alone is not enough.
   */
  isSupported(matches: (SlotMatch | null)[]): boolean {
    const head = this.#meaningful.at(-1)
    const only = this.#slots.length === 1 ? matches[0] : undefined
    if (only && !isEnoughAlone(this.#slots[0]!, only)) return false
    if (head === undefined) return true
    const match = matches[head] ?? null
    const { words } = this.#slots[head]!
    if ((match?.rank ?? 0) >= 4 && words.every(isOrdinaryWord)) return false
    if (only) return true
    if (this.#machine > head && (matches[this.#machine]?.rank ?? 4) > 1 && !isMachineOf(match)) return false
    if (words.length === 1 && isAccessory(words[0]!) && (match?.rank ?? 4) > 1) return false
    if (this.#areAdjacent(matches)) return true
    return this.#meaningful.some((n) => {
      const found = matches[n]
      const isOnly = this.#meaningful.length === 1 && this.#machine === -1
      return found && (found.rank < 4 || isOnly) && (isExact(found) || !this.#slots[n]!.isKnown)
    })
  }

  /**
   * Whether a product that has this share of the query is an answer: it has all words that say what is looked for, or
   * one that says what it is, a term of several words, or the noun. If the noun is that of something else, it must be
   * what the product is, or the words before it are a phrase of the name.
   */
  isAnswer(matches: (SlotMatch | null)[], share: number, isCategory: boolean): boolean {
    const head = this.#meaningful.at(-1)
    if (head === undefined) return false
    if (this.#meaningful.every((n) => isExact(matches[n]))) return this.isSupported(matches)
    if (this.#isAccessory) {
      const match = matches[head] ?? null
      if (match === null) return share >= ENOUGH && this.#isPhrase(matches)
      return isType(match) ? share >= LEAST : match.rank < 4 && isExact(match) && share >= NEARLY_ALL
    }
    return this.#meaningful.some((n) => {
      const match = matches[n]
      if (!match || match.rank >= 4) return false
      if (this.#isUseOfOther(matches, n)) return false
      if (isType(match)) return share >= LEAST
      const isNoun = n === head && !(isModifier(match) && !isCategory)
      const isEnough = isNoun || this.#slots[n]!.words.length > 1
      return isExact(match) && share >= (isEnough ? this.#enough.some : this.#enough.most)
    })
  }

  /** Whether a slot only says what a common thing is for that the product is not: `wedding` in `wedding saree`. */
  #isUseOfOther(matches: (SlotMatch | null)[], n: number): boolean {
    const head = this.#meaningful.at(-1)!
    if (this.#isQuestion || n === head || matches[head]) return false
    const [use, noun] = [this.#slots[n]!, this.#slots[head]!]
    return use.words.length === 1 && isSynonym(matches[n]?.weight ?? 0) && noun.words.every(isOrdinaryWord)
  }

  /** Whether the words that say what is looked for are a phrase of a text, such as `oily skin`. */
  #areAdjacent(matches: (SlotMatch | null)[]): boolean {
    const found = this.#meaningful.map((n) => matches[n])
    return found.every((match, n) => isExact(match) && (n === 0 || match?.at === found[n - 1]?.end))
  }

  /** Whether all but the noun are a term, or in a row in the name and say what the product is. */
  #isPhrase(matches: (SlotMatch | null)[]): boolean {
    const others = this.#meaningful.slice(0, -1).map((n) => matches[n] ?? null)
    const [only] = others
    if (others.length === 1 && this.#slots[this.#meaningful[0]!]!.words.length > 1)
      return isExact(only) && (only?.rank ?? 4) < 4
    return (
      others.length > 1 &&
      others.some((match) => match?.rank === 0) &&
      others.every((match, n) => isExact(match) && (n === 0 || match?.at === others[n - 1]?.end))
    )
  }
}

/** Whether a word before `machine` says what the product is itself, not in another form. */
const isMachineOf = (match: SlotMatch | null): boolean =>
  match !== null && (match.weight === 1 ? match.rank === 0 : isExact(match) && match.weight < FORM_WEIGHT)
