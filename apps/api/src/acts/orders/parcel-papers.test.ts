import Pdf from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { atTheDesk, placeOrder } from '../../../test/desk.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { changeOrder, getOrder } from './orders.ts'
import { rule } from '../../../test/rule.ts'

it('a label says what the courier needs: PIN, cash to collect, number, invoice, items; a packer prints parcels in hand only', async () => {
  const test = await shopForThisTest()
  const shirt = await aProduct(test, { name: 'Shirt', hsn: '620520' }, [{ price: 500_00, sku: 'SHIRT' }])
  const shopper = await aShopper(test)
  const place = async () =>
    (await shopper.place(shopper.order([item(shirt)], 599), crypto.randomUUID()).expect(201)).body.order_id
  const [first, second] = [await place(), await place()]
  const { order } = await getOrder(test.shop, first)
  const [packer, manager] = [await atTheDesk(test, 'packer'), await atTheDesk(test, 'manager')]
  const spy = vi.spyOn(Pdf.prototype, 'text')
  const print = async (who: typeof packer, paper: string, ids: readonly number[]) => {
    spy.mockClear()
    const query = ids.map((id) => `orders=${id}`).join('&')
    const { statusCode } = await who.call('GET', `/api/desk/orders/${paper}?${query}`)
    return { statusCode, text: spy.mock.calls.map(([text]) => text).join('\n') }
  }
  const label = await print(packer, 'label', [first, second])
  expect(label.statusCode).toBe(200)
  for (const text of [
    'COD ₹599 · COLLECT',
    `PIN ${order.shipping_zip}`,
    order.shipping_name,
    `Order ${order.order_number}`,
    '1 × Shirt, HSN 620520',
  ])
    expect(label.text).toContain(text)
  expect((await print(packer, 'pick-list', [first, second])).text).toContain(`#${first}, #${second}`)
  expect((await print(manager, 'manifest', [first])).statusCode).toBe(409)
  await changeOrder(test.shop, first, 'ship', { courier: 'Delhivery', tracking_number: 'DL123456' })
  expect((await print(packer, 'label', [first])).statusCode).toBe(404)
  expect((await print(manager, 'label', [first])).text).toContain('Delhivery AWB DL123456')
  expect((await print(manager, 'manifest', [first])).text).toMatch(/Manifest: Delhivery[^]*DL123456[^]*₹599/)
  await changeOrder(test.shop, first, 'deliver', {})
  expect((await print(manager, 'label', [first])).text).toContain('PREPAID')
  spy.mockRestore()
})

rule('an invoice is given its number by those who pack and ship; a viewer prints what there is', async () => {
  const test = await shopForThisTest()
  const id = await placeOrder(test)
  const viewer = await atTheDesk(test, 'viewer')
  const print = (who: typeof viewer) => who.call('POST', '/api/desk/orders/invoice', { orders: [String(id)] })
  const refused = await print(viewer)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    `Order ${id} has no invoice yet. It gets one from those who pack and ship.`,
  ])
  const missing = { month: '2026-03', issue_missing: true, yes: true }
  expect((await viewer.call('POST', '/api/desk/reports/gst', missing)).statusCode).toBe(403)
  expect((await getOrder(test.shop, id)).order.invoice_number).toBeNull()
  expect((await print(await atTheDesk(test, ['orders.read', 'orders.ship']))).statusCode).toBe(200)
  expect((await print(viewer)).statusCode).toBe(200)
})

rule('a packing slip carries the customer’s note; of a gift, nothing but that', async () => {
  const test = await shopForThisTest()
  const product = await aProduct(test)
  const shopper = await aShopper(test)
  const packer = await atTheDesk(test, 'packer')
  const spy = vi.spyOn(Pdf.prototype, 'text')
  const slip = async (wishes: object) => {
    const order = shopper.order([item(product)], 599, wishes)
    const { order_id } = (await shopper.place(order, crypto.randomUUID()).expect(201)).body
    spy.mockClear()
    const { statusCode } = await packer.call('GET', `/api/desk/orders/packing-slip?orders=${order_id}`)
    expect(statusCode).toBe(200)
    return spy.mock.calls.map(([text]) => text).join('\n')
  }
  expect(await slip({ customer_note: 'Ring the bell' })).toMatch(
    /Collect ₹599 in cash[^]*: Ring the bell[^]*Promised by \w{3} \d+ \w{3}/,
  )
  const gift = await slip({ is_gift: true, customer_note: 'Happy birthday!' })
  expect(gift).toContain('Happy birthday!')
  expect(gift).not.toMatch(/₹|gift|cash|collect|invoice/i)
  const parcels = (await packer.call('GET', '/api/desk/packing')).json()
  expect(parcels).toMatchObject([{ is_gift: false }, { is_gift: true, collect: 599 }])
  const papers = async (paper: string) => {
    spy.mockClear()
    await packer.call('GET', `/api/desk/orders/${paper}?orders=${parcels[1].id}`)
    return spy.mock.calls.map(([text]) => text).join('\n')
  }
  expect(await papers('pick-list')).toContain(`#${parcels[1].id} (gift)`)
  expect(await papers('label')).toContain('COD ₹599 · COLLECT')
  const long = shopper.order([item(product)], 599, { customer_note: 'x'.repeat(251) })
  expect((await shopper.place(long).expect(400)).body.message).toBe('Must have 250 characters at most')
})
