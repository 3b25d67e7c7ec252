import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import {
  type CouponRule,
  fixedDiscount,
  type PricedLine,
  priceOrder,
  splitByLargestRemainder,
} from './pricing.ts'
import type { DeliveryRule } from './rules.ts'

const RUNS = byDepth(5000, 200_000)

const line = fc.record({
  product_id: fc.integer({ min: 1, max: 4 }),
  category_id: fc.integer({ min: 1, max: 3 }),
  price: fc.oneof(fc.integer({ min: 1, max: 100_000_00 }), fc.constantFrom(1, 99, 50_000_00, 10_000_000_00)),
  quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(999)),
  is_deal: fc.boolean(),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })
const scope = (max: number) => fc.option(fc.integer({ min: 1, max }), { freq: 2 })
const amount = fc.option(fc.integer({ min: 1, max: 200_000_00 }))
const coupon: fc.Arbitrary<CouponRule> = fc
  .record({
    level: fc.constantFrom('order' as const, 'item' as const),
    kind: fc.constantFrom('percent' as const, 'flat' as const),
    value: fc.integer({ min: 1, max: 100 }),
    scale: fc.constantFrom(1, 100, 10_000),
    min_amount: amount,
    max_discount: amount,
    category_ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 3 })), { freq: 2 }),
    product_id: scope(4),
  })
  .map(({ scale, ...rule }) => ({ ...rule, value: rule.kind === 'flat' ? rule.value * scale : rule.value }))
const delivery: fc.Arbitrary<DeliveryRule> = fc.record({
  charge: fc.constantFrom(0, 99_00, 149_50),
  free_above: fc.constantFrom(0, 50_000_00, 499_00),
  waivedOnCartCheckout: fc.boolean(),
  deals_ship_free: fc.boolean(),
})
const checkout = fc.constantFrom('cart' as const, 'buy-now' as const, 'cart-page' as const)

/** Rounds a fraction half up, in whole numbers. */
const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)
const least = (...values: bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a))

/** What an order costs, computed from the rules in big integers. */
function oracle(
  items: PricedLine[],
  rule: CouponRule | null,
  { charge, free_above, waivedOnCartCheckout, deals_ship_free }: DeliveryRule,
  from: string,
) {
  let total = 0n
  let base = 0n
  for (const { price, quantity, category_id, product_id } of items) {
    const sum = BigInt(price) * BigInt(quantity)
    total += sum
    const inCategory = rule?.category_ids == null || rule.category_ids.includes(category_id)
    const inProduct = rule?.product_id == null || rule.product_id === product_id
    if (rule && inCategory && inProduct) base += sum
  }
  let discount = 0n
  if (rule && base > 0n && base >= BigInt(rule.min_amount ?? 0)) {
    const uncapped = rule.kind === 'flat' ? BigInt(rule.value) : rounded(base * BigInt(rule.value), 100n)
    discount = least(uncapped, base, rule.max_discount === null ? uncapped : BigInt(rule.max_discount))
  }
  const free = total > BigInt(free_above) || (from === 'cart' && waivedOnCartCheckout)
  const pays = items.some(({ is_deal }) => !(is_deal && deals_ship_free))
  const shipping = free || !pays ? 0n : BigInt(charge)
  return { total, shipping, discount, amount: total + shipping - discount, base }
}

describe('priceOrder', () => {
  it('agrees with an oracle in big integers, and the line discounts add up', () => {
    fc.assert(
      fc.property(lines, fc.option(coupon), delivery, checkout, (items, rule, rates, from) => {
        const priced = priceOrder(items, rule, rates, from)
        const expected = oracle(items, rule, rates, from)
        expect(priced.items_total).toBe(Number(expected.total))
        expect(priced.total_shipping_price).toBe(Number(expected.shipping))
        expect(priced.total_items_discount).toBe(Number(expected.discount))
        expect(priced.total_amount).toBe(Number(expected.amount))
        expect(priced.total_amount).toBeGreaterThanOrEqual(0)
        expect(priced.line_discounts.reduce((sum, share) => sum + share, 0)).toBe(priced.total_items_discount)
        const shortBy = rule ? BigInt(rule.min_amount ?? 0) - expected.base : 0n
        expect(priced.shortfall).toEqual(
          !rule || (expected.base > 0n && shortBy <= 0n)
            ? null
            : expected.base === 0n
              ? { reason: 'no_eligible_items' }
              : { reason: 'below_minimum', missing: Number(shortBy) },
        )
      }),
      { numRuns: RUNS },
    )
  })

  it('discounts each eligible line by its share, to the paisa, and no other line', () => {
    fc.assert(
      fc.property(lines, coupon, delivery, checkout, (items, rule, rates, from) => {
        const { line_discounts, total_items_discount } = priceOrder(items, rule, rates, from)
        const { base } = oracle(items, rule, rates, from)
        for (const [index, share] of line_discounts.entries()) {
          const { price, quantity, category_id, product_id } = items[index]!
          const eligible =
            (rule.category_ids === null || rule.category_ids.includes(category_id)) &&
            (rule.product_id === null || rule.product_id === product_id)
          const exact = eligible && base > 0n ? BigInt(total_items_discount) * BigInt(price * quantity) : 0n
          expect(BigInt(share) * base - exact < base || base === 0n).toBe(true)
          expect(BigInt(share) * base - exact > -base || base === 0n).toBe(true)
          if (!eligible) expect(share).toBe(0)
        }
      }),
      { numRuns: RUNS / 10 },
    )
  })

  it('does not depend on the order or the splitting of lines', () => {
    const shuffled = lines.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }), fc.nat()),
    )
    fc.assert(
      fc.property(
        shuffled,
        fc.option(coupon),
        delivery,
        checkout,
        ([items, other, at], rule, rates, from) => {
          const split = other.flatMap((item, index) => {
            if (index !== at % other.length || item.quantity === 1) return [item]
            const half = Math.floor(item.quantity / 2)
            return [
              { ...item, quantity: half },
              { ...item, quantity: item.quantity - half },
            ]
          })
          const { line_discounts: _one, ...before } = priceOrder(items, rule, rates, from)
          const { line_discounts: _other, ...after } = priceOrder(split, rule, rates, from)
          expect(after).toEqual(before)
        },
      ),
      { numRuns: RUNS / 10 },
    )
  })

  const rates: DeliveryRule = {
    charge: 99_00,
    free_above: 50_000_00,
    waivedOnCartCheckout: true,
    deals_ship_free: true,
  }
  const one = (price: number, quantity = 1): PricedLine => ({
    product_id: 1,
    category_id: 1,
    price,
    quantity,
    is_deal: false,
  })
  const percent = (changes: Partial<CouponRule> = {}): CouponRule => ({
    level: 'order',
    kind: 'percent',
    value: 10,
    min_amount: null,
    max_discount: null,
    category_ids: null,
    product_id: null,
    ...changes,
  })

  it.each([
    ['exactly 50,000 is charged', 50_000_00, 'buy-now', 99_00],
    ['a paisa more is free', 50_000_01, 'buy-now', 0],
    ['the cart page is charged', 500_00, 'cart-page', 99_00],
    ['the cart checkout is free', 500_00, 'cart', 0],
  ] as const)('delivery: %s', (_what, price, from, charge) => {
    expect(priceOrder([one(price)], null, rates, from).total_shipping_price).toBe(charge)
  })

  it('charges delivery for a cart checkout without the waiver', () => {
    const strict = { ...rates, waivedOnCartCheckout: false }
    expect(priceOrder([one(500_00)], null, strict, 'cart').total_shipping_price).toBe(99_00)
  })

  it('charges no delivery for deals that ship free, and the usual charge for an order with other lines', () => {
    const deal = { ...one(500_00), is_deal: true }
    const charge = (lines: PricedLine[], rule = rates) =>
      (['cart-page', 'buy-now'] as const).map(
        (from) => priceOrder(lines, null, rule, from).total_shipping_price,
      )
    expect(charge([deal, deal])).toEqual([0, 0])
    expect(charge([deal, one(1_00)])).toEqual([99_00, 99_00])
    expect(charge([{ ...deal, price: 49_999_00 }, one(1_01_00)])).toEqual([0, 0])
    expect(charge([deal], { ...rates, deals_ship_free: false })).toEqual([99_00, 99_00])
  })

  it('charges nothing for no lines', () => {
    const { total_amount, total_shipping_price } = priceOrder([], null, rates, 'cart-page')
    expect([total_amount, total_shipping_price]).toEqual([0, 0])
  })

  it('subtracts a fixed discount, up to the price of the items', () => {
    const { total_items_discount, total_amount } = priceOrder(
      [one(300_00)],
      fixedDiscount(50_00),
      rates,
      'cart',
    )
    expect([total_items_discount, total_amount]).toEqual([50_00, 250_00])
    expect(priceOrder([one(300_00)], fixedDiscount(900_00), rates, 'buy-now').total_amount).toBe(99_00)
    expect(priceOrder([one(300_00)], fixedDiscount(0), rates, 'cart').total_amount).toBe(300_00)
  })

  it('charges delivery by the total before the discount', () => {
    expect(priceOrder([one(50_001_00)], percent(), rates, 'buy-now').total_shipping_price).toBe(0)
  })

  it('rounds half a paisa up and applies cap and minimum to the paisa', () => {
    const discount = (rule: CouponRule, price: number) =>
      priceOrder([one(price)], rule, rates, 'cart').total_items_discount
    expect(discount(percent(), 5)).toBe(1)
    expect(discount(percent(), 4)).toBe(0)
    expect(discount(percent({ max_discount: 100_00 }), 5000_00)).toBe(100_00)
    expect(discount(percent({ min_amount: 500_00 }), 500_00)).toBe(50_00)
    expect(discount(percent({ min_amount: 500_00 }), 499_99)).toBe(0)
    expect(discount(percent({ kind: 'flat', value: 600_00 }), 500_00)).toBe(500_00)
    expect(discount(percent({ value: 100 }), 500_00)).toBe(500_00)
  })

  it('counts only eligible lines toward the minimum', () => {
    const other = { ...one(900_00), category_id: 2 }
    const rule = percent({ category_ids: [1], min_amount: 500_00 })
    const { shortfall, line_discounts } = priceOrder([one(400_00), other], rule, rates, 'cart')
    expect(shortfall).toEqual({ reason: 'below_minimum', missing: 100_00 })
    expect(line_discounts).toEqual([0, 0])
  })
})

describe('splitByLargestRemainder', () => {
  it.each([
    [5, [4, 3, 2], [2, 2, 1]],
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [1, 1, 1], [1, 0, 0]],
    [5, [2, 0, 3], [2, 0, 3]],
    [10, [0, 0], [0, 0]],
    [2, [1, 5, 5], [0, 1, 1]],
  ])('splits %d by %j into %j', (amount, weights, shares) => {
    expect(splitByLargestRemainder(amount, weights)).toEqual(shares)
  })
})
