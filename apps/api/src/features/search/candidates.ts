/** Products that match terms: from memory, or from the engine where the lists of products are too long to be kept. */
import type { Reader } from '../../db/database.ts'
import type { IndexCache } from './index-cache.ts'
import { countMatching, matchingIds, type Match, type Term } from './search.store.ts'
import type { Rank } from './words.ts'

/** A list of lists of terms: a product must match all terms of one list. */
type Choices = Term[][]

export class Candidates {
  readonly #reader: Reader
  readonly #cache: IndexCache

  constructor(reader: Reader, cache: IndexCache) {
    this.#reader = reader
    this.#cache = cache
  }

  /** The first `limit` ids of products that match in a text of this rank or a better one, in ascending order. */
  async ids(choices: Choices, rank: Rank, limit: number): Promise<number[]> {
    const matching = await this.#cache.matching(choices, rank, limit)
    return matching ?? matchingIds(this.#reader, choices, rank, limit)
  }

  /** The first `limit` products that match, in any order. */
  async documents(choices: Choices, rank: Rank, limit: number): Promise<Match[]> {
    return this.documentsOf(await this.ids(choices, rank, limit))
  }

  documentsOf(ids: readonly number[]): Promise<Match[]> {
    return this.#cache.documents(ids)
  }

  /** Number of products that match; counting stops at `limit`. */
  async count(choices: Choices, limit: number): Promise<number> {
    const matching = await this.#cache.matching(choices, 4, limit)
    return matching?.length ?? countMatching(this.#reader, choices, 4, limit)
  }
}
