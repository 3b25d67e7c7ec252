import { describe, expect, it } from 'vitest'
import { providersOf } from '../../test/providers.ts'
import { aProduct } from '../../test/factories.ts'
import { bankOf, payOnline } from '../../test/payer.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import { DEFAULT_SETTINGS } from '../features/settings/default-settings.ts'
import { writeSettings } from '../features/settings/settings.store.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ price: 1_50_000_00, mrp: null }])
  const payment = await payOnline(test, shopper, [item(product)], 1_50_000)
  return { test, ...payment }
}

describe("the test bank's page", () => {
  it('shows amount, order number, both payment methods and that no money moves', async () => {
    const { test, path, reply } = await setUp()
    const { text, headers } = await test.get(path).expect(200)
    for (const shown of [
      'Test bank: no money moves',
      `#${reply.order_number}`,
      '₹1,50,000',
      'UPI',
      'Card',
      'Google Pay',
    ])
      expect(text).toContain(shown)
    for (const button of ['Pay ₹1,50,000', 'Decline', 'Cancel']) expect(text).toContain(`>${button}</button>`)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('loads nothing but letters: its policy allows its own style and script only', async () => {
    const { test, path } = await setUp()
    const { text, headers } = await test.get(path)
    const policy = headers['content-security-policy'] ?? ''
    expect(text).not.toMatch(/<script |onclick|style="/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    for (const tag of ['style', 'script']) {
      const [before, own = '', ...others] = text.split(new RegExp(`</?${tag}>`))
      expect([before?.includes(`<${tag}`), others.length]).toEqual([false, 1])
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(own))
      const source = policy?.split('; ').find((part) => part.startsWith(`${tag}-src`))
      expect(source).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
      expect(source).not.toMatch(/unsafe|https?:|\*/)
    }
  })

  it('speaks the language of its reader', async () => {
    const { test, path } = await setUp()
    const { text } = await test.get(path).set('accept-language', 'ta')
    expect(text).toContain('lang="ta-IN"')
    for (const shown of ['சோதனை வங்கி: உண்மையில் பணம் எடுக்கப்படாது.', '>கார்டு<', 'இணைப்பு இல்லை.'])
      expect(text).toContain(shown)
    for (const english of ['Test bank', 'Choose how', 'There is', 'No connection', 'valid until'])
      expect(text).not.toContain(english)
  })

  it("escapes the shop's name", async () => {
    const { test, path } = await setUp()
    const settings = { ...DEFAULT_SETTINGS, shop_name: '<img src=x>' }
    await test.shop.db.transaction((tx) => writeSettings(tx, settings))
    expect((await test.get(path)).text).not.toContain('<img')
  })

  it.each([
    ['pay', 'success', 'CONFIRMED', 'Payment received'],
    ['decline', 'failed', 'PAYMENT_FAILED', 'Payment failed'],
    ['cancel', 'failed', 'PAYMENT_FAILED', 'Payment failed'],
  ])('%s sends the browser back with %s after the order became %s', async (action, said, becomes, title) => {
    const { test, press, path, status, order_id } = await setUp()
    const back = `${test.shop.config.publicUrl}/ordersummary?payment_status=${said}&order_id=${order_id}`
    await press(action).expect(303).expect('location', back)
    expect(await status()).toBe(becomes)
    await press(action).expect(303).expect('location', back)
    await press('pay').expect(303).expect('location', back)
    expect(await status()).toBe(becomes)
    expect((await test.get(path).expect(200)).text).toContain(title)
  })

  it('shows nothing for a guessed transaction', async () => {
    const { test } = await setUp()
    expect((await test.get('/pay/txn_guessed').expect(404)).text).toContain('Payment not found')
    await test.post('/pay/txn_guessed').type('form').send({ action: 'pay' }).expect(404)
  })

  it('completes nothing by GET', async () => {
    const { test, path, status } = await setUp()
    await test.get(`${path}?action=pay`).expect(200)
    await test.get(`${path}?amount=1`).expect(200)
    expect(await status()).toBe('PENDING')
  })

  it('refuses a changed amount and a button it does not have', async () => {
    const { press, status } = await setUp()
    await press('pay', { amount: '100' }).expect(400)
    await press('refund').expect(400)
    expect(await status()).toBe('PENDING')
    await press('pay', { amount: '15000000' }).expect(303)
  })

  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'goes back where the configuration says, not to %s',
    async (elsewhere) => {
      const { test, path, press, status } = await setUp()
      const names = [
        'returnUrl',
        'return_url',
        'redirect',
        'next',
        'payment_status',
        'order_id',
        'paymentUrl',
      ]
      const lies = Object.fromEntries(names.map((name) => [name, elsewhere]))
      const page = await test.get(`${path}?${new URLSearchParams(lies).toString()}`).expect(200)
      expect(page.text).not.toContain('evil.example')
      expect(page.text).not.toContain('javascript:')
      expect(await status()).toBe('PENDING')
      const { headers } = await press('cancel', lies).expect(303)
      const back = `${test.shop.config.publicUrl}/ordersummary?payment_status=failed&order_id=`
      expect(headers['location']).toMatch(/=\d+$/)
      expect(String(headers['location']).replace(/\d+$/, '')).toBe(back)
    },
  )

  it('refuses a payment after the time to pay', async () => {
    const { test, press, path, status } = await setUp()
    test.clock.advance(15 * 60)
    expect((await press('pay').expect(409)).text).toContain('Payment link expired')
    expect((await test.get(path).expect(200)).text).toContain('Payment link expired')
    expect(await status()).toBe('PENDING')
  })

  it('accepts only small forms', async () => {
    const { test, path, press } = await setUp()
    await test.post(path, { action: 'pay' }).expect(415)
    await test.post(path).type('text/plain').send('action=pay').expect(415)
    await press('pay', { more: 'x'.repeat(9000) }).expect(413)
  })

  it('exists only where payments are simulated', async () => {
    const { test, path } = await setUp()
    const { buildApp } = await import('../app.ts')
    const app = await buildApp({ ...test.shop, pay: providersOf() })
    const { body } = await app.inject(path)
    expect(body).toContain('This order has ended')
    expect(body).not.toMatch(/<form|Test bank/)
    await app.close()
  })
})

describe('a bank that misbehaves', () => {
  it('leaves the order pending after a wrong signature, or no callback', async () => {
    const { test, press, status } = await setUp()
    bankOf(test).plan = (event) => [{ event, delay: 0, forged: true }]
    await press('pay').expect(303)
    expect(await status()).toBe('PENDING')
    bankOf(test).plan = () => []
    await press('pay').expect(303)
    expect(await status()).toBe('PENDING')
  })

  it('changes the order once when it calls back twice and late', async () => {
    const { test, press, status, order } = await setUp()
    bankOf(test).plan = (event) => [
      { event, delay: 0, forged: false },
      { event, delay: 0.05, forged: false },
      { event, delay: 0, forged: false },
    ]
    await press('pay').expect(303)
    expect(await status()).toBe('CONFIRMED')
    await new Promise((done) => setTimeout(done, 150))
    expect((await order()).events).toHaveLength(2)
  })

  it('leaves the order pending after a wrong amount', async () => {
    const { test, press, status } = await setUp()
    bankOf(test).plan = (event) => [{ event: { ...event, amount: 1 }, delay: 0, forged: false }]
    await press('pay').expect(303)
    expect(await status()).toBe('PENDING')
  })
})
