import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { beginNewShop } from '../../features/settings/settings.store.ts'

const SETTINGS = {
  shop_name: 'Meera Stores',
  'seller.legal_name': 'Meera Stores LLP',
  'seller.address': '14, Residency Road, Bengaluru 560025',
  'seller.state': 'Karnataka',
  'seller.grievance_officer': 'Meera Krishnan',
  'seller.grievance_email': 'complaints@meera.in',
  'contact.emails': 'help@meera.in',
}

it('a new shop opens once it has what the law and an order need, and not before', async () => {
  const test = await shopForThisTest()
  await beginNewShop(test.shop.db)
  const owner = await atTheDesk(test)
  const show = async () => (await owner.call('GET', '/api/desk/opening')).json()
  const missing = async () =>
    (await show()).steps
      .filter(({ done, required }: { done: boolean; required: boolean }) => required && !done)
      .map(({ id }: { id: string }) => id)
  const open = () => owner.call('POST', '/api/desk/opening', {})
  expect(await missing()).toEqual(['name', 'seller', 'contact', 'products'])
  const refused = await open()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Before the shop opens, it needs: name, seller, contact, products.',
  ])
  expect((await owner.call('PATCH', '/api/desk/settings', { set: SETTINGS })).statusCode).toBe(200)
  await aProduct(test, { is_published: true, in_stock: true })
  expect(await missing()).toEqual([])
  expect((await open()).statusCode).toBe(200)
  expect((await open()).json().message).toBe('The shop is open already.')
  const { body } = await test.get('/api/settings').expect(200)
  expect(body).toMatchObject({ is_set_up: true, settings: { shop_name: 'Meera Stores' } })
})
