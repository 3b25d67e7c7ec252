/** The order of sizes, whatever order they were entered in. */

const LETTERS = /(?<!\d ?)(?:\b(\d)(?=x)|\b)(x*|extra[ -])(s(?:mall)?|m(?:edium)?|l(?:arge)?)\b/i
const NUMBER = /(\d+(?:\.\d+)?) ?(kg|l|lit(?:er|re)s?|m|cm|ft|feet)?(?![a-z])|\d+/gi
/** Lengths in mm, feet in inches; else 1000, as kilograms in grams. */
const FACTORS: Record<string, number> = { cm: 10, ft: 12, fe: 12 }
const CHILD = /\b(child(ren)?|kids?|bab(y|ies)|infants?|juniors?)\b/i

/** What a size is compared by, the most important first; null for a word such as `Free size`. */
function rankOf(size: string): number[] | null {
  const group = CHILD.test(size) ? 0 : 1
  const [letters, times, more = '', letter = ''] = LETTERS.exec(size) ?? []
  if (letters) {
    const extra = Number(times ?? (/^e/i.test(more) ? 1 : more.length)) + 1
    return [group, 0, { s: -extra, m: 0, l: extra }[letter[0]!.toLowerCase()] ?? 0]
  }
  const numbers = [
    ...size
      .replace(/(\d),(?=\d)/g, '$1')
      .replace(/\bsingle\b/i, '1')
      .matchAll(NUMBER),
  ].map(
    ([text, number = text, unit = '']) =>
      Number(number) * (unit ? (FACTORS[unit.toLowerCase().slice(0, 2)] ?? 1000) : 1),
  )
  return numbers.length > 0 ? [group, 1, ...numbers] : group === 0 ? [group] : null
}

/** Sizes ascending: S before XL, 750 ml before 1 litre, children's first. Where one is only a word, as they come. */
export function inSizeOrder<T>(items: readonly T[], sizeOf: (item: T) => string | null): T[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(sizeOf(item) ?? '') }))
  if (ranked.some(({ rank }) => rank === null)) return [...items]
  const difference = (one: number[], other: number[]): number =>
    one.map((value, at) => value - (other[at] ?? -1)).find((by) => by !== 0) ?? one.length - other.length
  return ranked.toSorted((one, other) => difference(one.rank!, other.rank!)).map(({ item }) => item)
}

/** What goods are measured in: the words of a size without its numbers. */
function measureOf(size: string): string {
  const rank = rankOf(size)
  if (rank === null || rank[1] !== 1) return rank === null ? '?' : 'letters'
  const words = size.toLowerCase().replaceAll(/[\d.,]+/g, ' ')
  return words
    .replace(/\bkg\b/, 'g')
    .replace(/\b(l|lit(er|re)s?)\b/, 'ml')
    .replace(/\bc?m\b/, 'mm')
    .trim()
}

/** Sizes of goods of all sorts: shoes by themselves, and bottles; ascending, and the sorts as they come. */
export const inMeasureOrder = <T>(items: readonly T[], sizeOf: (item: T) => string): T[] =>
  [...Map.groupBy(items, (item) => measureOf(sizeOf(item))).values()].flatMap((some) =>
    inSizeOrder(some, sizeOf),
  )

/** Variants by their colours as they come, and each colour's by size, or else by name (`Pack of 6`). */
export const inVariantOrder = <
  V extends { color: string | null; size: string | null; variant_name: string | null },
>(
  variants: readonly V[],
): V[] =>
  [...new Set(variants.map(({ color }) => color))].flatMap((color) =>
    inSizeOrder(
      variants.filter((variant) => variant.color === color),
      ({ size, variant_name }) => size ?? variant_name,
    ),
  )
