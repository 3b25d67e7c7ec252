import { describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { runOutbox } from '../mail/outbox.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orderAlerts } from '../orders/order-alerts.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { reportLowStock, reportUnconfirmedOrders } from './alerts.ts'

const OWNER = 'owner@meera.example'
/** The provider of test shops brings no money. */
const TEST_MARK = ' (test bank: no money)'

async function aShopWithAlerts(low_stock: number | null = null, email: string | null = OWNER) {
  const test = await shopForThisTest()
  await test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, alerts: { email, low_stock } }),
  )
  const info = vi.fn<(line: object, message: string) => void>()
  const warn = vi.fn<(line: object, message: string) => void>()
  Object.assign(test.shop.log, { info, warn })
  /** The mails that the merchant has got since the last call. */
  const mails = async () => {
    await runOutbox(test.shop, MAIL_KINDS)
    return test.mail.messages.splice(0).filter(({ to }) => to === OWNER)
  }
  return { test, mails, info, warn }
}

async function place(test: TestShop, payment_method = 'COD', quantity = 1) {
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const body = shopper.order([item(product, quantity)], 500 * quantity + 99, { payment_method })
  const { body: order } = await shopper.place(body).expect(201)
  return order as { order_id: number; order_number: string }
}

it('tells of a new order once, by mail and in the log', async () => {
  const { test, mails, info } = await aShopWithAlerts()
  const { order_id, order_number } = await place(test, 'COD', 3)
  const subject = `New order ${order_number}: ₹1,599, 3 pieces, cash on delivery`
  const [mail, ...others] = await mails()
  expect(mail).toMatchObject({ to: OWNER, subject })
  expect(mail?.text).toMatch(/^3 × Product \d+/)
  expect(mail?.text).toMatch(
    /\nDeliver to .+, Bengaluru, Karnataka 560001\.\nPhone (\d{10}), WhatsApp https:\/\/wa\.me\/91\1\n/,
  )
  expect(mail?.text).toContain(`Details: haat orders show ${order_number}`)
  expect(others).toEqual([])
  expect(info).toHaveBeenCalledWith({ alert: 'new_order', order_id }, subject)
  expect(await mails()).toEqual([])
})

it('tells of an online order when it is paid, and of a refund that is due', async () => {
  const { test, mails, warn } = await aShopWithAlerts()
  const { order_id, order_number } = await place(test, 'ONLINE')
  expect(await mails()).toEqual([])
  const move = (event: 'pay' | 'cancel') =>
    test.shop.db.transaction((tx) => moveOrder(tx, order_id, event, { now: test.clock.now() }))
  await move('pay')
  expect(await mails()).toMatchObject([
    { subject: `New order ${order_number}: ₹599, 1 piece, paid online${TEST_MARK}` },
  ])
  await move('cancel')
  const subject = `Refund due for order ${order_number}: ₹599${TEST_MARK}`
  expect(await mails()).toMatchObject([
    { subject, text: expect.stringContaining(`haat orders refund ${order_number}`) },
  ])
  expect(warn).toHaveBeenCalledWith({ alert: 'refund_due', order_id }, subject)
})

it('tells of a payment of another amount', async () => {
  const { test, mails } = await aShopWithAlerts()
  const { order_id, order_number } = await place(test, 'ONLINE')
  const alert = { alert: 'amount_mismatch' as const, order_id, amount: 1_00 }
  await test.shop.db.transaction((tx) => orderAlerts.enqueue(tx, alert, 'mismatch'))
  const [mail] = await mails()
  expect(mail?.subject).toBe(`Payment of ₹1 for order ${order_number} does not match${TEST_MARK}`)
  expect(mail?.text).toContain(`reports ₹1, but order ${order_number} costs ₹599`)
})

describe('low stock', () => {
  it('is reported once for each time a variant falls to the limit', async () => {
    const { test, mails } = await aShopWithAlerts(5)
    const { variants } = test.shop.db.tables
    const setStock = (stock: number) => test.shop.db.transaction((tx) => tx.update(variants).set({ stock }))
    const report = async () => {
      await reportLowStock(test.shop)
      return (await mails()).map(({ subject }) => subject)
    }
    await aProduct(test, { name: 'Lamp' }, [{ sku: 'L-1', color: 'Red' }])
    await aProduct(test, { name: 'Hidden', is_published: false }, [{ stock: 0 }])
    await setStock(6)
    expect(await report()).toEqual([])
    await setStock(5)
    expect(await report()).toEqual(['Low stock: Lamp (Red) (L-1), 5 left'])
    await setStock(0)
    expect(await report()).toEqual([])
    await setStock(20)
    expect(await report()).toEqual([])
    test.clock.advance(1)
    await setStock(0)
    expect(await report()).toEqual(['Low stock: Lamp (Red) (L-1), sold out'])
  })

  it('of many variants is one mail, and of none where the setting is off', async () => {
    const { test, mails } = await aShopWithAlerts(50)
    await aProduct(
      test,
      {},
      Array.from({ length: 120 }, () => ({})),
    )
    await reportLowStock(test.shop)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Low stock: 120 products')
    expect(mail?.text).toContain('And 20 more: haat stock low')
    const off = await aShopWithAlerts(null)
    await aProduct(off.test, {}, [{ stock: 0 }])
    await reportLowStock(off.test.shop)
    expect(await off.mails()).toEqual([])
  })
})

it('without an address logs only', async () => {
  const { test, mails, info } = await aShopWithAlerts(null, null)
  const { order_id } = await place(test)
  expect(await mails()).toEqual([])
  expect(info).toHaveBeenCalledWith({ alert: 'new_order', order_id }, expect.stringContaining('New order'))
})

it('tells once a day of new cash on delivery orders that hold more than a third of a product', async () => {
  const { test, mails } = await aShopWithAlerts()
  const product = await aProduct(test, { name: 'Kettle' }, [{ stock: 40 }])
  const report = async () => {
    await reportUnconfirmedOrders(test.shop)
    return (await mails()).map(({ subject }) => subject).filter((subject) => subject.includes('Kettle'))
  }
  const buy = async (quantity: number): Promise<number> => {
    const shopper = await aShopper(test)
    const body = shopper.order([item(product, quantity)], 500 * quantity + 99)
    return (await shopper.place(body).expect(201)).body.order_id
  }
  await buy(13)
  expect(await report()).toEqual([])
  const id = await buy(1)
  const told = ['New cash on delivery orders hold 14 of 40 pieces of Kettle']
  expect(await report()).toEqual(told)
  expect(await report()).toEqual([])
  test.clock.advance(86_400)
  expect(await report()).toEqual(told)
  test.clock.advance(86_400)
  await test.shop.db.transaction((tx) => moveOrder(tx, id, 'process', { now: test.clock.now() }))
  expect(await report()).toEqual([])
})
