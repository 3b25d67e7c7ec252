import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random values that are always the same for the same seed and subject. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
  /** True with a probability of `percent`. */
  chance(percent: number): boolean
}

/**
 * Random values for one thing. They depend on nothing else, so that more customers do not change a product.
 *
 * @param subject the kind of thing, such as `product`
 * @param n its number, from 0
 */
export function seededRandom(seed: number, subject: string, n: number): Random {
  let state = seed | 0
  for (const character of subject) state = (Math.imul(state, 31) + character.charCodeAt(0)) | 0
  const generator = xoroshiro128plus(Math.imul(state ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b) ^ (n + 1))
  const between = (min: number, max: number): number => uniformInt(generator, min, max)
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    chance: (percent) => between(1, 100) <= percent,
  }
}
