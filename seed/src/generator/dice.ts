import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Chance that repeats: the same seed and subject always roll the same. */
export interface Dice {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  /** True in `percent` of a hundred rolls. */
  odds(percent: number): boolean
}

/**
 * Dice of one subject's own, so that more customers do not change a product.
 *
 * @param subject such as `product`
 * @param n which one
 */
export function diceOf(seed: number, subject: string, n: number): Dice {
  let state = seed | 0
  for (const character of subject) state = (Math.imul(state, 31) + character.charCodeAt(0)) | 0
  const generator = xoroshiro128plus(Math.imul(state ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b) ^ (n + 1))
  const between = (least: number, most: number): number => uniformInt(generator, least, most)
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    odds: (percent) => between(1, 100) <= percent,
  }
}
