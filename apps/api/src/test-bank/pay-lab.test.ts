import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { aProduct } from '../../test/factories.ts'
import { payOnline } from '../../test/payer.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../test/test-shop.ts'
import { CASES } from './pay-lab.ts'

async function pending(test: TestShop) {
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const payment = await payOnline(test, shopper, [item(product)], 599)
  const form = (fields: object) => test.post(payment.path).type('form').send(fields)
  const upi = (id: string) => form({ upi: id })
  return { ...payment, form, upi, events: async () => (await payment.order()).events.length }
}

async function setUp() {
  const test = await devShopForThisTest()
  const advance = (seconds: number) => test.post('/dev/clock', { advance: seconds }).expect(200)
  return { test, advance, ...(await pending(test)) }
}

const SUCCESS = /payment_status=success/

describe('the pay lab', () => {
  it('offers every case on the page of the bank', async () => {
    const { test, path } = await setUp()
    const { text } = await test.get(path)
    for (const { id, label } of CASES) expect(text).toContain(`value="${id}">${label}<`)
    const tools = (await test.get('/dev').expect(200)).text
    for (const { id, label } of CASES)
      expect(tools).toMatch(new RegExp(`<dt>${id}@lab</dt>\\s*<dd>${label}</dd>`))
  })

  it.each([
    ['success@lab', 'success', 'CONFIRMED'],
    ['SUCCESS@LAB', 'success', 'CONFIRMED'],
    ['fail@lab', 'failed', 'PAYMENT_FAILED'],
    ['wrongamount@lab', 'success', 'PENDING'],
    ['badsign@lab', 'success', 'PENDING'],
    ['never@lab', 'success', 'PENDING'],
  ])('%s returns with %s, and the order is %s', async (id, returned, becomes) => {
    const { upi, status } = await setUp()
    await upi(id)
      .expect(303)
      .expect('location', new RegExp(`payment_status=${returned}`))
    expect(await status()).toBe(becomes)
  })

  it('late30@lab is pending, and succeeds when the clock has moved on by 30 seconds', async () => {
    const { upi, status, advance } = await setUp()
    await upi('late30@lab').expect(303).expect('location', SUCCESS)
    await advance(29)
    expect(await status()).toBe('PENDING')
    await advance(1)
    expect(await status()).toBe('CONFIRMED')
  })

  it('twice@lab confirms once', async () => {
    const { upi, status, events } = await setUp()
    await upi('twice@lab').expect(303)
    expect([await status(), await events()]).toEqual(['CONFIRMED', 2])
  })

  it('before@lab calls the shop while the browser stays; close@lab stays and sends no callback', async () => {
    const { upi, status } = await setUp()
    const { text } = await upi('before@lab').expect(200)
    expect(text).toContain('payment_status=success')
    expect(await status()).toBe('CONFIRMED')
    const other = await setUp()
    expect((await other.upi('close@lab').expect(200)).text).toContain('The window was closed')
    expect(await other.status()).toBe('PENDING')
  })

  it('expired@lab reports success after the order has expired', async () => {
    const { upi, status, events, advance } = await setUp()
    await upi('expired@lab').expect(303)
    await advance(15 * 60 + 1)
    expect(await status()).toBe('PAYMENT_FAILED')
    await advance(10)
    expect([await status(), await events()]).toEqual(['CONFIRMED', 3])
  })

  it('does not change an ordinary payment and its other buttons', async () => {
    const { form, status, press } = await setUp()
    await form({ upi: '' }).expect(400)
    await form({ lab: 'something' }).expect(400)
    await press('decline', { upi: 'success@lab' }).expect(303)
    expect(await status()).toBe('PAYMENT_FAILED')
  })

  it('does not exist without the QA tools', async () => {
    const test = await shopForThisTest()
    const { upi, path, status, form } = await pending(test)
    expect((await test.get(path)).text).not.toContain('Pay Lab')
    await upi('success@lab').expect(400)
    await form({ action: 'pay', lab: 'never' }).expect(303)
    expect(await status()).toBe('CONFIRMED')
  })
})
