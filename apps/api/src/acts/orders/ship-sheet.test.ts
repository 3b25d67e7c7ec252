import { expect, it } from 'vitest'
import { atTheDesk, placeOrder } from '../../../test/desk.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { getOrder } from './orders.ts'
import { rule } from '../../../test/rule.ts'

rule(
  "ships the orders of a courier's sheet, says first what will happen, and refuses line by line",
  async () => {
    const test = await shopForThisTest()
    const ids = [await placeOrder(test), await placeOrder(test), await placeOrder(test)]
    const [first, second, third] = await Promise.all(
      ids.map(async (id) => (await getOrder(test.shop, id)).order),
    )
    const desk = await atTheDesk(test, 'manager')
    const send = async (sheet: string, more = {}) =>
      (await desk.call('POST', '/api/desk/orders/ship-sheet', { sheet, ...more })).json()
    const sheet = [
      'AWB No,Order Number,Pieces,Courier',
      `DL1,${first!.order_number},1,Delhivery`,
      `DL1,${second!.order_number},1,Delhivery`,
      `DL3,#${third!.id},1,`,
      'DL4,999999,1,Delhivery',
      `DL5,${first!.order_number},1,Delhivery`,
    ].join('\n')
    const trial = await send(sheet, { dry_run: true, courier: 'Blue Dart' })
    const problems = [
      null,
      expect.stringContaining('Another line'),
      null,
      expect.stringContaining('no order 999999'),
      expect.stringContaining('twice'),
    ]
    expect(trial.map(({ problem }: { problem: string }) => problem)).toEqual(problems)
    expect((await getOrder(test.shop, first!.id)).order.status).toBe('CONFIRMED')
    expect(
      (await send(sheet, { courier: 'Blue Dart' })).map(({ problem }: { problem: string }) => problem),
    ).toEqual(problems)
    expect((await getOrder(test.shop, first!.id)).order).toMatchObject({
      status: 'SHIPPED',
      courier: 'Delhivery',
      tracking_number: 'DL1',
    })
    expect((await getOrder(test.shop, third!.id)).order).toMatchObject({
      status: 'SHIPPED',
      courier: 'Blue Dart',
    })
    const again = await send(`${first!.order_number}\tDL9\tDelhivery`)
    expect(again).toMatchObject([{ problem: expect.stringContaining('is “On the way”') }])
  },
)

it('reads quoted cells and headings of files, and refuses a number that a spreadsheet has shortened', async () => {
  const test = await shopForThisTest()
  const { order } = await getOrder(test.shop, await placeOrder(test))
  const desk = await atTheDesk(test, 'manager')
  const trial = async (tracking: string) => {
    const sheet = `address,awb_number,order_number\r\n"12, MG Road\nPune",${tracking},${order.order_number}\r\n`
    const body = { sheet, courier: 'Delhivery', dry_run: true }
    return (await desk.call('POST', '/api/desk/orders/ship-sheet', body)).json()
  }
  expect(await trial('DL7')).toMatchObject([{ id: order.id, tracking: 'DL7', problem: null }])
  expect(await trial('1.23457E+13')).toMatchObject([{ problem: expect.stringContaining('as text') }])
  expect(await trial('"DL7')).toMatchObject({ message: expect.stringContaining('quotation mark') })
})
