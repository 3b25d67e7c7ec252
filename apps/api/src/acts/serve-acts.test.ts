/** Acts over HTTP: what goes in by path, query and body, what comes out, and pictures. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyAct } from '@haat/contract/staff/act'
import { staff } from '@haat/contract/staff/index'
import { ENTRY_HEADER } from '@haat/contract/staff/session'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { atTheDesk, type DeskUser, placeOrder } from '../../test/desk.ts'
import { aCategory, aProduct } from '../../test/factories.ts'
import { openTestShop, type TestShop } from '../../test/test-shop.ts'
import { attachment } from '../http/serve.ts'

let test: TestShop
let owner: DeskUser
beforeAll(async () => {
  test = await openTestShop()
  owner = await atTheDesk(test)
})
afterAll(() => test.close())

const call = (method: string, url: string, payload?: object) =>
  owner.call(method, `/api/desk/${url}`, payload)

describe('the input of an act', () => {
  it('is read from the query: numbers, flags and what is empty', async () => {
    for (let n = 0; n < 3; n += 1) await aProduct(test, { brand: 'Limited' }, [{ stock: 1 }])
    const list = async (query: string) => (await call('GET', `products?${query}`)).json()
    expect(await list('brand=Limited&low_stock=true&limit=2')).toHaveLength(2)
    expect(await list('brand=Limited&low_stock=true&limit=&search=')).toHaveLength(3)
    expect(await list('brand=Limited&low_stock=false')).toHaveLength(3)
  })

  it('refuses what its schema refuses, and says where', async () => {
    const refused: [method: string, url: string, body: object | undefined, path: string][] = [
      ['GET', 'products?limit=many', undefined, 'limit'],
      ['GET', 'products?limit=0', undefined, 'limit'],
      ['GET', 'products?low_stock=1', undefined, 'low_stock'],
      ['GET', 'products?search[]=x', undefined, 'search'],
      ['GET', 'orders?from=yesterday', undefined, 'from'],
      ['GET', 'orders?status=SOLD', undefined, 'status'],
      ['POST', 'staff', { email: 'a@shop.in', name: '', role: 'owner' }, 'name'],
      ['POST', 'staff', { email: 'nobody', name: 'A', role: 'owner' }, 'email'],
      ['POST', 'roles', { name: 'x', permissions: ['orders.read', 'everything'] }, 'permissions.1'],
      ['POST', 'staff', [] as object, ''],
    ]
    for (const [method, url, body, path] of refused) {
      const reply = await call(method, url, body)
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 400, 'INVALID_REQUEST'])
      expect(reply.json().errors[0]).toEqual({ path, message: expect.any(String) })
    }
  })

  it('is a list where a key is repeated, also once', async () => {
    const [one, two] = [await placeOrder(test), await placeOrder(test)]
    const papers = async (query: string) => call('GET', `orders/packing-slip?${query}`)
    for (const query of [`orders=${one}`, `orders=${one}&orders=${two}`]) {
      const reply = await papers(query)
      expect(reply.headers['content-type']).toBe('application/pdf')
      expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect((await papers('orders=999999')).statusCode).toBe(404)
  })

  it('is at most a megabyte', async () => {
    const big = await call('PATCH', 'pages/terms', { text: 'x'.repeat(1_100_000) })
    expect(big.statusCode).toBe(413)
    expect((await call('PATCH', 'pages/terms', { text: 'x'.repeat(300_000) })).statusCode).not.toBe(413)
  })
})

describe('the reply of an act', () => {
  it('is a spreadsheet for who accepts one', async () => {
    const headers = { ...owner.headers, accept: 'text/csv' }
    const read = (url: string) => test.app.inject({ url: `/api/desk/${url}`, headers })
    const csv = await read('audit?limit=5')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body.split('\n')[1]).toContain('Staff name')
    expect((await read('staff')).headers['content-type']).toContain('application/json')
  })

  it('is in rupees and ISO times, and names its entry in the audit', async () => {
    const id = await placeOrder(test)
    const reply = await call('POST', 'orders/process', { orders: [String(id)] })
    expect(reply.json()).toMatchObject([
      { id, status: 'PROCESSING', created_at: expect.stringMatching(/Z$/) },
    ])
    const entry = Number(reply.headers[ENTRY_HEADER])
    const shown = (await call('GET', `audit/${entry}`)).json()
    expect(shown).toMatchObject({ via: 'desk', staff_name: expect.any(String), act: 'orders.process' })
    expect(shown.request_id).toBe(reply.headers['x-request-id'])
  })

  it('has a version, which a change may name', async () => {
    const { id } = await aProduct(test)
    const shown = await call('GET', `products/${id}`)
    const change = async (version: unknown, name: string) =>
      test.app.inject({
        method: 'PATCH',
        url: `/api/desk/products/${id}`,
        headers: { ...owner.headers, 'if-match': String(version) },
        payload: { set: { name } },
      })
    expect((await change(shown.headers['etag'], 'First')).statusCode).toBe(200)
    const late = await change(shown.headers['etag'], 'Second')
    expect(late.json()).toMatchObject({ code: 'STALE', current: { name: 'First' } })
  })

  it('has a version where it lists what is changed, such as categories and banners', async () => {
    const added = await call('POST', 'categories', { name: 'Ropes' })
    const picture = { banner_name: 'Sale', banner_image: '/a.webp', position: 0 }
    const [banner] = await test.shop.db.transaction((tx) =>
      tx.insert(tx.tables.banners).values(picture).returning(),
    )
    for (const path of [`categories/${added.json().id}`, `banners/${banner!.id}`]) {
      const shown = (await call('GET', path.split('/')[0]!)).headers['etag']
      const change = (name: string) =>
        test.app.inject({
          method: 'PATCH',
          url: `/api/desk/${path}`,
          headers: { ...owner.headers, 'if-match': String(shown) },
          payload: { set: { name } },
        })
      expect((await change('First')).statusCode).toBe(200)
      expect((await change('Second')).json()).toMatchObject({ code: 'STALE' })
    }
  })

  it('names no command of the server when it refuses', async () => {
    const reply = await call('PATCH', 'staff/nobody@shop.in', { role: 'viewer' })
    expect(reply.json()).toEqual({ success: false, message: 'Nobody of the staff is "nobody@shop.in".' })
  })

  it('is a download where it is a file', async () => {
    await aProduct(test)
    const csv = await call('GET', 'exports/products')
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
      'cache-control': 'no-store',
    })
    expect(csv.body).toContain('Product')
    const json = await call('GET', 'exports/products?format=json')
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json.json()).toEqual(expect.any(Array))
  })

  it.each([
    ['invoice-1.pdf', 'attachment; filename="invoice-1.pdf"'],
    [
      'बिल "1".pdf',
      `attachment; filename="___ _1_.pdf"; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2%20%221%22.pdf`,
    ],
  ])('has the name %s', (name, header) => expect(attachment(name)).toBe(header))
})

const png = (width = 8, height = 8) =>
  sharp({ create: { width, height, channels: 3, background: '#936' } })
    .png()
    .toBuffer()
const upload = (payload: Buffer, type = 'image/png', user = owner) =>
  test.app.inject({
    method: 'POST',
    url: '/api/desk/pictures',
    headers: { ...user.headers, 'content-type': type },
    payload,
  })

describe('a picture', () => {
  it('is uploaded, and then shown by what takes it', async () => {
    const reply = await upload(await png())
    const { media_url } = reply.json<{ media_url: string }>()
    expect(media_url).toMatch(/^\/media\/i-[0-9a-f]{32}\.webp$/)
    await test.get(media_url).expect(200)
    const { id } = await aProduct(test)
    const changed = await call('PATCH', `products/${id}`, { add_picture: [media_url] })
    expect(changed.statusCode).toBe(200)
    expect((await call('GET', `products/${id}`)).json().pictures).toMatchObject([{ media_url }])
    const category = await aCategory(test)
    const set = (picture: string) => call('PATCH', `categories/${category.id}`, { set: { picture } })
    expect((await set(media_url)).json()).toMatchObject({ image_url: media_url })
    expect((await set('none')).json()).toMatchObject({ image_url: null })
    expect((await call('POST', 'banners', { picture: media_url, name: 'Diwali' })).statusCode).toBe(200)
  })

  it('may be an MP4 video, which a product shows', async () => {
    const film = readFileSync(join(import.meta.dirname, '../../../../seed/assets/film-lantern.mp4'))
    const { media_url } = (await upload(film, 'video/mp4')).json<{ media_url: string }>()
    expect(media_url).toMatch(/^\/media\/i-[0-9a-f]{32}\.mp4$/)
    expect((await upload(await png(), 'video/mp4')).json()).toMatchObject({ code: 'PICTURE_REJECTED' })
    const { id } = await aProduct(test)
    const set = (url: string) =>
      call('PATCH', `products/${id}`, { pictures: [{ media_url: url, alt: 'Lit' }] })
    expect((await set(media_url)).statusCode).toBe(200)
    const { body } = await test.get(`/api/products/${id}`).expect(200)
    expect(body.media).toMatchObject([{ media_type: 'video', video_source: 'upload', media_url, alt: 'Lit' }])
    await test.get(media_url).expect('content-type', 'video/mp4').expect(200)
    expect((await set(media_url.replace(/-..../, '-0000'))).json().message).toContain('Upload it again')
    const brand = await call('PATCH', 'settings', { set: { 'brand.logo': media_url } })
    expect(brand.statusCode).toBe(400)
  })

  it('is what its bytes say, of any type that is sent', async () => {
    expect((await upload(await png(), 'image/jpeg')).statusCode).toBe(200)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const bytes of [svg, Buffer.from('GIF89a'), Buffer.alloc(100), (await png()).subarray(0, 40)])
      expect((await upload(bytes)).json()).toMatchObject({ code: 'PICTURE_REJECTED' })
    const other = await upload(svg, 'image/svg+xml')
    expect([other.statusCode, other.json().message]).toEqual([
      415,
      'Choose a JPEG, PNG, WebP or AVIF picture, or an MP4 video.',
    ])
    expect((await upload(Buffer.alloc(0))).statusCode).toBe(400)
  })

  it('has limits of bytes and of pixels', async () => {
    expect((await upload(Buffer.alloc(21 * 1024 * 1024))).statusCode).toBe(413)
    expect((await upload(await png(9000, 9000))).json()).toMatchObject({
      ...{ code: 'PICTURE_REJECTED', message: 'It has more than 50 million pixels; make it smaller.' },
    })
  })

  it('that nobody uploaded is refused', async () => {
    const { id } = await aProduct(test)
    const missing = await call('PATCH', `products/${id}`, {
      add_picture: [`/media/i-${'0'.repeat(32)}.webp`],
    })
    expect(missing.json().message).toContain('Upload it again')
  })
})

/** The fields by which the command line reads or writes files of its machine. */
type LocalField = [field: string, value: (file: string) => unknown]
function localFields({ input }: AnyAct): LocalField[] {
  const { properties = {} } = z.toJSONSchema(z.object(input), { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, schema]): LocalField[] => {
    const { local, type, items, propertyNames } = schema as {
      local?: true | string
      type?: string
      items?: { local?: true }
      propertyNames?: { enum?: string[] }
    }
    const takesPicture = propertyNames?.enum?.includes('picture')
    if (local === undefined && !items?.local && !takesPicture) return []
    if (takesPicture) return [[field, (file: string) => ({ picture: file })]]
    return [[field, (file: string) => (type === 'array' ? [file] : file)]]
  })
}
const local = Object.entries(staff).flatMap(([group, acts]) =>
  Object.entries<AnyAct>(acts).flatMap(([name, act]) =>
    localFields(act).map(([field, value]) => [`${group}.${name} ${field}`, act, field, value] as const),
  ),
)

describe('a file of the server', () => {
  it('is a field of some acts', () => expect(local.length).toBeGreaterThanOrEqual(6))

  it.each(local)('cannot be named by %s', async (_name, { route }, field, value) => {
    const secret = join(test.shop.config.dataDir, 'secret.png')
    if (!existsSync(secret)) writeFileSync(secret, await png())
    const [method = '', path = ''] = route.split(' ')
    const url = path.replaceAll('{what}', 'products').replaceAll(/\{\w+\}/g, '1')
    const sources = [
      secret,
      '/etc/passwd',
      'http://127.0.0.1/x.png',
      'file:///etc/passwd',
      '/media/../secret.png',
    ]
    for (const source of sources) {
      const query = method === 'GET' ? `?${field}=${encodeURIComponent(source)}` : ''
      const payload = { name: 'x', set: {}, [field]: value(source) }
      const reply = await owner.call(method, `${url}${query}`, method === 'GET' ? undefined : payload)
      expect([source, reply.statusCode]).toEqual([source, 400])
      expect(reply.json().message).toBe('Upload the picture first, and give its media_url')
    }
  })

  it('and addresses within its network are not fetched', async () => {
    const { id } = await aProduct(test)
    const addresses = [
      'https://127.0.0.1/x.png',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://localhost:3000/x',
    ]
    for (const address of addresses) {
      const reply = await call('PATCH', `products/${id}`, { add_picture: [address] })
      expect([address, reply.statusCode]).toEqual([address, 400])
      expect(reply.json().message).toMatch(/private network|contains a port/)
    }
  })
})
