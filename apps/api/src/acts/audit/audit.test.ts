import { aMember } from '../../../test/desk.ts'
import { staff } from '@haat/contract/staff/index'
import type { AnyAct } from '@haat/contract/staff/act'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { aCategory, aCoupon, aDeal, aProduct } from '../../../test/factories.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { AUDITED } from '../../db/audited-tables.ts'
import type { Tables } from '../../db/schema.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'
import type { Who } from '../act-table.ts'
import { NAMED_ACTS, runAct, versionOf } from './run-act.ts'

const MEERA: Who = { via: 'desk', staffId: 99, name: 'Meera', permissions: null, ip: '10.0.0.7' }

/** @param input as on the wire */
const run = (test: TestShop, id: string, input: object, who: Who = MEERA, seen?: string) => {
  const named = NAMED_ACTS.get(id)!
  return runAct(test.shop, who, named, z.parse(z.object(named.act.input), input), seen)
}

/** Every row that an act can change, and the search index, without the numbers and times of changes; of the ledger the sums. */
async function rowsOf({ shop: { db } }: TestShop): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  const names = [...Object.keys(AUDITED), 'search_documents'] as (keyof Tables)[]
  // The ledger is only added to: what it says in sum.
  const sums = new Map<string, number>()
  for (const { order_id, kind, amount } of await db.select().from(db.tables.ledger_entries)) {
    const name = `${order_id} ${kind}`
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  rows['ledger_entries'] = [...sums]
    .filter(([, sum]) => sum !== 0)
    .map(String)
    .toSorted()
  for (const name of names.filter((one) => one !== 'ledger_entries'))
    rows[name] = (await db.select().from(db.tables[name] as Tables['products']))
      .map(({ updated_at: _, revision: _revision, ...row }: Record<string, unknown>) => row)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return rows
}

/** A shop in which each of the acts below can happen. */
async function aBusyShop() {
  const test = await shopForThisTest()
  const category = await aCategory(test, { name: 'Ropes' })
  const rope = await aProduct(test, { name: 'Rope', slug: 'rope', category_id: category.id }, [
    { sku: 'R-1', stock: 10 },
    { sku: 'R-2', color: 'Red', stock: 4 },
  ])
  const unsold = await aProduct(test, { name: 'Hook', slug: 'hook', category_id: category.id })
  await aCoupon(test, { code: 'TENOFF' })
  await aDeal(test, unsold.id)
  await test.shop.db.transaction((tx) => buildIndex(tx))
  const shopper = await aShopper(test)
  await shopper.place(shopper.order([item(rope, 2)], 1099)).expect(201)
  const [order] = await test.shop.db.select().from(test.shop.db.tables.orders)
  const id = String(order!.id)
  const steps = (...acts: string[]) =>
    acts.reduce(
      (before, act) => before.then(() => run(test, `orders.${act}`, { orders: [id], courier: 'Blue Dart' })),
      Promise.resolve() as Promise<unknown>,
    )
  return { test, order: id, steps, shopper, rope, unsold, login: shopper.customer.email }
}
type Busy = Awaited<ReturnType<typeof aBusyShop>>

/** An input for every act that can be undone, and what comes before it. */
const CASES: Record<string, (shop: Busy) => object | Promise<object>> = {
  'settings.set': () => ({ set: { 'delivery.charge': '49', shop_name: 'Meera Stores' } }),
  'products.add': () => ({ name: 'Pulley', set: { price: '90', category: 'Ropes', stock: '3' } }),
  'products.set': () => ({
    product: 'R-1',
    set: { name: 'Long rope', price: '520', mrp: '600', stock: '7' },
    variants: [{ set: { size: 'XL' } }],
  }),
  'products.bulk': ({ rope: { variants } }) => ({
    rows: variants.map(({ id }, at) => ({
      variant: id,
      set: { price: `${600 + at}`, stock: '+2', hsn: '5607' },
    })),
    note: 'Counted',
  }),
  'products.delete': () => ({ product: 'hook', yes: true }),
  'variants.add': () => ({ product: 'rope', set: { color: 'Blue', sku: 'R-3' } }),
  'variants.remove': () => ({ product: 'rope', variant: 'R-2' }),
  'categories.add': () => ({ name: 'Knots', set: { under: 'Ropes' } }),
  'categories.set': () => ({ category: 'Ropes', set: { name: 'Cords' } }),
  async 'categories.delete'({ test }) {
    await aCategory(test, { name: 'Empty' })
    return { category: 'Empty' }
  },
  'pages.set': () => ({ slug: 'shipping', title: 'Shipping', text: 'We ship.' }),
  async 'pages.delete'({ test }) {
    await run(test, 'pages.set', { slug: 'shipping', title: 'Shipping', text: 'We ship.' })
    return { slug: 'shipping' }
  },
  'delivery.set': () => ({ area: 'Kerala', days: '3-5', charge: '79' }),
  'delivery.import': () => ({ csv: 'pincode,cod\n560001,no\n' }),
  async 'delivery.remove'({ test }) {
    await run(test, 'delivery.set', { area: '793', served: 'no' })
    return { areas: ['793'] }
  },
  async 'synonyms.set'({ test }) {
    const { content } = (await run(test, 'synonyms.get', {})).reply as { content: string[] }
    return { csv: `${content.join('')}tarpaulin,tirpal\n` }
  },
  'translations.set': () => ({ language: 'hi', csv: 'text,translation\nHook,हुक\n' }),
  'views.save': () => ({ list: 'orders', name: 'Goa', search: 'search=goa' }),
  async 'views.delete'({ test }) {
    await run(test, 'views.save', { list: 'orders', name: 'Goa', search: 'search=goa', is_shared: true })
    return { view: 1 }
  },
  'orders.note': ({ order }) => ({ order, text: 'Gift: no invoice' }),
  'customers.note': ({ login }) => ({ customer: login, text: 'Ring twice' }),
  async 'orders.confirm'({ order }) {
    return { orders: [order] }
  },
  'orders.process': ({ order }) => ({ orders: [order] }),
  'packing.pack': ({ order }) => ({ orders: [order] }),
  'packing.ship': ({ order }) => ({ orders: [order], courier: 'Blue Dart' }),
  'orders.ship': ({ order }) => ({ orders: [order], courier: 'Blue Dart' }),
  'orders.ship_sheet': ({ order }) => ({ sheet: `${order},BD1,Blue Dart` }),
  async 'orders.tracking'({ order, steps }) {
    await steps('ship')
    return { order, number: 'BD 1' }
  },
  'orders.address': ({ order }) => ({ order, city: 'Mysuru' }),
  'orders.remove': ({ order }) => ({ order, item: ['1=1'] }),
  async 'orders.out_for_delivery'({ order, steps }) {
    await steps('ship')
    return { orders: [order] }
  },
  async 'orders.deliver'({ order, steps }) {
    await steps('ship')
    return { orders: [order] }
  },
  async 'orders.return'({ order, steps }) {
    await steps('ship', 'deliver')
    return { order, item: ['1=1'] }
  },
  async 'payments.cash_came'({ test, order, steps }) {
    await run(test, 'orders.ship', { orders: [order], courier: 'Blue Dart', tracking: 'BD1' })
    await steps('deliver')
    return { orders: [order] }
  },
  'orders.cancel': ({ order }) => ({ orders: [order] }),
  async 'banners.set'({ test }) {
    const { banners } = test.shop.db.tables
    const rows = ['Sale', 'New'].map((banner_name, position) => ({
      banner_name,
      position,
      banner_image: '/a',
    }))
    await test.shop.db.transaction((tx) => tx.insert(banners).values(rows))
    return { key: '2', set: { name: 'Newest', link: '/hotdeals', before: '1' } }
  },
  async 'banners.end'({ test }) {
    const { banners } = test.shop.db.tables
    await test.shop.db.transaction((tx) =>
      tx.insert(banners).values({ banner_name: 'Sale', banner_image: '/a' }),
    )
    return { key: '1' }
  },
  'coupons.create': () => ({ code: 'FIVE', percent: 5 }),
  'coupons.set': () => ({ key: 'tenoff', set: { listed: 'yes', description: 'Ten off' } }),
  'coupons.end': () => ({ key: 'TENOFF' }),
  'deals.create': () => ({
    product: 'rope',
    price: 400,
    ends: new Date(START.getTime() + 86_400_000).toISOString(),
  }),
  'deals.end': () => ({ key: '1' }),
  'customers.set': ({ login }) => ({ customer: login, set: { email: 'new@example.com' } }),
  'customers.block': ({ login }) => ({ customer: login }),
  async 'customers.unblock'({ test, login }) {
    await run(test, 'customers.block', { customer: login })
    return { customer: login }
  },
}

/** A picture from the web, and the undo itself, are tested elsewhere. */
const ELSEWHERE = ['banners.create', 'audit.undo', 'imports.run']

it('there is a case for every act that can be undone', () => {
  const undoable = Object.entries(staff).flatMap(([group, acts]) =>
    Object.entries<AnyAct>(acts)
      .filter(([, { route, undo }]) => !route.startsWith('GET') && undo !== false)
      .map(([name]) => `${group}.${name}`),
  )
  expect([...Object.keys(CASES), ...ELSEWHERE].toSorted()).toEqual(undoable.toSorted())
})

/** The statements of these are those of others. */
const ALIKE = [
  ...['categories.add', 'coupons.end', 'customers.note', 'customers.unblock', 'delivery.import'],
  ...[
    'orders.note',
    'orders.out_for_delivery',
    'orders.process',
    'orders.ship',
    'packing.pack',
    'packing.ship',
  ],
  ...['payments.cash_came', 'products.add', 'settings.set', 'variants.add', 'variants.remove'],
]

async function isUndone(id: string): Promise<void> {
  const busy = await aBusyShop()
  const { test } = busy
  const input = await CASES[id]!(busy)
  test.clock.advance(1)
  const before = await rowsOf(test)
  const { entry } = await run(test, id, input)
  expect(await rowsOf(test)).not.toEqual(before)
  const { reply } = await run(test, 'audit.show', { entry })
  expect(reply).toMatchObject({ act: id, staff_name: 'Meera', via: 'desk', undone: false })
  expect((reply as { rows: unknown[] }).rows.length).toBeGreaterThan(0)
  await run(test, 'audit.undo', { entry })
  expect(await rowsOf(test)).toEqual(before)
  await expect(run(test, 'audit.undo', { entry })).rejects.toMatchObject({
    extra: { code: 'TOO_LATE' },
  })
}

describe('an act, entered in the audit and undone', () => {
  const others = Object.keys(CASES).filter((id) => !ALIKE.includes(id))
  it.each(others)('%s: leaves the rows as they were', isUndone)
  rule.each(ALIKE)('%s: leaves the rows as they were', isUndone)
})

describe('an undo', () => {
  it('recalls the mail of a parcel, and is too late once it is sent or the order moved on', async () => {
    const { test, order } = await aBusyShop()
    const { entry: shipped } = await run(test, 'orders.ship', { orders: [order], courier: 'Blue Dart' })
    await run(test, 'orders.deliver', { orders: [order] })
    await expect(run(test, 'audit.undo', { entry: shipped })).rejects.toMatchObject({
      status: 409,
      extra: { code: 'TOO_LATE' },
    })
    const { outbox } = test.shop.db.tables
    const waiting = await test.shop.db.select().from(outbox).where(eq(outbox.attempts, 0))
    expect(waiting.filter(({ next_at }) => next_at > test.shop.now()).length).toBeGreaterThan(0)
  })

  it('of a count adds the difference: what was sold meanwhile stays sold', async () => {
    const { test, rope, shopper } = await aBusyShop()
    const { entry } = await run(test, 'products.set', { product: 'R-2', set: { stock: '20' } })
    const { variants } = test.shop.db.tables
    const red = rope.variants[1]!
    await shopper
      .place(shopper.order([{ product_id: rope.id, variant_id: red.id, quantity: 3 }], 1599))
      .expect(201)
    await run(test, 'audit.undo', { entry })
    const [row] = await test.shop.db.select().from(variants).where(eq(variants.id, red.id))
    expect(row!.stock).toBe(1)
  })

  it('keeps what a colleague changed since, and needs the right of the act', async () => {
    const { test } = await aBusyShop()
    const { entry } = await run(test, 'products.set', { product: 'rope', set: { name: 'Long rope' } })
    await run(test, 'products.set', { product: 'rope', set: { name: 'Best rope' } })
    await expect(run(test, 'audit.undo', { entry })).rejects.toThrow('"Long rope" was changed since')
    const packer: Who = { ...MEERA, permissions: ['orders.pack'] }
    await expect(run(test, 'audit.undo', { entry }, packer)).rejects.toMatchObject({ status: 403 })
    const { entry: ended } = await run(test, 'coupons.end', { key: 'TENOFF' })
    const { entry: undone } = await run(test, 'audit.undo', { entry: ended })
    await expect(run(test, 'audit.undo', { entry: undone }, packer)).rejects.toMatchObject({ status: 403 })
  })

  rule('as a trial changes nothing', async () => {
    const { test } = await aBusyShop()
    const { entry } = await run(test, 'coupons.end', { key: 'TENOFF' })
    const before = await rowsOf(test)
    const { reply } = await run(test, 'audit.undo', { entry, dry_run: true })
    expect(reply).toEqual({ undone: 1, kept: [] })
    expect(await rowsOf(test)).toEqual(before)
  })
})

rule('an edit of an old version is refused, and shows the present one; a sale makes none old', async () => {
  const { test, shopper, rope } = await aBusyShop()
  const show = NAMED_ACTS.get('products.show')!
  const { reply } = await run(test, 'products.show', { product: 'rope' })
  const seen = versionOf(show.act, reply)
  await shopper.place(shopper.order([item(rope, 1)], 599)).expect(201)
  await run(test, 'products.set', { product: 'rope', set: { name: 'Long rope' } }, MEERA, seen)
  await expect(
    run(test, 'products.set', { product: 'rope', set: { name: 'Short rope' } }, MEERA, seen),
  ).rejects.toMatchObject({ status: 409, extra: { code: 'STALE', current: { name: 'Long rope' } } })
})

rule('search words, a customer and a member of the staff are not changed on an old version', async () => {
  const { test, login } = await aBusyShop()
  const member = await aMember(test)
  const given = { customer: login, member: member.email }
  const edits = [
    ['synonyms.get', 'synonyms.set', (csv: string) => ({ csv: `joota,${csv}\n`, yes: true })],
    ['customers.show', 'customers.set', (tags: string) => ({ set: { tags } })],
    ['staff.list', 'staff.set', (name: string) => ({ name })],
  ] as const
  for (const [shows, sets, input] of edits) {
    const { act } = NAMED_ACTS.get(shows)!
    const edit = (text: string, seen: string) => run(test, sets, { ...given, ...input(text) }, MEERA, seen)
    const seen = versionOf(act, (await run(test, shows, given)).reply)
    await edit('shoe', seen)
    await expect(edit('sandal', seen)).rejects.toMatchObject({ status: 409, extra: { code: 'STALE' } })
    await edit('sandal', versionOf(act, (await run(test, shows, given)).reply))
  }
})

rule('what only says what it would do is no entry, and what writes without its --yes is one', async () => {
  const { test } = await aBusyShop()
  expect((await run(test, 'products.delete', { product: 'hook' })).entry).toBeNull()
  const { content } = (await run(test, 'synonyms.get', {})).reply as { content: string[] }
  const csv = `${[...content].join('')}\nfrobnicator,rope\n`
  expect((await run(test, 'synonyms.set', { csv })).entry).not.toBeNull()
})

it('nobody changes or deletes an entry', async () => {
  const { test } = await aBusyShop()
  await run(test, 'coupons.end', { key: 'TENOFF' })
  const { audit_entries: entries, audit_changes: changes } = test.shop.db.tables
  for (const write of [
    () => test.shop.db.transaction((tx) => tx.update(entries).set({ staff_name: 'Nobody' })),
    () => test.shop.db.transaction((tx) => tx.delete(entries)),
    () => test.shop.db.transaction((tx) => tx.update(changes).set({ label: null })),
  ])
    expect(await write().catch((error: Error) => String(error.cause ?? error))).toContain('append-only')
  const [row] = await test.shop.db.select({ entries: sql`count(*)`.mapWith(Number) }).from(entries)
  expect(row!.entries).toBe(1)
})

it('lists acts by act, person and row', async () => {
  const { test, rope } = await aBusyShop()
  await run(test, 'products.set', { product: 'rope', set: { name: 'Long rope' } })
  await run(test, 'coupons.end', { key: 'TENOFF' }, { ...MEERA, name: 'Ravi' })
  const list = async (filter: object) =>
    (
      (await run(test, 'audit.list', { limit: 50, ...filter })).reply as { act: string; summary: string }[]
    ).map(({ act, summary }) => [act, summary])
  expect(await list({})).toEqual([
    ['coupons.end', 'End a coupon: TENOFF'],
    ['products.set', 'Name of Long rope Rope → Long rope'],
  ])
  expect(await list({ staff: 'Ravi' })).toHaveLength(1)
  for (const shop_name of ['Meera', 'Meera Stores']) await run(test, 'settings.set', { set: { shop_name } })
  const [settings, first] = await list({})
  expect(settings).toEqual(['settings.set', 'Shop name Meera → Meera Stores'])
  expect(first).toEqual(['settings.set', 'Change settings'])
  expect(await list({ act: 'products.' })).toHaveLength(1)
  expect(await list({ of: 'products', key: String(rope.id) })).toHaveLength(1)
  expect(await list({ to: '2026-03-01' })).toEqual([])
})

rule('tells what became of a row, and why', async () => {
  const { test, rope } = await aBusyShop()
  const [plain] = rope.variants
  const rows = [{ variant: plain!.id, set: { stock: '-3' } }]
  await run(test, 'products.bulk', { rows, note: 'Damaged' })
  const { reply } = await run(test, 'audit.list', { of: 'variants', key: String(plain!.id) })
  expect(reply).toMatchObject([{ note: 'Damaged', row: { before: { stock: 8 }, after: { stock: 5 } } }])
})
