import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

it('finds each kind by what people have at hand, for those who may read it', async () => {
  const test = await shopForThisTest()
  const rice = await aProduct(test, { name: 'Sona rice' }, [{ price: 299_00, stock: 9, sku: 'RICE-5' }])
  const shopper = await aShopper(test, { name: 'Latha Menon', phone_number: '9812345670' })
  const place = async (pieces: number) =>
    (await shopper.place(shopper.order([item(rice, pieces)], 299 * pieces + 99)).expect(201)).body
      .order_id as number
  const [shipped, open] = [await place(1), await place(2)]
  const owner = await atTheDesk(test)
  const ship = { orders: [String(shipped)], courier: 'Blue Dart', tracking: 'AWB77001' }
  expect((await owner.call('POST', '/api/desk/orders/ship', ship)).statusCode).toBe(200)

  const finder = (user: typeof owner) => async (q: string) => {
    const { body } = await user.call('GET', `/api/desk/find?q=${encodeURIComponent(q)}`)
    return JSON.parse(body).map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`)
  }
  const asOwner = finder(owner)
  expect(await asOwner('awb77001')).toEqual([`order ${shipped}`])
  expect(await asOwner(`#${open}`)).toContain(`order ${open}`)
  expect(await asOwner('98123 45670')).toEqual([
    `order ${open}`,
    `order ${shipped}`,
    `customer ${shopper.customer.id}`,
  ])
  expect(await asOwner('rice-5')).toEqual([`product ${rice.id}`])

  const asPacker = finder(await atTheDesk(test, 'packer'))
  expect(await asPacker(`#${open}`)).toEqual([`parcel ${open}`])
  for (const text of ['awb77001', 'rice-5', shopper.customer.email]) expect(await asPacker(text)).toEqual([])
  const asReader = finder(await atTheDesk(test, ['products.read']))
  expect(await asReader('latha')).toEqual([])
})
