import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type DevShop, devShopForThisTest } from '../../test/dev-shop.ts'
import { aProduct } from '../../test/factories.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { FaultList, PRESETS } from './faults.ts'

async function setUp(...faults: object[]) {
  const test = await devShopForThisTest()
  if (faults.length > 0) await test.put('/dev/faults', { faults }).expect(200)
  return test
}

/** Listens, since only a real connection can be cut. */
async function listen({ app }: DevShop): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

describe('faults', () => {
  it('fail with status and message, for the given number of calls', async () => {
    const { get } = await setUp({
      path: '/api/banners',
      method: 'GET',
      status: 503,
      message: 'Down',
      times: 2,
    })
    for (let n = 0; n < 2; n += 1)
      expect((await get('/api/banners').expect(503)).body).toEqual({ success: false, message: 'Down' })
    await get('/api/banners').expect(200)
    expect((await get('/dev/faults')).body.faults).toMatchObject([{ path: '/api/banners', hits: 2 }])
  })

  it('reply with HTML, or with nothing', async () => {
    const test = await setUp(
      { path: '/api/banners', kind: 'text', status: 502 },
      { path: '/api/categories', kind: 'empty', status: 200 },
    )
    const page = await test.get('/api/banners').expect(502)
    expect([page.headers['content-type'], page.text]).toEqual([
      'text/html; charset=utf-8',
      '<h1>Bad gateway</h1>',
    ])
    expect((await test.get('/api/categories').expect(200)).text).toBe('')
  })

  it('may have an empty message', async () => {
    const { get } = await setUp({ path: '/api/banners', message: '' })
    expect((await get('/api/banners').expect(500)).body).toMatchObject({ success: false, message: '' })
  })

  it('delay a reply', async () => {
    const { get } = await setUp({ path: '/api/banners', kind: 'none', delay_ms: 300 })
    const began = performance.now()
    await get('/api/banners').expect(200)
    expect(performance.now() - began).toBeGreaterThan(290)
  })

  it('cut the connection', async () => {
    const test = await setUp({ path: '/api/banners', kind: 'cut', times: 1 })
    const url = await listen(test)
    await expect(fetch(`${url}/api/banners`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/api/banners`)).status).toBe(200)
  })

  it('lose the reply after the work is done', async () => {
    const test = await setUp({ path: '/api/orders/place-order', kind: 'lost', times: 1 })
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    const url = await listen(test)
    const place = () =>
      fetch(`${url}/api/orders/place-order`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shopper.customer.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        },
        body: JSON.stringify(shopper.order([item(product)], 599)),
      })
    await expect(place()).rejects.toThrow('fetch failed')
    expect((await place()).status).toBe(201)
    expect((await shopper.get('/api/orders')).body.total).toBe(1)
  })

  it.each([
    ['/api/products/{id}', '/api/products/12', true],
    ['/api/products/{id}', '/api/products/12/', true],
    ['/api/products/{id}', '/api/products/12?x=1', true],
    ['/api/products/{id}', '/api/products/media/12', false],
    ['/api/products/{id}', '/api/products/filter', false],
    ['/api/products/{id}', '/api/products/12a', false],
    ['/api/pages/{slug}', '/api/pages/shipping', true],
    ['/api/*', '/api/cart', true],
    ['/api/cart', '/api/cartridge', false],
    ['/', '/', true],
  ])('%s fits %s: %s', async (path, url, fits) => {
    const { get } = await setUp({ path, status: 418 })
    expect((await get(url)).status === 418).toBe(fits)
  })

  it('can be removed', async () => {
    const test = await setUp({ path: '/*' })
    await test.get('/api/banners').expect(500)
    expect((await test.delete('/dev/faults').expect(200)).body.faults).toEqual([])
    await test.get('/api/banners').expect(200)
  })

  it.each([
    [{ faults: [{ path: '/dev/faults' }] }],
    [{ faults: [{ path: 'api' }] }],
    [{ faults: [{ path: '/api', status: 99 }] }],
    [{ faults: [{ path: '/api', delay_ms: 1e9 }] }],
    [{ faults: [{ path: '/api', kind: 'explode' }] }],
    [{ faults: [{ path: '/api/nothing' }] }],
    [{ faults: [{ path: '/api/banners', method: 'PUT' }] }],
    [{ faults: [{ path: '/*a*b*c*d' }] }],
    [{ faults: [{ path: '/api/products/{}' }] }],
    [{ faults: [{ path: '/api/products/{id' }] }],
    [{}],
  ])('refuse %j', async (body) => {
    const test = await setUp()
    expect((await test.put('/dev/faults', body).expect(400)).body.success).toBe(false)
  })

  it('have a preset for every line of the error catalogue', async () => {
    const test = await setUp()
    const { presets } = (await test.get('/dev/faults')).body
    expect(presets).toEqual(PRESETS)
    expect(FaultList.safeParse({ faults: PRESETS.map(({ fault }) => fault) }).success).toBe(true)
  })
})
