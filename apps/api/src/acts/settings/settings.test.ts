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
  const wrong = { 'contact.emails': 'help@', 'contact.phones': '12345', shop_name: 'Other' }
  await expect(change(wrong)).rejects.toMatchObject({
    extra: { errors: [{ path: 'contact.emails' }, { path: 'contact.phones' }] },
  })
  const days = (from: string, until: string) => change({ 'closed.from': from, 'closed.until': until })
  for (const [from, until, path] of [
    ['2026-12-24', 'none', 'closed.until'],
    ['none', '2027-01-02', 'closed.from'],
    ['2026-12-24', '2026-12-24', 'closed.until'],
    ['24.12.', '2027-01-02', 'closed.from'],
  ] as const)
    await expect(days(from, until)).rejects.toMatchObject({ status: 400, extra: { errors: [{ path }] } })
  await days('2026-12-24', '2027-01-02')
  const { shop_name, delivery, closed } = await readSettings(shop.db)
  expect([shop_name, delivery.charge]).toEqual(['Meera Stores', 49_00])
  expect(closed).toEqual({ from: '2026-12-24', until: '2027-01-02', message: '' })
})
