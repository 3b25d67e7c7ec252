/** What the desk offers besides the commands: trying a coupon, banners in order. */
import { expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { changeBanner, changeCoupon, createDeal, tryCoupon } from './promotions.ts'

it('a coupon is tried with the prices of the checkout, and says why it cannot be used', async () => {
  const test = await shopForThisTest()
  const rope = await aProduct(test, { slug: 'rope' }, [{ price: 500_00, stock: 10 }])
  await aCoupon(test, { code: 'TEN', kind: 'percent', value: 10, min_amount: 900_00, per_user_limit: 1 })
  const one = { key: 'ten', product: 'rope', quantity: 1 }
  expect(await tryCoupon(test.shop, one)).toEqual({
    items_total: 500_00,
    discount: 0,
    refusal: 'Add ₹400 more to use this coupon.',
  })
  expect(await tryCoupon(test.shop, { ...one, quantity: 2 })).toEqual({
    items_total: 1000_00,
    discount: 100_00,
    refusal: null,
  })
  expect((await tryCoupon(test.shop, { ...one, key: 'NONE' })).refusal).toContain('Invalid coupon')
  await expect(tryCoupon(test.shop, { ...one, product: 'nothing' })).rejects.toMatchObject({ status: 404 })

  const shopper = await aShopper(test)
  await shopper.place(shopper.order([item(rope, 1)], 599)).expect(201)
  const asked = { ...one, quantity: 2, customer: shopper.customer.email }
  expect((await tryCoupon(test.shop, asked)).refusal).toBeNull()
  await expect(tryCoupon(test.shop, { ...asked, customer: 'nobody@example.com' })).rejects.toMatchObject({
    status: 404,
  })
})

it('a deal that is refused names the field', async () => {
  const test = await shopForThisTest()
  await aProduct(test, { slug: 'rope' }, [{ price: 500_00, stock: 10 }])
  const ends = new Date(test.shop.now().getTime() + 60_000)
  const deal = { product: 'rope', price: 400_00, ends }
  const wrong = { product: 'nothing', price: 500_00, ends: test.shop.now() }
  for (const path of ['product', 'price', 'ends'] as const)
    await expect(createDeal(test.shop, { ...deal, [path]: wrong[path] })).rejects.toMatchObject({
      extra: { errors: [{ path, message: expect.any(String) }] },
    })
})

it('a banner is changed, and put before or after another', async () => {
  const { shop } = await shopForThisTest()
  const { banners } = shop.db.tables
  const rows = ['One', 'Two', 'Three'].map((banner_name, position) => ({
    banner_name,
    position,
    banner_image: '/a',
  }))
  await shop.db.transaction((tx) => tx.insert(banners).values(rows))
  const names = async () =>
    (await shop.db.select().from(banners).orderBy(banners.position)).map(({ banner_name }) => banner_name)
  await changeBanner(shop, { key: '3', set: { before: '1' } })
  expect(await names()).toEqual(['Three', 'One', 'Two'])
  const set = { name: 'First', link: '/hotdeals', after: '2' }
  expect(await changeBanner(shop, { key: '1', set })).toMatchObject({
    banner_name: 'First',
    link: '/hotdeals',
  })
  expect(await names()).toEqual(['Three', 'Two', 'First'])
  for (const wrong of [{ link: '/nowhere' }, { before: '9' }, { before: '1' }, { name: ' ' }])
    await expect(changeBanner(shop, { key: '1', set: wrong })).rejects.toMatchObject({
      status: expect.any(Number),
    })
  expect(await names()).toEqual(['Three', 'Two', 'First'])
})

it('a coupon is shown in the checkout or hidden, and described, after its creation', async () => {
  const test = await shopForThisTest()
  await aCoupon(test, { code: 'TENOFF' })
  const change = (key: string, set: { listed?: string; description?: string }) =>
    changeCoupon(test.shop, { key, set })
  expect(await change('tenoff', { listed: 'yes', description: ' Ten off ' })).toMatchObject({
    is_listed: true,
    description: 'Ten off',
  })
  expect(await change('TENOFF', { listed: 'no' })).toMatchObject({ is_listed: false, description: 'Ten off' })
  for (const wrong of [{}, { listed: 'perhaps' }, { description: ' ' }])
    await expect(change('TENOFF', wrong)).rejects.toMatchObject({ status: 400 })
  await expect(change('NONE', { listed: 'yes' })).rejects.toMatchObject({ status: 404 })
})
