import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { openPictures } from './pictures.ts'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1200"><rect width="1200" height="1200" fill="#c33"/></svg>'

async function shopWithDrawing(): Promise<TestShop> {
  const test = await shopForThisTest()
  const folder = join(test.shop.config.dataDir, 'media')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'red-square.svg'), DRAWING)
  writeFileSync(join(folder, 'turn.mp4'), Buffer.alloc(1000, 7))
  return test
}

const picture = (test: TestShop, path: string, accept: string) =>
  test.get(path).set('accept', accept).buffer(true)

describe('GET /media/{name}', () => {
  it('serves a picture in the requested width and in a format that the browser accepts', async () => {
    const test = await shopWithDrawing()
    const avif = await picture(test, '/media/red-square.webp?w=320', 'image/avif,image/webp,*/*').expect(200)
    expect(avif.headers['content-type']).toBe('image/avif')
    const webp = await picture(test, '/media/red-square.webp?w=320', 'image/webp,*/*').expect(200)
    expect(webp.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
    })
    expect((await sharp(webp.body as Buffer).metadata()).width).toBe(320)
  })

  it('renders a size once for concurrent requests', async () => {
    const test = await shopWithDrawing()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => picture(test, '/media/red-square.webp?w=640', 'image/webp')),
    )
    expect(new Set(all.map((reply) => `${reply.status} ${reply.headers['content-length']}`)).size).toBe(1)
  })

  it('refuses a render when too many wait, and renders again afterwards', async () => {
    const { shop } = await shopWithDrawing()
    const pictures = openPictures(shop.config.dataDir, { waitingMax: 1 })
    const widths = [160, 320, 480, 640, 960]
    const results = await Promise.allSettled(widths.map((w) => pictures.find('red-square', w, 'webp')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map((result) => (result.reason as { status: number }).status)).toEqual([503, 503])
    for (const width of widths) expect(await pictures.find('red-square', width, 'webp')).not.toBeNull()
  })

  it('gives the place of a render that hangs to the next one', async () => {
    const { shop } = await shopWithDrawing()
    const render = async (_original: string, file: string, width: number) =>
      width < 480 ? new Promise<never>(() => undefined) : file
    const pictures = openPictures(shop.config.dataDir, { timeoutMs: 50, render })
    const widths = [160, 320, 480]
    const results = await Promise.allSettled(widths.map((w) => pictures.find('red-square', w, 'webp')))
    expect(results).toMatchObject([
      { reason: { status: 503 } },
      { reason: { status: 503 } },
      { value: expect.stringContaining('red-square-480.webp') },
    ])
  })

  it('refuses a width that is not on the list', async () => {
    const test = await shopWithDrawing()
    await test.get('/media/red-square.webp?w=321').expect(400)
    await test.get('/media/red-square.webp?w=320&w=640').expect(400)
  })

  it('sends the requested range of a video', async () => {
    const test = await shopWithDrawing()
    const { headers } = await test.get('/media/turn.mp4').set('range', 'bytes=0-99').expect(206)
    expect(headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '100' })
  })

  it.each([
    'red-square.svg',
    'nothing.webp',
    '../haat.db',
    '..%2fhaat.db',
    '%2e%2e%2fsecrets.json',
    '..%5chaat.db',
    'red-square.webp%00.svg',
    '.env',
    'secrets.json',
    '',
  ])('replies 404 for %j', async (name) => {
    const test = await shopWithDrawing()
    const { body } = await test.get(`/media/${name}`).expect(404)
    expect(body.success).toBe(false)
  })

  it('does not follow symbolic links out of the folder', async () => {
    const test = await shopWithDrawing()
    symlinkSync(
      join(test.shop.config.dataDir, 'secrets.json'),
      join(test.shop.config.dataDir, 'media', 'out.webp'),
    )
    await test.get('/media/out.webp').expect(404)
  })
})
