import { describe, expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'

const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)
const names = async (test: TestShop, path: string): Promise<string[]> =>
  (await test.get(path).expect(200)).body.map((deal: { name: string }) => deal.name)

async function shopWithDeals(): Promise<TestShop> {
  const test = await shopForThisTest()
  const window = (start: number, end: number) => ({ start_date: at(start), end_date: at(end) })
  const deals = [
    { name: 'runs', ...window(-60, 60) },
    { name: 'soon', ...window(30, 90) },
    { name: 'over', ...window(-90, -30) },
    { name: 'off', ...window(-60, 60), is_active: false },
  ]
  for (const deal of deals) await aDeal(test, (await aProduct(test)).id, deal)
  await aDeal(test, (await aProduct(test, { is_published: false })).id, {
    name: 'hidden',
    ...window(-60, 60),
  })
  return test
}

describe('GET /api/deals/active', () => {
  it('lists active deals until the moment they end', async () => {
    const test = await shopWithDeals()
    expect(await names(test, '/api/deals/active')).toEqual(['runs', 'soon'])
    test.clock.set(new Date(at(60).getTime() - 1))
    expect(await names(test, '/api/deals/active')).toEqual(['runs', 'soon'])
    test.clock.set(at(60))
    expect(await names(test, '/api/deals/active/')).toEqual(['soon'])
    test.clock.set(at(90))
    expect(await names(test, '/api/deals/active')).toEqual([])
  })

  it('returns what a deal card shows', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, { name: 'Rope', rating: 4.2 }, [
      { price: 500_00, mrp: 800_00 },
      { stock: 0 },
    ])
    const [own, other] = product.variants.map((variant) => variant.id)
    await test.shop.db.transaction(async (tx) => {
      const picture = (name: string, variant_id: number | null) => ({
        product_id: product.id,
        variant_id,
        media_type: 'image',
        media_url: `/media/${name}.webp`,
      })
      await tx
        .insert(tx.tables.media)
        .values([picture('shared', null), picture('other', other!), picture('own', own!)])
    })
    await aDeal(test, product.id, { name: 'Flood week', deal_price: 399_50, description: 'Until it rains' })
    const { body } = await test.get('/api/deals/active').expect(200)
    expect(body).toMatchObject([
      {
        product_id: product.id,
        variant_id: own,
        name: 'Flood week',
        product_name: 'Rope',
        in_stock: 1,
        rating: 4.2,
        deal_price: 399.5,
        mrp: 800,
        is_active: 1,
        description: 'Until it rains',
        start_date: at(-3600).toISOString(),
        end_date: at(3600).toISOString(),
        images: ['/media/own.webp', '/media/shared.webp'],
        image_url: '/media/own.webp',
      },
    ])
  })
})

describe('GET /api/deals', () => {
  it('lists all deals of published products', async () => {
    const test = await shopWithDeals()
    expect((await names(test, '/api/deals')).toSorted()).toEqual(['off', 'over', 'runs', 'soon'])
  })
})
