import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { writeSettings } from '../../features/settings/settings.store.ts'
import { runOutbox } from '../../features/mail/outbox.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { toInvoice } from '../../features/invoices/invoices.ts'
import { findWholeOrders } from '../../features/orders/orders.store.ts'
import { gstReport } from '../reports/gst-report.ts'
import { changeOrder, returnItems } from './orders.ts'

const GSTIN = '29ABCDE1234F1Z5'

/** Two shirts at ₹500 and one belt at ₹300, delivered for ₹99 and paid online. */
async function setUp() {
  const test = await shopForThisTest()
  const { shop } = test
  const seller = { ...DEFAULT_SETTINGS.seller, gstin: GSTIN, state: 'Karnataka' }
  await shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, seller }))
  const shopper = await aShopper(test)
  const shirt = await aProduct(test, { name: 'Shirt', gst_rate: 5 }, [{ sku: 'SHIRT', stock: 10 }])
  const belt = await aProduct(test, { name: 'Belt', gst_rate: 18 }, [
    { sku: 'BELT', price: 300_00, stock: 10 },
  ])
  const paid = await payOnline(test, shopper, [item(shirt, 2), item(belt)], 1399)
  await paid.sendCallback().expect(200)
  const { order_id: id, order } = paid
  const owner = await atTheDesk(test)
  const refund = async (body: object) => {
    const reply = await owner.call('POST', `/api/desk/orders/${id}/refund-part`, body)
    return { status: reply.statusCode, body: reply.json() }
  }
  const deliver = async () => {
    await changeOrder(shop, id, 'ship', { courier: 'Self' })
    await changeOrder(shop, id, 'deliver', {})
  }
  const notes = async () => {
    const [found] = await findWholeOrders(shop.db, [id])
    const credits = found!.documents.filter(({ kind }) => kind === 'credit_note')
    return credits.map((document) => toInvoice(document, found!))
  }
  return { test, shop, shopper, shirt, belt, id, order, refund, deliver, notes, owner }
}

it('splits an amount over the items, with a credit note that the GST report takes off', async () => {
  const { shop, shirt, order, refund, deliver, notes } = await setUp()
  await deliver()
  const { status, body } = await refund({ amount: 130.01, note: 'Sorry for the scratch' })
  expect(status).toBe(200)
  expect(body.items).toMatchObject([{ reduced_by: 100.01 }, { reduced_by: 30 }])
  expect(await order()).toMatchObject({
    ...{ order_status: 'DELIVERED', refund_due_amount: 130.01, credit_notes: [expect.any(String)] },
    order_items: [
      { returned: 0, reduced_by: 100.01 },
      { returned: 0, reduced_by: 30 },
    ],
  })
  expect((await order()).events.at(-1)).toMatchObject({
    ...{ kind: 'refunded_in_part', note: 'Sorry for the scratch' },
  })
  expect((await stockNow(shop.db)).get(shirt.variant.id)).toBe(8)
  const [note] = await notes()
  expect(note).toMatchObject({
    items: [{ quantity: 0 }, { quantity: 0 }],
    taxed: { total: { amount: 130_01 } },
  })
  const now = shop.now().getTime()
  const report = await gstReport(shop, { from: new Date(now - 1000), to: new Date(now + 86_400_000) })
  expect(report.credited.amount).toBe(130_01)
  expect(report.hsn.reduce((sum, { amount }) => sum + amount, 0)).toBe(1399_00 - 130_01)
  await checkInvariants(shop.db)
})

it('lets a later return refund only what is left of a piece, to the last paisa', async () => {
  const { shop, id, order, refund, deliver, notes } = await setUp()
  await deliver()
  expect((await refund({ item: ['SHIRT'], amount: 100 })).status).toBe(200)
  await returnItems(shop, id, ['SHIRT=1'], {})
  expect(await order()).toMatchObject({ refund_due_amount: 550, order_items: [{ returned: 1 }, {}] })
  expect((await refund({ item: ['BELT'] })).status).toBe(200)
  await returnItems(shop, id, [], { with_delivery: true })
  expect(await order()).toMatchObject({ order_status: 'RETURNED', refund_due_amount: 1399 })
  const credited = await notes()
  expect(credited.map(({ taxed }) => taxed.total.amount)).toEqual([100_00, 450_00, 300_00, 549_00])
  const [found] = await findWholeOrders(shop.db, [id])
  const invoice = toInvoice(found!.documents[0]!, found!)
  for (const tax of ['cgst', 'sgst', 'igst', 'taxable'] as const)
    expect(credited.reduce((sum, { taxed }) => sum + taxed.total[tax], 0)).toBe(invoice.taxed.total[tax])
  await checkInvariants(shop.db)
})

it('gives back the delivery charge once, and pieces at what they cost', async () => {
  const { order, refund, deliver, shop } = await setUp()
  await deliver()
  expect((await refund({ item: ['1=1'], with_delivery: true })).status).toBe(200)
  expect(await order()).toMatchObject({ refund_due_amount: 599 })
  expect((await refund({ with_delivery: true })).body.message).toContain('no delivery charge left')
  await checkInvariants(shop.db)
})

it('says of the delivery charge of goods that came back nothing that is true of kept goods alone', async () => {
  const { test, shop, id, refund, deliver } = await setUp()
  await deliver()
  await returnItems(shop, id, [], {})
  test.clock.advance(120)
  await runOutbox(shop, MAIL_KINDS)
  test.mail.messages.length = 0
  expect((await refund({ with_delivery: true })).status).toBe(200)
  test.clock.advance(120)
  await runOutbox(shop, MAIL_KINDS)
  const [mail] = test.mail.messages.filter(({ subject }) => subject.includes('is refunded'))
  expect(mail?.text).toMatch(
    /We give back part of what you paid[^]*₹99 for the delivery goes back[^]*- Delivery = ₹99/,
  )
  expect(mail?.text).not.toContain('You keep')
})

it('refuses more than was paid, what is not paid or not shipped, and nothing at all', async () => {
  const { shop, shopper, shirt, refund, deliver, owner } = await setUp()
  expect((await refund({ amount: 10 })).body.message).toContain('once it is shipped')
  await deliver()
  expect((await refund({})).status).toBe(400)
  expect((await refund({ item: ['BELT'], amount: 300.01 })).status).toBe(409)
  expect((await refund({ amount: 1300.01 })).body.message).toContain('₹1,300')
  expect((await refund({ amount: 1300 })).status).toBe(200)
  expect((await refund({ amount: 0.01 })).status).toBe(409)
  expect((await refund({ item: ['BELT'] })).status).toBe(409)
  const { order_id } = (await shopper.place(shopper.order([item(shirt)], 599)).expect(201)).body
  await changeOrder(shop, order_id, 'ship', { courier: 'Self' })
  const unpaid = await owner.call('POST', `/api/desk/orders/${order_id}/refund-part`, { amount: 10 })
  expect(unpaid.json().message).toContain('is not paid yet')
  await checkInvariants(shop.db)
})
