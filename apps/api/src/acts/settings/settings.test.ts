import { expect, it } from 'vitest'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { settingActs } from './settings.ts'

const WHO = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const

it('several settings are changed at once, all or none, and what is wrong is named', async () => {
  const { shop } = await shopForThisTest()
  const change = (set: Record<string, string>) => settingActs.set(shop, { set }, WHO)
  expect(await change({ 'delivery.charge': '49', shop_name: 'Meera Stores' })).toEqual({
    values: { 'delivery.charge': 49, shop_name: 'Meera Stores' },
    notices: [],
  })
  await expect(change({ shop_name: 'Other', 'delivery.charge': 'free' })).rejects.toMatchObject({
    status: 400,
    extra: { errors: [{ path: 'delivery.charge', message: expect.stringContaining('₹') }] },
  })
  const { shop_name, delivery } = await readSettings(shop.db)
  expect([shop_name, delivery.charge]).toEqual(['Meera Stores', 49_00])
})
