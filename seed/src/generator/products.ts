import { kebab } from '../catalogue/build-products.ts'
import type { DemoMedia, DemoProduct, DemoVariant } from '../shape.ts'
import { type Random, seededRandom } from './random.ts'

const TRAITS =
  'Classic Compact Everyday Festival Folding Heavy-Duty Junior Light Monsoon Premium Pro Saver Slim Studio Summit Travel Value Workshop'.split(
    ' ',
  )
const PROMISES = [
  'Checked by hand before it leaves.',
  'Spare parts are kept for five years.',
  'Packed without plastic.',
  'Made in small batches.',
  'Ships in its own carton.',
]
const YEARS = 900
const PICTURES = 2
/** Percent of variants that are sold out, and that have at most five pieces. */
const [SOLD_OUT, SCARCE] = [8, 12]

/** The brands of each category. */
const brandsOf = (models: readonly DemoProduct[]): Map<string, string[]> => {
  const brands = new Map<string, string[]>()
  for (const { category, brand } of models) {
    const names = brands.get(category) ?? []
    if (!names.includes(brand)) brands.set(category, [...names, brand])
  }
  return brands
}

const stockOf = (random: Random): number => {
  const roll = random.between(1, 100)
  if (roll <= SOLD_OUT) return 0
  return roll <= SOLD_OUT + SCARCE ? random.between(1, 5) : random.between(6, 400)
}

/** A price in paise, of whole rupees; above 60 rupees it ends in 9. */
const priceNear = (paise: number, percent: number): number => {
  const rupees = Math.max(9, Math.round((paise * percent) / 10_000))
  return (rupees > 60 ? rupees - (rupees % 10) + 9 : rupees) * 100
}

function variantOf(
  random: Random,
  model: DemoVariant,
  sku: string,
  percent: number,
  at: number,
): DemoVariant {
  const price = priceNear(model.price, percent)
  const mrp = random.chance(12)
    ? null
    : price + Math.round((price * random.pick([0, 5, 10, 15, 20, 25, 40])) / 100)
  const media = model.media.slice(0, 1)
  return { ...model, sku, price, mrp, stock: stockOf(random), is_default: at === 0, media }
}

const pictures = (media: DemoMedia[]): DemoMedia[] =>
  media.filter((item) => item.media_type === 'image').slice(0, PICTURES)

/**
 * Generates products that copy the pictures and measures of a model and have their own name, prices and stock.
 *
 * @returns a function that builds the nth product, always the same for the same seed
 */
export function productGenerator(models: readonly DemoProduct[], seed: number): (n: number) => DemoProduct {
  const brands = brandsOf(models)
  return (n) => {
    const random = seededRandom(seed, 'product', n)
    const model = random.pick(models)
    const brand = random.pick(brands.get(model.category) ?? [model.brand])
    const kind = model.name.startsWith(model.brand) ? model.name.slice(model.brand.length + 1) : model.name
    const number = n + 1
    const name = `${brand} ${random.pick(TRAITS)} ${kind} ${number}`
    const percent = random.between(60, 170)
    const variants = model.variants.slice(0, random.between(1, model.variants.length))
    return {
      ...model,
      slug: kebab(name),
      name,
      brand,
      short_description: `${model.short_description} ${random.pick(PROMISES)}`,
      rating: random.chance(10) ? 0 : random.between(28, 50) / 10,
      is_new_arrival: random.chance(5),
      is_featured: random.chance(4),
      is_on_sale: random.chance(12),
      age_days: random.between(0, YEARS),
      variants: variants.map((variant, at) =>
        variantOf(random, variant, `G${number}-${at + 1}`, percent, at),
      ),
      media: pictures(model.media),
    }
  }
}
