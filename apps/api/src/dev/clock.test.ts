import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { aDeal, aProduct } from '../../test/factories.ts'
import { payOnline } from '../../test/payer.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { START } from '../../test/test-shop.ts'
import { sharedClock } from '../clock.ts'

const later = (seconds: number): string => new Date(START.getTime() + seconds * 1000).toISOString()

describe('the clock', () => {
  it('can be set, advanced, frozen, unfrozen and reset', async () => {
    const { get, post } = await devShopForThisTest()
    expect((await get('/dev/clock').expect(200)).body).toMatchObject({
      success: true,
      now: later(0),
      frozen: true,
    })
    expect((await post('/dev/clock', { advance: 90 }).expect(200)).body.now).toBe(later(90))
    expect((await post('/dev/clock', { set: later(5), freeze: true })).body.now).toBe(later(5))
    expect((await post('/dev/clock', { advance: -5 })).body).toMatchObject({ now: later(0), frozen: true })
    expect((await post('/dev/clock', { freeze: false })).body.frozen).toBe(false)
    const { body } = await post('/dev/clock', { reset: true })
    expect(body).toMatchObject({ frozen: false, ahead_seconds: 0 })
    expect(Math.abs(Date.now() - Date.parse(body.now))).toBeLessThan(5000)
  })

  it('is the clock of the commands too, until it is reset or the server ends', async () => {
    const { post, shop } = await devShopForThisTest()
    const { dataDir } = shop.config
    await post('/dev/clock', { set: later(86_400), freeze: true }).expect(200)
    expect(sharedClock(dataDir)?.now().toISOString()).toBe(later(86_400))
    const file = join(dataDir, 'dev-clock.json')
    const shared = readFileSync(file, 'utf8')
    // No process has this id.
    writeFileSync(file, shared.replace(/"pid":\d+/, '"pid":2147483646'))
    expect(sharedClock(dataDir)).toBeUndefined()
    writeFileSync(file, shared)
    await post('/dev/clock', { reset: true }).expect(200)
    expect(sharedClock(dataDir)).toBeUndefined()
  })

  it.each([
    [{ set: 'tomorrow' }],
    [{ advance: '5' }],
    [{ freeze: 'yes' }],
    [{ reset: false }],
    [{ jump: 5 }],
    [{}],
    [{ set: '1999-01-01T00:00:00Z' }],
    [{ set: '2099-12-31T00:00:00Z', advance: 86_400 }],
  ])('refuses %j and stays unchanged', async (change) => {
    const { get, post } = await devShopForThisTest()
    const { body } = await post('/dev/clock', change).expect(400)
    expect(body).toMatchObject({ success: false, message: expect.any(String) })
    expect((await get('/dev/clock')).body.now).toBe(later(0))
  })

  it('is sent to the browser in the settings and with every reply', async () => {
    const { get, post } = await devShopForThisTest()
    await post('/dev/clock', { advance: 3600 })
    const { body, headers } = await get('/api/settings')
    expect(body.now).toBe(later(3600))
    expect(headers).toMatchObject({ 'x-haat-now': later(3600), 'x-haat-frozen': 'true' })
    await post('/dev/clock', { freeze: false })
    expect((await get('/api/settings')).headers['x-haat-frozen']).toBe('false')
  })

  it('ends a deal, an unpaid order and a session before the reply', async () => {
    const test = await devShopForThisTest()
    const { get, post } = test
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    await aDeal(test, product.id)
    const { status, order } = await payOnline(test, shopper, [item(product)], 400)
    expect((await get(`/api/products/${product.id}`)).body.variants[0].price).toBe(400)
    await post('/dev/clock', { advance: 15 * 60 + 1 }).expect(200)
    expect(await status()).toBe('PAYMENT_FAILED')
    expect((await order()).events.at(-1).created_at).toBe(later(15 * 60 + 1))
    await post('/dev/clock', { advance: 3600 })
    expect((await get(`/api/products/${product.id}`)).body.variants[0].price).toBe(500)
    await post('/dev/clock', { advance: 86_400 })
    await shopper.get('/api/cart').expect(401)
  })
})
