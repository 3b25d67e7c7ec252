/** Writes a large catalogue for tests and benchmarks, always the same for the same size. */
import type { Database, Tx } from '../src/db/database.ts'
import { listingOf } from '../src/features/catalog/listing-columns.store.ts'
import { allocateIds, insertAll, type NewVariant } from '../src/acts/catalogue/catalogue-rows.store.ts'

const BRANDS = 'Kaveri Tapti Chenab Ganga Beas Periyar Betwa Koyna Luni Indus Narmada Sutlej'.split(' ')
const KINDS = [
  'helmet rope sneakers gloves goggles beaker soap foil vest harness lantern drill kettle tent bandage',
  'microscope pipette carabiner whistle stretcher sandals trainers mask sabre wrench pliers hammer notebook',
  'stapler flask mortar burner ladder shampoo comb towel razor mirror bottle thermos backpack compass torch',
  'racket shuttle skateboard pan knife ladle grater jar basket cooler stool hammock tarpaulin anchor pulley',
].flatMap((line) => line.split(' '))
const TRAITS = [
  'river summit classic light heavy compact folding padded steel cotton woven clear amber copper bamboo',
  'rubber ceramic quilted insulated waterproof reflective ventilated magnetic cordless graded tempered',
  'brushed anodised breathable washable',
].flatMap((line) => line.split(' '))
const COLORS = ['Red', 'Navy', 'Green', null]
const SIZES = ['S', 'M', 'L', 'XL', 'UK 7', 'UK 8', 'UK 9', 'UK 10', '100 ml', '250 ml', '1 litre', null]
const PER_CATEGORY = 3
const BATCH = 400
/** Products of one transaction: of a million, one log would be larger than the database. */
const COMMIT = 20_000

export interface ManyProducts {
  /** Ids of the three parent categories. */
  parents: number[]
  /** Ids of the nine sub-categories, which have the products. */
  leaves: number[]
  brands: string[]
  productIds: number[]
}

/** A random number generator with a fixed seed. */
function randomBelow(): (max: number) => number {
  let state = 42
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

interface Options {
  /** Pieces of every variant; without it some are sold out. */
  stock?: number
  onProgress?: (done: number) => void
}

/** Writes `size` published products with one to three variants each. The caller indexes them. */
export async function manyProducts(
  db: Database,
  size: number,
  now: Date,
  { stock, onProgress }: Options = {},
): Promise<ManyProducts> {
  const { parents, leaves } = await db.transaction(writeCategories)
  const random = randomBelow()
  const productIds: number[] = []
  for (let commit = 0; commit < size; commit += COMMIT) {
    await db.transaction(async (tx) => {
      for (let start = commit; start < Math.min(size, commit + COMMIT); start += BATCH) {
        const batch = { start, end: Math.min(size, start + BATCH), leaves, random, now, stock }
        productIds.push(...(await writeBatch(tx, batch)))
      }
    })
    onProgress?.(productIds.length)
  }
  return { parents, leaves, brands: BRANDS, productIds }
}

async function writeCategories(tx: Tx) {
  const { categories } = tx.tables
  const write = async (slug: string, parent_id: number | null) => {
    const [row] = await tx.insert(categories).values({ slug, name: slug, parent_id }).returning()
    return row?.id ?? 0
  }
  const parents = []
  const leaves = []
  for (const parent of ['rescue', 'wear', 'lab']) {
    const id = await write(parent, null)
    parents.push(id)
    for (let n = 0; n < PER_CATEGORY; n += 1) leaves.push(await write(`${parent}-${n}`, id))
  }
  return { parents, leaves }
}

interface Batch {
  start: number
  end: number
  leaves: number[]
  random: (max: number) => number
  now: Date
  stock: number | undefined
}

async function writeBatch(
  tx: Tx,
  { start, end, leaves, random, now, stock: stockOfAll }: Batch,
): Promise<number[]> {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const ids = await allocateIds(tx, 'products', end - start)
  const products = ids.map((id, index) => ({
    id,
    slug: `product-${start + index}`,
    name: `${pick(TRAITS)} ${pick(KINDS)} ${start + index}`,
    brand: pick(BRANDS),
    category_id: pick(leaves),
    short_description: `A ${pick(TRAITS)} ${pick(KINDS)}`,
    description: `Made of ${pick(TRAITS)} stuff for ${pick(KINDS)} and ${pick(KINDS)}, ${pick(TRAITS)} and tested.`,
    country_of_origin: 'India',
    rating: random(51) / 10,
    is_new_arrival: (start + index) % 20 === 0,
    is_featured: random(20) === 0,
    is_on_sale: random(10) === 0,
    created_at: new Date(now.getTime() - random(1_000_000) * 1000),
  }))
  const variantsOf = ids.map((product_id) =>
    Array.from({ length: 1 + random(3) }, (_, position) => {
      const price = (50 + random(5000)) * 100
      const stock = random(4) === 0 ? 0 : random(40)
      const mrp = price + random(4) * 10_000
      const color = pick(COLORS)
      return {
        product_id,
        position,
        is_default: position === 0,
        price,
        mrp,
        stock: stockOfAll ?? stock,
        color,
        // Not by chance, which is the same for products with and without sizes.
        size: SIZES[(product_id + position) % SIZES.length],
      }
    }),
  )
  const variantIds = await allocateIds(tx, 'variants', variantsOf.flat().length)
  let next = 0
  const variants: NewVariant[][] = variantsOf.map((rows) =>
    rows.map((row) => ({ id: variantIds[next++]!, ...row })),
  )
  const media = ids.map((product_id) => ({
    product_id,
    variant_id: null,
    media_type: 'image',
    media_url: `/media/p-${product_id}.webp`,
  }))
  await insertAll(tx, {
    products: products.map((row, at) => ({ ...row, ...listingOf(variants[at]!, [media[at]!]) })),
    variants: variants.flat(),
    media,
  })
  return ids
}
