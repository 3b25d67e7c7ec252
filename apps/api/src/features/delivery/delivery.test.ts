import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { anAddress, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { deliveryActs } from '../../acts/delivery/delivery-acts.ts'
import { changeSettings } from '../../acts/settings/settings.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { usualDays } from './delivery.ts'
import { districtOf } from './districts.ts'

const WHO = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const

async function setUp() {
  const test = await shopForThisTest()
  const set = (area: string, values: object) => deliveryActs.set(test.shop, { area, ...values }, WHO)
  const to = async (pincode: string) =>
    (await test.get('/api/delivery').query({ pincode }).expect(200)).body.delivery
  return { test, set, to }
}

it.each([
  ['560025', 'Bengaluru'],
  ['110092', 'New Delhi'],
  ['400703', 'Navi Mumbai'],
  ['682001', 'Ernakulam'],
  ['999999', null],
  ['100000', null],
])('the post office of %s is in %s', (pincode, district) => {
  expect(districtOf(pincode)).toBe(district)
})

it.each([
  ['Karnataka', '560001', 1, 2],
  ['Karnataka', '570001', 2, 3],
  ['Maharashtra', '400001', 2, 4],
  ['Uttar Pradesh', '226001', 3, 6],
  ['Assam', '781001', 5, 9],
  ['Karnataka', '900001', 5, 9],
])('from Bengaluru to %s %s it usually takes %d to %d days', (state, pincode, from, last) => {
  expect(usualDays(DEFAULT_SETTINGS, { state, pincode })).toEqual({ from, to: last })
})

it('tells a shopper days, charge and cash, and takes the smallest area that says something', async () => {
  const { test, set, to } = await setUp()
  // A Saturday: the parcel leaves on Monday.
  test.clock.set(new Date('2026-11-28T09:00:00+05:30'))
  expect(await to('226001')).toEqual({
    ...{ pincode: '226001', city: 'Lucknow', state: 'Uttar Pradesh' },
    ...{ served: true, problem: null, cod: true, charge: 99 },
    arrives: { from: '2026-12-03', to: '2026-12-07' },
  })
  await set('Uttar Pradesh', { days: '2', charge: '149.50', cod: 'no' })
  await set('226', { cod: 'yes' })
  expect(await to('226001')).toMatchObject({
    ...{ cod: true, charge: 149.5 },
    arrives: { from: '2026-12-02', to: '2026-12-02' },
  })
  expect(await to('201301')).toMatchObject({ city: 'Noida', cod: false })
  await set('226001', { served: 'no' })
  const problem = 'We do not deliver to 226001 yet. Please choose another address.'
  expect(await to('226001')).toMatchObject({ served: false, problem, cod: false, arrives: null })
  await changeSettings(test.shop, { 'delivery.areas': 'Karnataka', 'delivery.dispatch_days': '0' })
  expect(await to('201301')).toMatchObject({ served: false })
  await set('201', { served: 'yes' })
  expect(await to('201301')).toMatchObject({ served: true, arrives: { to: '2026-12-01' } })
  await test.get('/api/delivery').query({ pincode: '12345' }).expect(400)
})

it('promises nothing to a PIN code that does not exist, unless the merchant names it', async () => {
  const { set, to } = await setUp()
  const problem = 'PIN code 999999 does not exist.'
  expect(await to('999999')).toMatchObject({ served: false, problem, cod: false, arrives: null })
  expect(await to('900056')).toMatchObject({ served: true, problem: null })
  await set('999999', { served: 'yes' })
  expect(await to('999999')).toMatchObject({ served: true })
})

it('an order costs what its area costs, keeps its days, and is refused where nothing goes', async () => {
  const { test, set } = await setUp()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ price: 500_00, stock: 9 }])
  const { id } = await anAddress(test, shopper.customer, { state: 'Kerala', pincode: '682001' })
  const place = (total: number) =>
    shopper.place(shopper.order([item(product)], total, { address_id: id }), randomUUID())
  await set('Kerala', { charge: '150', days: '3-5' })
  expect((await place(599).expect(409)).body).toMatchObject({
    code: 'PRICE_CHANGED',
    totals: { total_shipping_price: 150 },
  })
  const { body } = await place(650).expect(201)
  const read = async () => (await shopper.get(`/api/orders/${body.order_id}`).expect(200)).body.order
  const { arrives } = await read()
  expect(arrives.from < arrives.to).toBe(true)
  await set('Kerala', { days: '9' })
  expect((await read()).arrives).toEqual(arrives)
  await set('682', { cod: 'no' })
  expect((await place(650).expect(409)).body.code).toBe('COD_NOT_OFFERED')
  await set('682001', { served: 'no' })
  expect((await place(650).expect(409)).body.code).toBe('NOT_DELIVERED')
})

it('a file sets many areas at once, with the lines of what is wrong', async () => {
  const { test, set } = await setUp()
  const load = (csv: string, replace = false) => deliveryActs.import(test.shop, { csv, replace }, WHO)
  await set('Kerala', { days: '3-5' })
  const csv = 'Pincode,COD,Serviceable\n560001,Y,Y\n560002,N,Y\n793001,N,N\n'
  expect(await load(csv)).toEqual({ set: 3, removed: 0 })
  expect(await deliveryActs.list(test.shop, { limit: 2 }, WHO)).toMatchObject({
    total: 4,
    rules: [{ area: '560001' }, { area: '560002', cod: false, served: true }],
  })
  expect(await load(csv, true)).toEqual({ set: 3, removed: 1 })
  await set('Kerala', { charge: '79', days: '3-5' })
  const { content } = await deliveryActs.get(test.shop, {}, WHO)
  expect(await load((content as string[]).join(''), true)).toEqual({ set: 4, removed: 0 })
  for (const [file, sentence] of [
    ['pincode,days\n560001,soon\n', 'Line 2: days: give working days'],
    ['pincode,days\nAtlantis,2\n', 'Line 2: "Atlantis" is neither'],
    ['a,b\n1,2\n', 'The first line names the columns'],
    ['pincode,charge\n560001,-4\n', 'Line 2: charge: give an amount'],
    ['pin,days\n560001,2\n560002,2\n560001,2\n560001,3\n', 'Lines 2 and 5: two different rules for 560001'],
  ] as const)
    await expect(load(file)).rejects.toThrow(sentence)
  const two = 'pin,days\n560001,soon\n560002,2\nAtlantis,2\n560002,3\n'
  await expect(load(two)).rejects.toThrow(/^Line 2: .*\nLine 4: .*\nLines 3 and 5: .*$/)
  const bad = await load(`pin,days\n${'1,1\n'.repeat(22)}`).catch((error: Error) => error.message)
  expect(String(bad).split('\n').slice(19)).toEqual([expect.stringMatching(/^Line 21: /), 'And 2 more.'])
  expect(await set('Kerala', { charge: 'none', days: 'none' })).toEqual({ set: 0, removed: 1 })
})
