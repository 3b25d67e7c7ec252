import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

it('lets members save views of the lists that they see, full only by their own, and the owner remove shared ones', async () => {
  const test = await shopForThisTest()
  const owner = await atTheDesk(test)
  const manager = await atTheDesk(test, 'manager')
  const packer = await atTheDesk(test, 'packer')
  const view = { list: 'orders', name: 'Shipped', search: 'status=SHIPPED', is_shared: true }
  const save = (desk: typeof owner) => desk.call('POST', '/api/desk/views', view)
  const remove = async (desk: typeof owner, id: number) =>
    (await desk.call('DELETE', `/api/desk/views/${id}`, {})).statusCode
  expect((await save(packer)).statusCode).toBe(403)
  for (let saved = 0; saved < 30; saved++) expect((await save(manager)).statusCode).toBe(200)
  expect((await save(manager)).statusCode).toBe(409)
  const { id } = (await save(owner)).json()
  const [first] = (await owner.call('GET', '/api/desk/views?list=orders')).json()
  expect([await remove(manager, id), await remove(owner, first.id)]).toEqual([404, 200])
})
