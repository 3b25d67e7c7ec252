/** Writes a large catalogue for tests and benchmarks, always the same for the same size. */
import { refreshListings } from '../src/features/catalog/listing-columns.store.ts'
import { buildIndex } from '../src/features/search/search-index.store.ts'
import type { Database, Tx } from '../src/db/database.ts'

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
const PER_CATEGORY = 3
const BATCH = 400

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

/** Writes `size` published products with one to three variants each, and indexes them. */
export async function manyProducts(db: Database, size: number, now: Date): Promise<ManyProducts> {
  return db.transaction(async (tx) => {
    const { parents, leaves } = await writeCategories(tx)
    const random = randomBelow()
    const productIds: number[] = []
    for (let start = 0; start < size; start += BATCH)
      productIds.push(
        ...(await writeBatch(tx, { start, end: Math.min(size, start + BATCH), leaves, random, now })),
      )
    await refreshListings(tx, productIds, now)
    await buildIndex(tx)
    return { parents, leaves, brands: BRANDS, productIds }
  })
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
}

async function writeBatch(tx: Tx, { start, end, leaves, random, now }: Batch): Promise<number[]> {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const numbers = Array.from({ length: end - start }, (_, index) => start + index)
  const rows = numbers.map((n) => ({
    slug: `product-${n}`,
    name: `${pick(TRAITS)} ${pick(KINDS)} ${n}`,
    brand: pick(BRANDS),
    category_id: pick(leaves),
    short_description: `A ${pick(TRAITS)} ${pick(KINDS)}`,
    description: `Made of ${pick(TRAITS)} stuff for ${pick(KINDS)} and ${pick(KINDS)}, ${pick(TRAITS)} and tested.`,
    country_of_origin: 'India',
    rating: random(51) / 10,
    is_new_arrival: n % 20 === 0,
    is_featured: random(20) === 0,
    is_on_sale: random(10) === 0,
    created_at: new Date(now.getTime() - random(1_000_000) * 1000),
  }))
  const inserted = await tx.insert(tx.tables.products).values(rows).returning({ id: tx.tables.products.id })
  const ids = inserted.map((row) => row.id)
  await tx.insert(tx.tables.variants).values(
    ids.flatMap((product_id) =>
      Array.from({ length: 1 + random(3) }, (_, position) => {
        const price = (50 + random(5000)) * 100
        const stock = random(4) === 0 ? 0 : random(40)
        const mrp = price + random(4) * 10_000
        return { product_id, position, is_default: position === 0, price, mrp, stock, color: pick(COLORS) }
      }),
    ),
  )
  await tx.insert(tx.tables.media).values(
    ids.map((product_id) => ({
      product_id,
      media_type: 'image',
      media_url: `/media/p-${product_id}.webp`,
    })),
  )
  return ids
}
