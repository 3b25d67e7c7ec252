/** Where a shop delivers, a business that buys, and cash that is rounded. */
import type { AllSettings } from '@haat/contract/settings'
import { expect, it } from 'vitest'
import { anAddress, aProduct } from '../../../test/factories.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { toInvoice } from '../invoices/invoices.ts'
import { findRefunds } from '../payments/refunds.store.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { moveOrder } from './move-order.ts'
import { orderMail } from './order-mail.ts'
import { findOrder } from './orders.store.ts'
import { findMailedOrder } from './order-mail.store.ts'
import { mailShop } from '../mail/mail-layout.ts'
import type { OrderEventName } from './transition.ts'

async function setUp(changes: Partial<AllSettings>) {
  const test = await shopForThisTest()
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, ...changes }))
  const shopper = await aShopper(test)
  const product = await aProduct(test, { hsn: '4820', gst_rate: 18 }, [{ price: 1121_40, stock: 20 }])
  // ₹1,121.40 and ₹99 for delivery.
  const order = (more: object = {}) => shopper.order([item(product)], 1220.4, more)
  const move = (id: number, event: OrderEventName) =>
    test.shop.db.transaction((tx) => moveOrder(tx, id, event, { now: test.shop.now() }))
  const wire = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  return { test, db: test.shop.db, shopper, product, order, move, wire }
}

it('delivers only where the shop says', async () => {
  const areas = ['Karnataka', '6000']
  const { test, shopper, order } = await setUp({ delivery: { ...DEFAULT_SETTINGS.delivery, areas } })
  const at = (state: string, pincode: string) => anAddress(test, shopper.customer, { state, pincode })
  const madurai = await at('Tamil Nadu', '625001')
  const refused = await shopper.place(order({ address_id: madurai.id })).expect(409)
  expect(refused.body).toMatchObject({
    code: 'NOT_DELIVERED',
    message:
      'We deliver only to Karnataka and PIN codes that begin with 6000. Please choose an address there.',
  })
  const chennai = await at('Tamil Nadu', '600001')
  await shopper.place(order({ address_id: chennai.id })).expect(201)
  await shopper.place(order()).expect(201)
  const { body } = await test.get('/api/settings').expect(200)
  expect(body.settings.delivery.areas).toEqual(areas)
})

it('bills a business under its GSTIN, which must be right and of the state of the address', async () => {
  const { db, shopper, order, move, wire } = await setUp({})
  const mistyped = await shopper.place(order({ buyer_gstin: '29ABCDE1234F1Z5' })).expect(400)
  expect(mistyped.body.message).toMatch(/typing mistake/)
  const elsewhere = await shopper.place(order({ buyer_gstin: '32ABCDE1234F1Z9' })).expect(400)
  expect(elsewhere.body.message).toMatch(/belongs to Kerala, but the order goes to Karnataka/)
  const business = { buyer_gstin: ' 29abcde1234f1zw ', buyer_company: 'Rao & Sons' }
  const { body } = await shopper.place(order(business)).expect(201)
  const billed = { buyer_gstin: '29ABCDE1234F1ZW', buyer_company: 'Rao & Sons' }
  expect(await wire(body.order_id)).toMatchObject(billed)
  for (const event of ['process', 'ship'] as const) await move(body.order_id, event)
  const found = (await findOrder(db, shopper.customer.id, body.order_id))!
  expect(toInvoice(found.documents[0]!, found).order).toMatchObject(billed)
  const { body: plain } = await shopper.place(order({ ...business, buyer_gstin: '' }), 'another').expect(201)
  expect(await wire(plain.order_id)).toMatchObject({ buyer_gstin: null, buyer_company: null })
})

it('keeps a note and the wish for a gift, and mails the note; without them an order has none', async () => {
  const { test, db, shopper, order, wire } = await setUp({})
  const { body } = await shopper.place(order({ customer_note: ' Ring the bell ', is_gift: true })).expect(201)
  expect(await wire(body.order_id)).toMatchObject({ customer_note: 'Ring the bell', is_gift: true })
  const mail = orderMail(await mailShop(test.shop), 'confirmed', (await findMailedOrder(db, body.order_id))!)
  expect(mail.text).toContain('Your note: Ring the bell')
  const { body: plain } = await shopper.place(order({ customer_note: '' }), 'another').expect(201)
  expect(await wire(plain.order_id)).toMatchObject({ customer_note: null, is_gift: false })
})

it('collects whole rupees where the merchant rounds cash; totals and tax stay exact', async () => {
  const payments = { ...DEFAULT_SETTINGS.payments, round_cash: true }
  const { test, db, shopper, product, order, move, wire } = await setUp({ payments })
  const { order_id: id } = (await shopper.place(order()).expect(201)).body
  expect(await wire(id)).toMatchObject({ total_amount: 1220.4, round_off: -0.4 })
  const mail = orderMail(await mailShop(test.shop), 'confirmed', (await findMailedOrder(db, id))!)
  expect(mail.text).toContain('Please keep ₹1,220 ready')
  expect(mail.text).toContain('Total: ₹1,220.40\nTo pay in cash: ₹1,220')
  for (const event of ['process', 'ship', 'out_for_delivery', 'deliver'] as const) await move(id, event)
  await test.shop.db.transaction((tx) =>
    moveOrder(tx, id, 'return', { now: test.shop.now(), returned: { with_delivery: true } }),
  )
  const found = (await findOrder(db, shopper.customer.id, id))!
  const stated = found.documents.map((document) => toInvoice(document, found))
  expect(stated).toMatchObject([
    { paper: 'invoice', round_off: -40, taxed: { total: { amount: 1220_40 } } },
    { paper: 'credit_note', round_off: -40, taxed: { total: { amount: 1220_40 } } },
  ])
  expect(await findRefunds(db, id)).toMatchObject([{ amount: 1220_00, state: 'DUE' }])
  const paid = await payOnline(test, shopper, [item(product)], 1220.4)
  expect(await wire(paid.order_id)).toMatchObject({ round_off: 0 })
  await checkInvariants(db)
})
