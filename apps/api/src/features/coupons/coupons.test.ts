import { describe, expect, it } from 'vitest'
import { aCategory, aCoupon, aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'

const DAY = 86_400_000
const inDays = (days: number): Date => new Date(START.getTime() + days * DAY)

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const refusal = async (code: unknown, items = [item(product)]) => {
    const { body } = await shopper.apply(code, items).expect(400)
    expect(body.success).toBe(false)
    return body.message as string
  }
  return { test, shopper, product, refusal, ...shopper }
}

describe('POST /api/coupons/offers', () => {
  it('shows listed coupons that fit, the best first, and what is missing for the others', async () => {
    const { test, customer, product } = await setUp()
    const { category_id } = await aProduct(test)
    for (const coupon of [
      { code: 'TEN', description: 'Ten percent off' },
      { code: 'BIG', min_amount: 660_00 },
      { code: 'OTHER', category_id },
      { code: 'FLAT', kind: 'flat', value: 80_00 },
      { code: 'SECRET', is_listed: false },
      { code: 'OFF', is_active: false },
      { code: 'EARLY', starts_at: inDays(1) },
      { code: 'LATE', ends_at: START },
      { code: 'GONE', usage_limit: 1, used_count: 1 },
      { code: 'HERS', user_id: (await aCustomer(test)).id },
    ] as const)
      await aCoupon(test, { is_listed: true, ...coupon })
    const offersFor = async (quantity: number) => {
      const items = [{ ...item(product, quantity), price: 1 }]
      const { body } = await test
        .post('/api/coupons/offers', { cart_items: items }, customer.token)
        .expect(200)
      return body.coupons
    }
    expect(await offersFor(1)).toEqual([
      { code: 'FLAT', description: expect.any(String), discount_amount: 80, refusal: null },
      { code: 'TEN', description: 'Ten percent off', discount_amount: 50, refusal: null },
      expect.objectContaining({
        code: 'OTHER',
        refusal: 'This coupon does not apply to any item in your order.',
      }),
      expect.objectContaining({
        code: 'BIG',
        discount_amount: 0,
        refusal: 'Add ₹160 more to use this coupon.',
      }),
    ])
    expect((await offersFor(2)).map(({ code }: { code: string }) => code)).toEqual([
      'BIG',
      'TEN',
      'FLAT',
      'OTHER',
    ])
  })

  it('hides a coupon that the customer has used up, and shows one that is theirs alone', async () => {
    const { test, customer, product, apply, order, place } = await setUp()
    await aCoupon(test, { code: 'MINE', is_listed: true, user_id: customer.id, per_user_limit: 1 })
    const codes = async () => {
      const { body } = await test.post('/api/coupons/offers', { cart_items: [item(product)] }, customer.token)
      return body.coupons.map(({ code }: { code: string }) => code)
    }
    expect(await codes()).toEqual(['MINE'])
    const { order_coupon_id } = (await apply('MINE', [item(product)])).body
    await place(order([item(product)], 549, { order_coupon_id })).expect(201)
    expect(await codes()).toEqual([])
  })
})

describe('POST /api/coupons/apply', () => {
  rule('takes a percentage off the whole order', async () => {
    const { test, apply, product } = await setUp()
    const coupon = await aCoupon(test, { code: 'TEN', description: 'Ten percent off' })
    const { body } = await apply('ten ', [item(product, 2)]).expect(200)
    expect(body).toEqual({
      success: true,
      message: 'Coupon applied successfully',
      level: 'order',
      discount_amount: 100,
      eligible_items: [],
      coupon: { code: 'TEN', description: 'Ten percent off' },
      order_coupon_id: expect.any(Number),
    })
    expect(coupon.used_count).toBe(0)
  })

  rule('splits an item-level discount over its items, to the paisa', async () => {
    const { test, apply, product } = await setUp()
    const other = await aProduct(test, { category_id: product.category_id }, [{ price: 333_33 }])
    const outside = await aProduct(test)
    const { category_id } = product
    const coupon = await aCoupon(test, { level: 'item', kind: 'flat', value: 100_00, category_id })
    const items = [item(product), item(other, 2), item(outside, 5)]
    const { body } = await apply(coupon.code, items).expect(200)
    expect(body).toMatchObject({ level: 'item', discount_amount: 100 })
    expect(body.eligible_items).toEqual([
      { ...item(product), price: 500, discount_amount: 42.86 },
      { ...item(other, 2), price: 333.33, discount_amount: 57.14 },
    ])
  })

  it('covers the categories below its category', async () => {
    const { test, apply, refusal } = await setUp()
    const clothing = await aCategory(test, { name: 'Clothing' })
    const shirts = await aCategory(test, { name: 'Shirts', parent_id: clothing.id })
    const tees = await aCategory(test, { name: 'T-Shirts', parent_id: shirts.id })
    const tee = await aProduct(test, { category_id: tees.id })
    const coupon = await aCoupon(test, { level: 'item', category_id: clothing.id, min_amount: 1000_00 })
    expect(await refusal(coupon.code, [item(tee)])).toBe(
      'Add ₹500 more of eligible items to use this coupon.',
    )
    const { body } = await apply(coupon.code, [item(tee, 2)]).expect(200)
    expect(body).toMatchObject({ discount_amount: 100, eligible_items: [item(tee, 2)] })
    const below = await aCoupon(test, { category_id: tees.id })
    const shirt = await aProduct(test, { category_id: shirts.id })
    expect(await refusal(below.code, [item(shirt)])).toBe(
      'This coupon does not apply to any item in your order.',
    )
  })

  rule('is computed from the deal price', async () => {
    const { test, apply, product } = await setUp()
    await aDeal(test, product.id)
    const coupon = await aCoupon(test)
    expect((await apply(coupon.code, [item(product)])).body.discount_amount).toBe(40)
  })

  rule('ignores prices, categories and amounts from the client', async () => {
    const { test, apply, refusal, product } = await setUp()
    const { id } = await aCategory(test)
    const big = await aCoupon(test, { min_amount: 1000_00 })
    const scoped = await aCoupon(test, { category_id: id })
    const tampered = { ...item(product), price: 999_999, category_id: id }
    expect(await refusal(big.code, [tampered])).toBe('Add ₹500 more to use this coupon.')
    expect(await refusal(scoped.code, [tampered])).toBe(
      'This coupon does not apply to any item in your order.',
    )
    const cheap = await aCoupon(test)
    const { body } = await apply(cheap.code, [{ ...tampered, price: 0.01 } as never], { order_amount: -1 })
    expect(body.discount_amount).toBe(50)
  })

  rule("refuses another customer's user_id, accepts the caller's own, and requires a session", async () => {
    const { test, apply, product, customer } = await setUp()
    const rival = await aShopper(test)
    const { code } = await aCoupon(test)
    const items = [item(product)]
    await apply(code, items, { user_id: rival.customer.id }).expect(403)
    await apply(code, items, { user_id: customer.id }).expect(200)
    await test.post('/api/coupons/apply', { code, cart_items: items }).expect(401)
  })

  rule('refuses an order above the largest amount', async () => {
    const { test, apply, refusal } = await setUp()
    const dear = await aProduct(test, {}, [{ price: 500_00_00_000_00 }])
    const { code } = await aCoupon(test)
    await apply(code, [item(dear, 2)]).expect(200)
    expect(await refusal(code, [item(dear, 3)])).toBe('This order is too large.')
    expect(await refusal(code, [item(dear, 999)])).toBe('This order is too large.')
  })

  rule('replies 429 to the twenty-first attempt in a minute', async () => {
    const test = await shopForThisTest({ RATE_LIMIT: 'on' })
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    for (let n = 0; n < 20; n += 1) await shopper.apply(`GUESS${n}`, [item(product)]).expect(400)
    await shopper
      .apply('GUESS', [item(product)])
      .expect(429)
      .expect('retry-after', /^\d+$/)
  })
})

describe('a refused coupon', () => {
  it('has a reason that the customer can act on', async () => {
    const { test, refusal } = await setUp()
    const cases: [Parameters<typeof aCoupon>[1], string][] = [
      [{ starts_at: inDays(3) }, 'This coupon starts on 5 March 2026.'],
      [{ ends_at: inDays(-1) }, 'This coupon expired on 1 March 2026.'],
      [{ ends_at: START }, 'This coupon expired on 2 March 2026.'],
      [{ usage_limit: 5, used_count: 5 }, 'This coupon has been fully used.'],
      [{ min_amount: 1_50_499_50 }, 'Add ₹1,49,999.50 more to use this coupon.'],
      [{ product_id: null, category_id: null, min_amount: 501_00 }, 'Add ₹1 more to use this coupon.'],
    ]
    for (const [row, message] of cases) expect(await refusal((await aCoupon(test, row)).code)).toBe(message)
    const { id } = await aCategory(test)
    expect(await refusal((await aCoupon(test, { category_id: id })).code)).toBe(
      'This coupon does not apply to any item in your order.',
    )
  })

  it('is below its minimum when only other items reach it', async () => {
    const { test, refusal, product } = await setUp()
    const other = await aProduct(test)
    const coupon = await aCoupon(test, { product_id: product.id, min_amount: 800_00 })
    expect(await refusal(coupon.code, [item(product), item(other, 5)])).toBe(
      'Add ₹300 more of eligible items to use this coupon.',
    )
  })

  rule('has been used by this customer, until the order is cancelled', async () => {
    const { test, apply, refusal, product, order, place } = await setUp()
    const rival = await aShopper(test)
    const once = await aCoupon(test, { per_user_limit: 1 })
    const twice = await aCoupon(test, { per_user_limit: 2 })
    const use = async (code: string, key: string) => {
      const { order_coupon_id } = (await apply(code, [item(product)]).expect(200)).body
      await place(order([item(product)], 549, { order_coupon_id }), key).expect(201)
    }
    await use(once.code, 'a')
    expect(await refusal(once.code)).toBe('You have already used this coupon.')
    await use(twice.code, 'b')
    await use(twice.code, 'c')
    expect(await refusal(twice.code)).toBe('You have already used this coupon 2 times.')
    await rival.apply(once.code, [item(product)]).expect(200)
    await checkInvariants(test.shop.db)
  })

  it('has the same message when it does not exist, is inactive or belongs to another customer', async () => {
    const { test, refusal, product } = await setUp()
    const rival = await aShopper(test)
    const unknown = await refusal('NOSUCH')
    expect(unknown).toBe('Invalid coupon. Please check the code.')
    const theirs = await aCoupon(test, { user_id: rival.customer.id })
    expect(await refusal(theirs.code)).toBe(unknown)
    expect(await refusal((await aCoupon(test, { is_active: false })).code)).toBe(unknown)
    await rival.apply(theirs.code, [item(product)]).expect(200)
  })

  rule('has a look-alike, list, operator or overlong code', async () => {
    const { test, refusal, apply, product } = await setUp()
    await aCoupon(test, { code: 'STRASSE' })
    for (const code of ['straße', 'ＳＴＲＡＳＳＥ', "STRASSE' OR '1'='1", 'STRASSE%', 'ſtrasse'])
      expect(await refusal(code)).toBe('Invalid coupon. Please check the code.')
    for (const code of [['STRASSE'], { $gt: '' }, 7, null, '   ', 'x'.repeat(41)])
      await apply(code, [item(product)]).expect(400)
    expect(await refusal('  ')).toBe('Please enter a coupon code')
    await apply('strasse', [item(product)]).expect(200)
  })

  rule('comes with invalid items', async () => {
    const { test, apply, refusal, product } = await setUp()
    const { code } = await aCoupon(test)
    const other = await aProduct(test)
    const hidden = await aProduct(test, { is_published: false })
    expect(await refusal(code, [])).toBe('No items in cart')
    for (const wrong of [
      { ...item(product), variant_id: other.variant.id },
      item(hidden),
      { ...item(product), product_id: 99_999 },
    ])
      expect(await refusal(code, [wrong])).toBe(`Invalid product ID for item: ${wrong.product_id}`)
    for (const quantity of [0, -1, 1.5, 1000]) await apply(code, [{ ...item(product), quantity }]).expect(400)
    await apply(
      code,
      Array.from({ length: 51 }, () => item(product)),
    ).expect(400)
  })
})

describe('an order with a coupon', () => {
  rule('of the whole order refers to its application, and stores code and discount', async () => {
    const { test, apply, product, order, place, get } = await setUp()
    const coupon = await aCoupon(test, { max_discount: 70_00 })
    const { order_coupon_id } = (await apply(coupon.code, [item(product, 2)])).body
    const claims = { order_coupon_id, total_items_discount: 70 }
    const { body } = await place(order([item(product, 2)], 1029, claims)).expect(201)
    const detail = (await get(`/api/orders/${body.order_id}`)).body.order
    expect(detail).toMatchObject({
      total_discount_amount: 70,
      coupon_code: coupon.code,
      total_amount: 1029,
      order_items: [{ discount_amount: 70 }],
    })
    await checkInvariants(test.shop.db)
  })

  rule('of single items is recognised by the claimed discount', async () => {
    const { test, apply, product, order, place } = await setUp()
    const coupon = await aCoupon(test, { level: 'item', product_id: product.id, value: 20 })
    await apply(coupon.code, [item(product)]).expect(200)
    const claims = { total_items_discount: 100, order_coupon_id: null }
    await place(order([item(product)], 499, claims), 'with').expect(201)
    await place(order([item(product)], 599, { total_items_discount: 0 }), 'without').expect(201)
    await checkInvariants(test.shop.db)
  })

  rule(
    'that was not applied, was applied by another customer, or was replaced: 409 COUPON_INVALID',
    async () => {
      const { test, apply, product, order, place } = await setUp()
      const rival = await aShopper(test)
      const [first, second] = [await aCoupon(test), await aCoupon(test)]
      const refused = async (claims: object) => {
        const { body } = await place(order([item(product)], 549, claims)).expect(409)
        expect(body).toMatchObject({
          code: 'COUPON_INVALID',
          message: 'This coupon is no longer applied. Please apply it again.',
        })
      }
      await refused({ order_coupon_id: 1 })
      await refused({ total_items_discount: 50 })
      const theirs = (await rival.apply(first.code, [item(product)])).body.order_coupon_id
      await refused({ order_coupon_id: theirs })
      const old = (await apply(first.code, [item(product)])).body.order_coupon_id
      const again = (await apply(first.code, [item(product)])).body.order_coupon_id
      expect(again).toBe(old)
      await apply(second.code, [item(product)]).expect(200)
      await refused({ order_coupon_id: old })
      await refused({ total_items_discount: 50 })
      await checkInvariants(test.shop.db)
    },
  )

  it('that has ended or changed since, or is below its minimum now: 409, and no order', async () => {
    const { test, apply, product, order, place } = await setUp()
    const { coupons, orders } = test.shop.db.tables
    const coupon = await aCoupon(test, { ends_at: inDays(1), min_amount: 1000_00 })
    const { order_coupon_id } = (await apply(coupon.code, [item(product, 2)])).body
    const low = await place(order([item(product)], 549, { order_coupon_id })).expect(409)
    expect(low.body).toMatchObject({ code: 'COUPON_INVALID', message: 'Add ₹500 more to use this coupon.' })
    const more = order([item(product, 2)], 999, { order_coupon_id })
    await test.shop.db.transaction(async (tx) => {
      await tx.update(coupons).set({ value: 5 })
    })
    expect((await place(more).expect(409)).body).toMatchObject({
      code: 'PRICE_CHANGED',
      totals: { items_total: 1000, total_shipping_price: 99, total_items_discount: 50, total_amount: 1049 },
    })
    test.clock.set(inDays(0.99))
    expect((await place(more).expect(409)).body.code).toBe('PRICE_CHANGED')
    await test.shop.db.transaction(async (tx) => {
      await tx.update(coupons).set({ ends_at: test.clock.now() })
    })
    expect((await place(more).expect(409)).body).toMatchObject({
      code: 'COUPON_INVALID',
      message: 'This coupon expired on 3 March 2026.',
    })
    expect(await test.shop.db.select().from(orders)).toEqual([])
  })

  rule('that covers all items costs only the delivery', async () => {
    const { test, apply, product, order, place } = await setUp()
    const coupon = await aCoupon(test, { kind: 'flat', value: 9000_00 })
    const { discount_amount, order_coupon_id } = (await apply(coupon.code, [item(product)])).body
    expect(discount_amount).toBe(500)
    await place(order([item(product)], 99, { order_coupon_id, total_items_discount: 500 })).expect(201)
    await checkInvariants(test.shop.db)
  })
})
