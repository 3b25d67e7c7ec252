import { eq } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { byDepth } from '../../../../../scripts/depth.ts'
import { aProduct } from '../../../test/factories.ts'
import { importText } from '../../../test/import-file.ts'
import { interleave, watchQueries } from '../../../test/interleave.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import type { Tx } from '../../db/database.ts'
import { takeStock } from '../orders/stock.store.ts'
import { refreshListings } from './listing-columns.store.ts'

/** In the short run every other moment is tried. */
const STRIDE = byDepth(2, 1)
/** How long the work waits for a rival that waits for it. */
const BLOCKED_MS = inject('engine') === 'sqlite' ? 5 : 100

type Product = Awaited<ReturnType<typeof aProduct>>
type Work = (test: TestShop, product: Product) => Promise<unknown>

const listing = async ({ shop: { db } }: TestShop, { id }: Product) => {
  const { products } = db.tables
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return { price: row?.price, in_stock: row?.in_stock }
}

const inTransaction =
  (work: (tx: Tx, product: Product) => Promise<unknown>): Work =>
  ({ shop }, product) =>
    shop.db.transaction((tx) => work(tx, product))

const setPrice = inTransaction(async (tx, { id, variant }) => {
  await tx.update(tx.tables.variants).set({ price: 700_00 }).where(eq(tx.tables.variants.id, variant.id))
  await refreshListings(tx, [id], START)
})

const sellLastPiece = inTransaction((tx, { variant }) =>
  takeStock(tx, [{ variant_id: variant.id, quantity: 1 }], START),
)

const refresh = inTransaction((tx, { id }) => refreshListings(tx, [id], START))

/** Sets the stock of the second variant to 0. */
const importStock: Work = (test, { slug }) => importText(test, `key,sku,stock\n${slug},${slug}-2,0\n`)

/** Runs `work` with `rival` at moments in between. @returns the listings afterwards */
async function withRival(work: Work, rival: Work) {
  watchQueries()
  const test = await shopForThisTest()
  const listings = []
  for (let after = 1; ; after += STRIDE) {
    const slug = `lamp-${after}`
    const others = work === importStock ? [{ sku: `${slug}-2`, size: 'L', stock: 1 }] : []
    const product = await aProduct(test, { slug }, [{ sku: slug, stock: 1 }, ...others])
    let started = false
    await interleave(
      () => work(test, product),
      () => {
        started = true
        return rival(test, product)
      },
      after,
      BLOCKED_MS,
    )
    if (!started) return listings
    listings.push(await listing(test, product))
  }
}

const WORK: [string, Work][] = [
  ['listings are refreshed', refresh],
  ['an import changes the product', importStock],
]

it.each(WORK)('keeps a price that is set while %s', async (_what, work) => {
  const listings = await withRival(work, setPrice)
  expect(listings.length).toBeGreaterThan(1)
  expect(listings).toEqual(listings.map(() => ({ price: 700_00, in_stock: true })))
})

it.each(WORK)('shows that the last piece was sold while %s', async (_what, work) => {
  const listings = await withRival(work, sellLastPiece)
  expect(listings.length).toBeGreaterThan(1)
  expect(listings).toEqual(listings.map(() => ({ price: 500_00, in_stock: false })))
})
