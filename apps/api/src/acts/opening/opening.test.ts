import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { openingGate } from '../../features/storefront/coming-soon.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { formatSortable } from '../../format.ts'
import { beginNewShop } from '../../features/settings/settings.store.ts'
import { openingActs } from './opening.ts'
import { rule } from '../../../test/rule.ts'

const SETTINGS = {
  shop_name: 'Meera Stores',
  'seller.legal_name': 'Meera Stores LLP',
  'seller.address': '14, Residency Road, Bengaluru 560025',
  'seller.state': 'Karnataka',
  'seller.grievance_officer': 'Meera Krishnan',
  'seller.grievance_email': 'complaints@meera.in',
  'contact.emails': 'help@meera.in',
}

rule('a new shop opens once it has what the law and an order need, and not before', async () => {
  const test = await shopForThisTest()
  await beginNewShop(test.shop.db)
  const owner = await atTheDesk(test)
  const show = async () => (await owner.call('GET', '/api/desk/opening')).json()
  const missing = async () =>
    (await show()).steps
      .filter(({ done, required }: { done: boolean; required: boolean }) => required && !done)
      .map(({ id }: { id: string }) => id)
  const open = () => owner.call('POST', '/api/desk/opening', {})
  expect(await missing()).toEqual(['name', 'seller', 'contact', 'products', 'mail'])
  const refused = await open()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Before the shop opens, it needs: name, seller, contact, products, mail.',
  ])
  expect((await owner.call('PATCH', '/api/desk/settings', { set: SETTINGS })).statusCode).toBe(200)
  await aProduct(test, { is_published: true, in_stock: true })
  expect(await missing()).toEqual(['mail'])
  const set = { 'limits.verified_contact': 'no' }
  expect((await owner.call('PATCH', '/api/desk/settings', { set })).statusCode).toBe(200)
  expect(await missing()).toEqual([])
  expect((await open()).statusCode).toBe(200)
  expect((await open()).json().message).toBe('The shop is open already.')
  const { body } = await test.get('/api/settings').expect(200)
  expect(body).toMatchObject({ is_set_up: true, settings: { shop_name: 'Meera Stores' } })
  const done = async () => (await show()).steps.filter((step: { done: boolean }) => step.done)
  expect(await done()).not.toContainEqual(expect.objectContaining({ id: 'products' }))
  for (const _ of [1, 2, 3, 4]) await aProduct(test, { is_published: true, in_stock: true })
  expect(await done()).toContainEqual({ id: 'products', done: true, required: false, count: 5 })
})

it('before it opens visitors get a page of 503, staff and the browser of a preview link the shop, and their orders are tests', async () => {
  const test = await shopForThisTest({ NODE_ENV: 'production' })
  await beginNewShop(test.shop.db)
  const owner = await atTheDesk(test)
  const gate = openingGate(test.shop)
  const shown = async (cookie = '') =>
    (await test.app.inject({ url: '/api/settings', headers: { cookie } })).json().is_set_up
  expect(await gate()).toMatchObject({ body: expect.stringContaining('We open soon') })
  const { link } = (await owner.call('POST', '/api/desk/opening/preview', {})).json()
  const scanned = await test.app.inject({ url: new URL(link).pathname })
  expect([scanned.statusCode, scanned.headers['location']]).toEqual([303, '/'])
  const cookie = String(scanned.headers['set-cookie']).split(';')[0]!
  for (const one of [cookie, owner.headers['cookie']])
    expect([await gate(one), await shown(one)]).toEqual(['preview', true])
  expect(await shown()).toBe(false)
  expect(typeof (await gate(cookie.replace(/=\d/, '=9')))).toBe('object')

  const set = { ...SETTINGS, 'limits.verified_contact': 'no' }
  expect((await owner.call('PATCH', '/api/desk/settings', { set })).statusCode).toBe(200)
  const rice = await aProduct(test, {}, [{ price: 299_00, stock: 5 }])
  const shopper = await aShopper(test)
  const { order_id } = (await shopper.place(shopper.order([item(rice, 2)], 2 * 299 + 49)).expect(201)).body
  const sales = async () =>
    (
      await owner.call('GET', `/api/desk/reports/sales?month=${formatSortable(test.shop.now()).slice(0, 7)}`)
    ).json()
  expect((await sales()).total).toMatchObject({ orders: 0, total_amount: 0 })
  const ship = { orders: [String(order_id)], courier: 'Speed Post' }
  const shipped = await owner.call('POST', '/api/desk/orders/ship', ship)
  const sheet = await owner.call('POST', '/api/desk/orders/ship-sheet', { sheet: `${order_id},AWB1,DTDC` })
  const invoiced = await owner.call('POST', '/api/desk/orders/invoice', { orders: [String(order_id)] })
  test.clock.advance(3 * 3600)
  expect(typeof (await gate(cookie))).toBe('object')
  // The process may die after any commit.
  const { db } = test.shop
  let commits = 0
  const transaction: typeof db.transaction = (work) => {
    commits += 1
    return db.transaction(work)
  }
  const who = { via: 'desk', staffId: owner.id, name: 'Owner', permissions: null } as const
  await openingActs.open({ ...test.shop, db: { ...db, transaction } }, {}, who)
  expect(commits).toBe(1)
  expect(await gate()).toBe('open')
  const order = (await owner.call('GET', `/api/desk/orders/${order_id}`)).json()
  expect([shipped, sheet, invoiced].map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
  expect([order.status, order.invoice_number]).toEqual(['CANCELLED', null])
  const { body } = await test.get(`/api/products/${rice.id}`).expect(200)
  expect(body.variants).toMatchObject([{ stock: 5 }])

  const act = (path: string) => owner.call('POST', `/api/desk/opening${path}`, {})
  test.clock.advance(60)
  expect((await act('/close')).statusCode).toBe(200)
  expect(await gate()).toMatchObject({ body: expect.stringContaining('We open soon') })
  expect([await shown(), (await act('/close')).statusCode]).toEqual([false, 409])
  expect((await act('')).statusCode).toBe(200)
  expect(await gate()).toBe('open')
  await shopper.place(shopper.order([item(rice, 1)], 299 + 49)).expect(201)
  const late = await act('/close')
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringContaining('Customers have ordered.'),
  ])
})
