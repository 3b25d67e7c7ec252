/** The merchant's changes, and their effect on the storefront's API. */
import { dealSentences } from '@haat/contract/staff/offers'
import { cancelledText } from '@haat/contract/staff/orders'
import { expect, it } from 'vitest'
import {
  findAllBanners,
  findDealsWithProducts,
  findCoupons,
  insertBanner,
} from '../src/acts/promotions/promotions.store.ts'
import { resolveLink } from '../src/acts/promotions/banner-links.ts'
import { importCatalogue } from '../src/merchant/importing/catalogue-import.ts'
import {
  couponState,
  createBanner,
  createCoupon,
  createDeal,
  dealStateText,
  endPromotion,
  listCoupons,
  type ListedCoupon,
  findOvertakenDeals,
} from '../src/acts/promotions/promotions.ts'
import { isInitialised } from '../src/features/settings/settings.store.ts'
import { orderActs } from '../src/acts/orders/order-acts.ts'
import {
  cancelOrdersOf,
  changeOrder,
  correctTracking,
  findOrderId,
  getOrder,
  staffOrder,
} from '../src/acts/orders/orders.ts'
import { invoicePdf, packingSlipPdf } from '../src/acts/orders/papers.ts'
import { setUpShop } from '../src/merchant/setup/init-command.ts'
import { ANSWERS } from './answers.ts'
import { aCategory, aProduct } from './factories.ts'
import { aFile } from './import-file.ts'
import { payOnline } from './payer.ts'
import { aShopper, item } from './shopper.ts'
import { atTheServer } from '../src/merchant/command.ts'
import { shopForThisTest, START } from './test-shop.ts'

const COUPON = { code: 'CODE', percent: 10, item: false, listed: false }

it('creates a coupon that works until it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const input = { ...COUPON, code: 'diwali10', max_discount: 200_00 }
  expect(await createCoupon(test.shop, input)).toMatchObject({
    code: 'DIWALI10',
    description: '10% off, up to ₹200',
    used_count: 0,
  })
  await expect(createCoupon(test.shop, input)).rejects.toThrow('There is already a coupon DIWALI10.')
  await expect(createCoupon(test.shop, { ...input, code: 'X1', ends: START })).rejects.toThrow(
    'must end in the future',
  )
  await expect(createCoupon(test.shop, { ...input, code: 'X1', product: 'none' })).rejects.toThrow(
    'There is no product "none"',
  )
  const { body } = await shopper.apply('diwali10', [item(product)]).expect(200)
  expect(body.discount_amount).toBe(50)
  expect(await endPromotion('coupons')(test.shop, { key: 'diwali10' })).toEqual({ ended: 'DIWALI10' })
  await expect(endPromotion('coupons')(test.shop, { key: 'DIWALI10' })).rejects.toThrow(
    'no active coupon DIWALI10',
  )
  await shopper.apply('DIWALI10', [item(product)]).expect(400)
  expect(await findCoupons(db)).toMatchObject([{ code: 'DIWALI10', is_active: false }])
})

it('creates a deal that changes the price until it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const product = await aProduct(test, {}, [{ sku: 'LAMP-1', price: 500_00 }])
  const price = async () => (await test.get('/api/products/filter').expect(200)).body.products[0].price
  const input = {
    product: 'LAMP-1',
    price: 300_00,
    starts: START,
    ends: new Date(START.getTime() + 1000),
  }
  await expect(createDeal(test.shop, { ...input, price: 500_00 })).rejects.toThrow('below the usual price')
  await expect(createDeal(test.shop, { ...input, ends: START })).rejects.toThrow('must end after')
  const { id } = await createDeal(test.shop, input)
  expect(await price()).toBe(300)
  expect(await findDealsWithProducts(db)).toMatchObject([{ id, product: product.name, is_active: true }])
  await endPromotion('deals')(test.shop, { key: String(id) })
  await expect(endPromotion('deals')(test.shop, { key: String(id) })).rejects.toThrow(`no active deal ${id}`)
  expect(await price()).toBe(500)
})

it('names the start of a deal, and other deals of the product at that time', async () => {
  const test = await shopForThisTest()
  await aProduct(test, { name: 'Lamp', slug: 'lamp' }, [{ price: 900_00, mrp: null, sku: 'L-1' }])
  const hours = (count: number) => new Date(START.getTime() + count * 3_600_000)
  const create = async (price: number, from: number, to: number) => {
    const input = { product: 'lamp', price, starts: hours(from), ends: hours(to) }
    return dealSentences(await createDeal(test.shop, input))
  }
  expect(await create(850_00, 0, 5)).toMatch(
    /^Created deal 1: Lamp for ₹850 instead of ₹900, from .* until [^.]*\.$/,
  )
  expect(await create(800_00, 1, 6)).toMatch(
    /₹800 instead of ₹900, from .* until .* Deal 1 of this product, for ₹850, runs from .* until/,
  )
  expect(await create(870_00, 7, 8)).toMatch(/instead of ₹900, from [^.]*\.$/)
  expect(await create(860_00, 0, 1)).toMatch(/instead of ₹900, from .* Deal 1 of this product, for ₹850,/)
  await importCatalogue(test.shop, aFile(test, 'sku,price\nL-1,855\n'), { only: ['price'] })
  const overtaken = await findOvertakenDeals(test.shop)
  expect(overtaken.map(({ deal_price }) => deal_price)).toEqual([860_00, 870_00])
  expect(overtaken.map((deal) => dealStateText(deal, START))).toEqual(
    Array(2).fill('no effect: the price is ₹855'),
  )
  await expect(create(0, 0, 1)).rejects.toThrow('above zero')
  await expect(create(800_00, -2, -1)).rejects.toThrow('in the future')
})

it('tells the state of each coupon', () => {
  const coupon = {
    code: 'X',
    is_active: true,
    used_count: 0,
    usage_limit: null,
    starts_at: null,
    ends_at: null,
  }
  const [past, future] = [-1, 1].map((hours) => new Date(START.getTime() + hours * 3_600_000))
  const changes = [
    {},
    { is_active: false, ends_at: future },
    { ends_at: past },
    { starts_at: future },
    { usage_limit: 0 },
  ]
  const rows = changes.map((change) => ({ ...coupon, description: '', ...change }) as ListedCoupon)
  expect(rows.map((row) => couponState(row, START))).toEqual([
    'running',
    'ended',
    'expired',
    'upcoming',
    'used up',
  ])
})

it('makes a deal for the default variant only, and names it', async () => {
  const test = await shopForThisTest()
  await aProduct(test, { name: 'Shirt', slug: 'shirt' }, [
    { sku: 'SHIRT-M', size: 'M', price: 479_00 },
    { sku: 'SHIRT-L', size: 'L', price: 499_00 },
  ])
  const input = {
    price: 300_00,
    starts: START,
    ends: new Date(START.getTime() + 1000),
  }
  const create = (product: string) => createDeal(test.shop, { ...input, product })
  await expect(create('SHIRT-L')).rejects.toThrow('for Shirt that is M (SHIRT-M) at ₹479, not L (SHIRT-L)')
  expect(await findDealsWithProducts(test.shop.db)).toEqual([])
  for (const product of ['SHIRT-M', 'shirt']) {
    expect(await create(product)).toMatchObject({ variant: 'M (SHIRT-M)', other_variants: 1 })
  }
})

it('takes a category by name, path or slug, and lists what a coupon is for', async () => {
  const test = await shopForThisTest()
  const clothing = await aCategory(test, { name: 'Clothing', slug: 'clothing' })
  const men = await aCategory(test, { name: 'Men', slug: 'men', parent_id: clothing.id })
  const tees = await aCategory(test, { name: 'T-Shirts', slug: 'clothing-t-shirts', parent_id: clothing.id })
  await aCategory(test, { name: 'T-Shirts', slug: 'men-t-shirts', parent_id: men.id })
  const create = (code: string, category: string) => createCoupon(test.shop, { ...COUPON, code, category })
  await expect(create('TEE', 'T-shirts')).rejects.toThrow(`#${tees.id} Clothing > T-Shirts`)
  await expect(create('TEE', 'Shoes')).rejects.toThrow('There is no category "Shoes".')
  expect(await create('ONE', 'clothing')).toMatchObject({ category_id: clothing.id })
  expect(await create('TWO', 'Clothing > T-Shirts')).toMatchObject({ category_id: tees.id })
  expect(await listCoupons(test.shop)).toMatchObject([
    { code: 'TWO', category: 'Clothing > T-Shirts (clothing-t-shirts)' },
    { code: 'ONE', category: 'Clothing (clothing)' },
  ])
})

it('takes banners that lead to what the shop has, or to other sites', async () => {
  const test = await shopForThisTest()
  const { id: category } = await aCategory(test, { name: 'Clothing', slug: 'clothing' })
  const { id } = await aProduct(test)
  const hidden = await aProduct(test, { is_published: false })
  const lead = (link: string) => resolveLink(test.shop, link)
  for (const link of [
    '/deals',
    '/product/lamp',
    '/products/1',
    '/auth/nope',
    '/auth',
    '/pages',
    'hotdeals',
    'javascript:alert(1)',
  ])
    await expect(lead(link)).rejects.toThrow(/no page|must be an address/)
  for (const link of [
    '/product/999',
    '/pages/nope',
    '/category-page?category=999',
    '/products?category=hats',
  ])
    await expect(lead(link)).rejects.toThrow(/There is no (product|page|category) "/)
  await expect(lead(`/product/${hidden.id}`)).rejects.toThrow('it is hidden')
  await expect(lead('/category-page')).rejects.toThrow('must name its category')
  const { publicUrl, port } = test.shop.config
  for (const [link, stored] of [
    ['/', '/'],
    ['/hotdeals', '/hotdeals'],
    ['/auth/signup', '/auth/signup'],
    ['/pages/terms', '/pages/terms'],
    ['https://haat.example/product/999', 'https://haat.example/product/999'],
    [`/product/${id}?variant=3`, `/product/${id}?variant=3`],
    ['/category-page?category=clothing', `/category-page?category=${category}`],
    ['/category-page?category=Clothing&page=2', `/category-page?category=${category}&page=2`],
    [`${publicUrl}/product/${id}`, `/product/${id}`],
    [`http://localhost:${port}/hotdeals`, '/hotdeals'],
  ] as const)
    expect(await lead(link)).toBe(stored)
  await expect(lead(`${publicUrl}/product/999`)).rejects.toThrow('There is no product')
  await expect(
    createBanner(test.shop, { picture: 'none.png', name: 'Sale', link: '/product/999' }),
  ).rejects.toThrow('There is no product')
})

it('shows a banner after the others until it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const add = (banner_name: string) =>
    db.transaction((tx) => insertBanner(tx, { banner_name, banner_image: '/media/x.webp', link: null }))
  const shown = async () =>
    (await test.get('/api/banners').expect(200)).body.map((row: { banner_name: string }) => row.banner_name)
  const [first] = [await add('One'), await add('Two')]
  expect(await shown()).toEqual(['One', 'Two'])
  await endPromotion('banners')(test.shop, { key: String(first) })
  await expect(endPromotion('banners')(test.shop, { key: '99' })).rejects.toThrow('no active banner 99')
  expect(await shown()).toEqual(['Two'])
  expect(await findAllBanners(db)).toHaveLength(2)
})

it('changes an order or refuses with a reason, and writes its documents', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const { order_id: id } = (await shopper.place(shopper.order([item(product)], 599)).expect(201)).body
  const { shop } = test
  const shipped = await changeOrder(shop, id, 'ship', { courier: 'Blue Dart' })
  expect(shipped.order).toMatchObject({ status: 'SHIPPED', courier: 'Blue Dart' })
  await expect(changeOrder(shop, id, 'process', {})).rejects.toThrow(
    `Order ${id} is “On the way”: it cannot be packed now.`,
  )
  await expect(changeOrder(shop, id, 'refund', {})).rejects.toThrow(`Order ${id} has no refund due.`)
  await expect(changeOrder(shop, 99, 'ship', {})).rejects.toThrow('There is no order 99.')
  await expect(changeOrder(shop, id, 'ship', {})).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining(`haat orders tracking ${id} --number`) },
  })
  for (const { content } of [await invoicePdf(shop, [shipped]), await packingSlipPdf(shop, [shipped])])
    expect(Buffer.from(content).toString('latin1', 0, 5)).toBe('%PDF-')
})

it('corrects the tracking number of an order on its way, and tells the customer each time', async () => {
  const test = await shopForThisTest()
  const { shop } = test
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const { order_id: id } = (await shopper.place(shopper.order([item(product)], 599)).expect(201)).body
  const correct = (tracking_number: string) => correctTracking(shop, id, { tracking_number })
  await expect(correct('BD124')).rejects.toThrow(`Order ${id} is “To pack”: only an order on its way`)
  await changeOrder(shop, id, 'ship', { courier: 'Blue Dart', tracking_number: 'BD123' })
  for (const number of ['BD124', 'BD125']) {
    test.clock.advance(60)
    const { order, events } = await correct(number)
    expect(order).toMatchObject({ status: 'SHIPPED', courier: 'Blue Dart', tracking_number: number })
    expect(events.at(-1)).toMatchObject({
      status: 'SHIPPED',
      note: `Tracking corrected: Blue Dart, ${number}`,
    })
  }
  await expect(correct('BD125')).rejects.toThrow('already has this courier and tracking number')
  await changeOrder(shop, id, 'out-for-delivery', {})
  await correct('BD126')
  const { outbox } = shop.db.tables
  const mails = await shop.db.select().from(outbox)
  expect(mails.filter(({ payload }) => JSON.stringify(payload).includes('tracking_corrected'))).toHaveLength(
    3,
  )
  expect((await shopper.get(`/api/orders/${id}`)).body.order).toMatchObject({
    order_status: 'OUT_FOR_DELIVERY',
  })
})

it('cancels all open orders of a customer at once, and finds orders by their number', async () => {
  const test = await shopForThisTest()
  const { shop } = test
  const [shopper, other] = [await aShopper(test), await aShopper(test)]
  const product = await aProduct(test)
  const place = async ({ place, order }: typeof shopper) =>
    (await place(order([item(product)], 599), crypto.randomUUID()).expect(201)).body
  const placed = [await place(shopper), await place(shopper), await place(shopper)]
  const [open, shipped, paid] = placed
  const kept = await place(other)
  const { press, order_id } = await payOnline(test, shopper, [item(product)], 599)
  await press('pay').expect(303)
  await changeOrder(shop, shipped.order_id, 'ship', { courier: 'Blue Dart' })
  const work = { dryRun: true, details: { note: 'Too many orders' } }
  const listed = await cancelOrdersOf(shop, shopper.customer.email, work)
  expect(listed.map(({ order }) => [order.id, order.status])).toEqual([
    [open.order_id, 'CONFIRMED'],
    [paid.order_id, 'CONFIRMED'],
    [order_id, 'CONFIRMED'],
  ])
  expect(cancelledText(listed.map(staffOrder), true)).toMatch(/\n3 orders of ₹1,797 would be cancelled\.$/)
  const cancelled = await cancelOrdersOf(shop, shopper.customer.phone_number, { ...work, dryRun: false })
  expect(cancelled.map(({ order }) => [order.status, order.refund_due_amount > 0])).toEqual([
    ['CANCELLED', false],
    ['CANCELLED', false],
    ['CANCELLED', true],
  ])
  expect(cancelledText(cancelled.map(staffOrder), false)).toContain(
    `Order ${open.order_id} (${open.order_number}), ₹599: Cancelled\n`,
  )
  expect(cancelledText(cancelled.map(staffOrder), false)).toContain('Cancelled, refund due')
  expect(
    cancelledText((await cancelOrdersOf(shop, shopper.customer.email, work)).map(staffOrder), false),
  ).toContain('no orders')
  const { db } = shop
  const [row] = await db.select().from(db.tables.variants)
  expect(row?.stock).toBe(10 - 2)
  expect(await findOrderId(shop, `#${kept.order_number.toLowerCase()}`)).toBe(kept.order_id)
  expect(await findOrderId(shop, `#${kept.order_id}`)).toBe(kept.order_id)
  expect((await getOrder(shop, kept.order_id)).order.status).toBe('CONFIRMED')
  await expect(findOrderId(shop, 'KD7M2XPR94')).rejects.toThrow('There is no order KD7M2XPR94.')
  await expect(findOrderId(shop, 'abc')).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining('haat orders list --search "abc"') },
  })
})

it('marks the orders of the test bank', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const { order_id: id, press } = await payOnline(test, shopper, [item(product)], 599)
  await press('pay').expect(303)
  await shopper.place(shopper.order([item(product)], 599)).expect(201)
  const listed = await orderActs.list(
    test.shop,
    { refund_due: false, unknown_state: false, limit: 10 },
    atTheServer(),
  )
  expect(listed.map(({ payment }) => payment)).toEqual(['COD', 'ONLINE (test bank: no money)'])
  const shown = await orderActs.show(test.shop, { order: String(id) }, atTheServer())
  expect(shown.payment).toBe('ONLINE (test bank: no money)')
})

it('sets up an empty shop once, without untrue claims', async () => {
  const test = await shopForThisTest()
  expect(await setUpShop(test.shop, ANSWERS)).toBe(true)
  expect(await setUpShop(test.shop, ANSWERS)).toBe(false)
  expect(await isInitialised(test.shop.db)).toBe(true)
  const { settings } = (await test.get('/api/settings').expect(200)).body
  expect(settings).toMatchObject({
    shop_name: 'Meera Stores',
    showcase: null,
    delivery: { charge: 49, free_above: 999 },
  })
  expect(settings.seller).toMatchObject({ legal_name: 'Meera Stores LLP', state: 'Karnataka' })
  expect(JSON.stringify(settings.services)).not.toMatch(/online|upi:/i)
  expect(JSON.stringify(settings)).not.toMatch(/haat|UK only|30%|24\/7/i)
  const { page } = (await test.get('/api/pages/about').expect(200)).body
  expect(page.text).toContain('Welcome to Meera Stores.')
})
