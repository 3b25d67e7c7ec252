import { kebab } from '../catalogue/item.ts'
import type { DemoMedia, DemoProduct, DemoVariant } from '../shape.ts'
import { type Dice, diceOf } from './dice.ts'

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
/** Shares of variants that are sold out, nearly so, and there in plenty; percent. */
const [SOLD_OUT, SCARCE] = [8, 12]

/** Brands of each category. */
const brandsOf = (models: readonly DemoProduct[]): Map<string, string[]> => {
  const brands = new Map<string, string[]>()
  for (const { category, brand } of models) {
    const known = brands.get(category) ?? []
    if (!known.includes(brand)) brands.set(category, [...known, brand])
  }
  return brands
}

const stockOf = (dice: Dice): number => {
  const roll = dice.between(1, 100)
  if (roll <= SOLD_OUT) return 0
  return roll <= SOLD_OUT + SCARCE ? dice.between(1, 5) : dice.between(6, 400)
}

/** In whole rupees, most of them ending in 9. */
const priceNear = (paise: number, percent: number): number => {
  const rupees = Math.max(9, Math.round((paise * percent) / 10_000))
  return (rupees > 60 ? rupees - (rupees % 10) + 9 : rupees) * 100
}

function variantOf(dice: Dice, model: DemoVariant, sku: string, percent: number, at: number): DemoVariant {
  const price = priceNear(model.price, percent)
  const mrp = dice.odds(12) ? null : price + Math.round((price * dice.pick([0, 5, 10, 15, 20, 25, 40])) / 100)
  const media = model.media.slice(0, 1)
  return { ...model, sku, price, mrp, stock: stockOf(dice), is_default: at === 0, media }
}

const pictures = (media: DemoMedia[]): DemoMedia[] =>
  media.filter((item) => item.media_type === 'image').slice(0, PICTURES)

/**
 * Makes products after models: their kind, pictures and measures, with a name, prices and stock of their own.
 *
 * @returns the nth product; the same for the same seed
 */
export function productsAfter(models: readonly DemoProduct[], seed: number): (n: number) => DemoProduct {
  const brands = brandsOf(models)
  return (n) => {
    const dice = diceOf(seed, 'product', n)
    const model = dice.pick(models)
    const brand = dice.pick(brands.get(model.category) ?? [model.brand])
    const kind = model.name.startsWith(model.brand) ? model.name.slice(model.brand.length + 1) : model.name
    const number = n + 1
    const name = `${brand} ${dice.pick(TRAITS)} ${kind} ${number}`
    const percent = dice.between(60, 170)
    const offered = model.variants.slice(0, dice.between(1, model.variants.length))
    return {
      ...model,
      slug: kebab(name),
      name,
      brand,
      short_description: `${model.short_description} ${dice.pick(PROMISES)}`,
      rating: dice.odds(10) ? 0 : dice.between(28, 50) / 10,
      is_new_arrival: dice.odds(5),
      is_featured: dice.odds(4),
      is_on_sale: dice.odds(12),
      age_days: dice.between(0, YEARS),
      variants: offered.map((variant, at) => variantOf(dice, variant, `G${number}-${at + 1}`, percent, at)),
      media: pictures(model.media),
    }
  }
}
