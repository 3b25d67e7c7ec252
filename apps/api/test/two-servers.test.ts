/** Two servers on one database race for the same stock, coupons and keys. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { type BusyShop, openBusyShop, orderOf, place, post, type Reply } from './buyers.ts'
import { aCoupon, aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess } from './server-process.ts'
import { item } from './shopper.ts'

const BUYERS = 200
const ROUNDS = 100
const COUPON_BUYERS = 500
const COUPON_TRIES = 50
const REPEATS = 200

interface Race {
  shop: BusyShop
  /** The address of one of the servers, in turns. */
  url: (n: number) => string
}

/** Runs work for 0 … count - 1 at once. */
const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** The number of replies by status. */
function countByStatus(replies: Reply[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** One piece, many buyers. */
async function sellLastPieces({ shop, url }: Race): Promise<void> {
  const products = await shop.inProcess(async (test) => {
    const rounds = Array.from({ length: ROUNDS })
    return Promise.all(rounds.map(() => aProduct(test, {}, [{ stock: 1 }])))
  })
  for (const product of products) {
    const replies = await atOnce(BUYERS, (n) => {
      const buyer = shop.buyers[n]!
      return place(url(n), buyer, orderOf(buyer, item(product)))
    })
    expect(countByStatus(replies)).toEqual({ 201: 1, 409: BUYERS - 1 })
  }
}

/** One key, many requests: of one customer, with another body, and of another customer. */
async function repeatKey({ shop, url }: Race): Promise<void> {
  const [buyer, other] = [shop.buyers[0]!, shop.buyers[1]!]
  const key = randomUUID()
  const body = orderOf(buyer, shop.item)
  const replies = await atOnce(REPEATS, (n) => place(url(n), buyer, body, key))
  expect(countByStatus(replies)).toEqual({ 201: REPEATS })
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  const larger = orderOf(buyer, { ...shop.item, quantity: 2 }, 1000)
  const others = await atOnce(2, (n) => place(url(n), buyer, larger, key))
  expect(countByStatus(others)).toEqual({ 422: 2 })
  const theirs = await place(url(0), other, orderOf(other, shop.item), key)
  expect(theirs.status).toBe(201)
  expect(theirs.body['order_id']).not.toBe(replies[0]?.body['order_id'])
}

/** A coupon for ten orders, and one for a single order of each customer. */
async function useCoupons({ shop, url }: Race): Promise<void> {
  const [ten, one] = await shop.inProcess(async (test) => [
    await aCoupon(test, { usage_limit: 10 }),
    await aCoupon(test, { per_user_limit: 1 }),
  ])
  const order = async (n: number, of: number, code: string) => {
    const buyer = shop.buyers[of]!
    const coupon = JSON.stringify({ code, cart_items: [shop.item] })
    const applied = await post(url(n), '/api/coupons/apply', coupon, { token: buyer.token })
    expect(applied).toMatchObject({ status: 200 })
    return { n, buyer, order_coupon_id: applied.body['order_coupon_id'] }
  }
  const use = ({ n, buyer, order_coupon_id }: Awaited<ReturnType<typeof order>>) =>
    place(url(n), buyer, orderOf(buyer, shop.item, 549, { order_coupon_id }))
  const orders: Awaited<ReturnType<typeof order>>[] = []
  for (let n = 0; n < COUPON_BUYERS; n += 1) orders.push(await order(n, n, ten!.code))
  const replies = await atOnce(COUPON_BUYERS, (n) => use(orders[n]!))
  expect(countByStatus(replies)).toEqual({ 201: 10, 409: COUPON_BUYERS - 10 })
  const applied = await order(0, 0, one!.code)
  const again = await atOnce(COUPON_TRIES, (n) => use({ ...applied, n }))
  expect(countByStatus(again)).toEqual({ 201: 1, 409: COUPON_TRIES - 1 })
}

it('two servers sell each piece once, place one order per key and keep the limits of coupons', async (context) => {
  const shop = await openBusyShop(Math.max(BUYERS, COUPON_BUYERS))
  const servers = await Promise.all([openProcess(shop.env), openProcess(shop.env)])
  const race = { shop, url: (n: number) => servers[n % 2]!.url }
  await sellLastPieces(race)
  await repeatKey(race)
  await useCoupons(race)
  for (const { child } of servers) expect(await stopProcess(child)).toBe(0)
  const initial = new Map([[shop.item.variant_id, shop.stock]])
  await shop.inProcess((test) => checkInvariants(test.shop.db, initial))
  const counts = `${ROUNDS} times ${BUYERS} buyers for one piece, ${REPEATS} requests with one key, ${COUPON_BUYERS} customers for 10 coupon uses`
  report(context, `two servers, ${inject('engine')}: ${counts}: none sold, ordered or used twice`)
}, 900_000)
