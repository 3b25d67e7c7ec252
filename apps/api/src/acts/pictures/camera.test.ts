import { randomBytes } from 'node:crypto'
import { CAMERA_HEADER, CAMERA_MINUTES, CAMERA_PICTURES } from '@haat/contract/staff/camera'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aSession, atTheDesk, type DeskUser } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { storeRole } from '../../features/staff/staff.store.ts'

const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#936' } })
  .png()
  .toBuffer()

async function openCamera(user: DeskUser, product?: number) {
  const reply = await user.call('POST', '/api/desk/camera', { product })
  return reply.json<{ link: number; token: string }>()
}

/** A phone with the secret of a link. */
function aPhone({ app }: TestShop, token: string) {
  const headers = { [CAMERA_HEADER]: `${token}.${randomBytes(32).toString('base64url')}` }
  const post = (url: string, type: string, payload: Buffer | string) =>
    app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload })
  return {
    open: () => post('/api/desk/photos/open', 'application/json', '{}'),
    send: (bytes = PNG) => post('/api/desk/photos', 'image/png', bytes),
    call: (method: string, url: string) => app.inject({ method: method as 'GET', url, headers }),
  }
}

it('the first phone that opens a link adds pictures, which the session that made it sees', async () => {
  const test = await shopForThisTest()
  const { id } = await aProduct(test, { name: 'Lamp' })
  const owner = await atTheDesk(test)
  const { link, token } = await openCamera(owner, id)
  const show = async () => (await owner.call('GET', `/api/desk/camera/${link}`)).json()
  expect(await show()).toEqual({ is_opened: false, media_urls: [] })

  const phone = aPhone(test, token)
  expect((await phone.open()).json()).toMatchObject({ product: 'Lamp' })
  expect((await phone.send(Buffer.from('GIF89a'))).json()).toMatchObject({ code: 'PICTURE_REJECTED' })
  const { media_url } = (await phone.send()).json<{ media_url: string }>()
  expect(await show()).toEqual({ is_opened: true, media_urls: [media_url] })
  const saved = await owner.call('PATCH', `/api/desk/products/${id}`, { pictures: [{ media_url }] })
  expect(saved.json()).toMatchObject({ changed: ['pictures'] })

  const second = aPhone(test, token)
  expect([(await second.open()).statusCode, (await second.send()).statusCode]).toEqual([404, 404])
  expect((await aPhone(test, 'A'.repeat(43)).open()).statusCode).toBe(404)
  const { headers } = await aSession(test, owner.id)
  const others = await test.app.inject({ url: `/api/desk/camera/${link}`, headers })
  expect(others.statusCode).toBe(404)
})

it('a link does nothing else, and ends with its time, its session and the right of who made it', async () => {
  const test = await shopForThisTest()
  const owner = await atTheDesk(test)
  const { token } = await openCamera(owner)
  const phone = aPhone(test, token)
  expect((await phone.open()).json()).toMatchObject({ product: null })
  for (const [method, url] of [
    ['GET', '/api/desk/session'],
    ['GET', '/api/desk/products'],
    ['POST', '/api/desk/pictures'],
    ['POST', '/api/desk/camera'],
    ['GET', '/api/desk/camera/1'],
  ] as const)
    expect([url, (await phone.call(method, url)).statusCode]).toEqual([url, 401])
  const foreign = await test.app.inject({
    method: 'POST',
    url: '/api/desk/photos/open',
    headers: { origin: 'https://evil.example', [CAMERA_HEADER]: `${token}.${'A'.repeat(43)}` },
  })
  expect(foreign.statusCode).toBe(403)
  test.clock.advance(CAMERA_MINUTES * 60 - 1)
  expect((await phone.send()).statusCode).toBe(200)
  test.clock.advance(1)
  expect((await phone.send()).json()).toMatchObject({ code: 'LINK_GONE' })

  const clerk = await atTheDesk(test, ['products.write'])
  const held = aPhone(test, (await openCamera(clerk)).token)
  expect((await held.send()).statusCode).toBe(200)
  await test.shop.db.transaction((tx) => storeRole(tx, clerk.role, '["products.read"]'))
  expect((await held.send()).statusCode).toBe(403)
  await test.shop.db.transaction((tx) => storeRole(tx, clerk.role, '["products.write"]'))
  await clerk.call('DELETE', '/api/desk/session')
  expect((await held.send()).statusCode).toBe(404)
})

it('takes a limited number of pictures', async () => {
  const test = await shopForThisTest()
  const phone = aPhone(test, (await openCamera(await atTheDesk(test))).token)
  const replies = await Promise.all(Array.from({ length: CAMERA_PICTURES + 1 }, () => phone.send()))
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([409])
})
