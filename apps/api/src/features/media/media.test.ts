import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, parse } from 'node:path'
import fastify, { type FastifyBaseLogger } from 'fastify'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { folderStore, openMediaStorage } from '../../adapters/media-storage.ts'
import { replyWithFailure } from '../../http/failure.ts'
import { registerMedia } from './media.ts'
import { Pictures } from './pictures.ts'

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
    // The main profile, 4:2:0: the encoder needs half as much memory again for 4:4:4.
    const profiles = (avif.body as Buffer).toString('latin1').matchAll(/av1C.(.)/gs)
    expect(new Set([...profiles].map(([, byte = '']) => byte.charCodeAt(0) >> 5))).toEqual(new Set([0]))
    const webp = await picture(test, '/media/red-square.webp?w=320', 'image/webp,*/*').expect(200)
    expect(webp.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await sharp(webp.body as Buffer).metadata()).width).toBe(320)
  })

  it('sends messengers a picture as JPEG, whatever they accept', async () => {
    const test = await shopWithDrawing()
    const { body, headers } = await picture(test, '/media/red-square.jpg?w=1280', 'image/avif').expect(200)
    expect(headers['content-type']).toBe('image/jpeg')
    expect((await sharp(body as Buffer).metadata()).format).toBe('jpeg')
    await picture(test, '/media/none.jpg?w=1280', '*/*').expect(404)
  })

  it('renders a size once for concurrent requests', async () => {
    const test = await shopWithDrawing()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => picture(test, '/media/red-square.webp?w=640', 'image/webp')),
    )
    expect(new Set(all.map((reply) => `${reply.status} ${reply.headers['content-length']}`)).size).toBe(1)
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

const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920]

/** Pictures whose renders write a file once the test lets them; `begun` lists their widths in order. */
function openSlowPictures(dataDir: string, limits: ConstructorParameters<typeof Pictures>[1] = {}) {
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const render = async (_original: string, file: string) => {
    const name = parse(file).name
    begun.push(name)
    await new Promise<void>((open) => gates.set(name, open))
    writeFileSync(file, 'rendered')
    return file
  }
  const pictures = new Pictures(openMediaStorage({ dataDir, media: null }), {
    atOnce: 1,
    timeoutMs: 120_000,
    render,
    ...limits,
  })
  const finish = async (name: string) => {
    await vi.waitFor(() => expect(begun).toContain(name), 30_000)
    gates.get(name)?.()
  }
  return { pictures, begun, finish }
}

function aFolderWith(...names: string[]): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-pictures-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'media'))
  for (const name of names) writeFileSync(join(dataDir, 'media', name), DRAWING)
  return dataDir
}

it('answers for a picture or video of another user as for a missing one, and says so in the log and at the start', async () => {
  const dataDir = aFolderWith('red.svg', 'turn.mp4')
  const media = openMediaStorage({ dataDir, media: null })
  expect(await media.check()).toBeNull()
  const originals = folderStore(media.place, (file) => {
    throw new Error(`EACCES: permission denied, access '${String(file)}'`)
  })
  const warn = vi.fn<FastifyBaseLogger['warn']>()
  const app = fastify()
  app.addHook('onRequest', async (request) => void (request.log = { ...request.log, warn }))
  app.setErrorHandler(replyWithFailure)
  await registerMedia(app, new Pictures({ ...media, originals }))
  onTestFinished(() => app.close())
  for (const url of ['/media/red.webp', '/media/turn.mp4']) {
    expect((await app.inject({ url })).statusCode).toBe(404)
    const err = warn.mock.lastCall?.[0] as unknown as { err: Error }
    expect(err.err.message).toMatch(/(red\.svg|turn\.mp4) belongs to another user.*sudo chown -R/)
  }
  expect(warn).toHaveBeenCalledTimes(2)
})

describe('the queue of renders', () => {
  it('refuses a size that is not there while it is full, and renders it later', async () => {
    const dataDir = aFolderWith('red.svg', 'blue.svg', 'cold.svg')
    const { pictures, finish } = openSlowPictures(dataDir, { waitingMax: 0 })
    await Promise.all([pictures.find('red', 640, 'avif'), finish('red-640')])
    const busy = pictures.find('blue', 320, 'avif')

    const app = fastify()
    app.setErrorHandler(replyWithFailure)
    await registerMedia(app, pictures)
    onTestFinished(() => app.close())
    const get = (url: string, accept: string) => app.inject({ url, headers: { accept } })
    expect(await get('/media/red.webp?w=640', 'image/avif')).toMatchObject({
      statusCode: 200,
      body: 'rendered',
    })
    for (const url of ['/media/red.webp?w=960', '/media/cold.webp'])
      expect(await get(url, 'image/webp')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
    await finish('blue-320')
    await busy
    const [exact] = await Promise.all([get('/media/red.webp?w=960', 'image/avif'), finish('red-960')])
    expect(exact.headers['cache-control']).toContain('immutable')
  })

  it('gives up a render that waits too long, and one that hangs', async () => {
    const { pictures } = openSlowPictures(aFolderWith('red.svg'), { timeoutMs: 60 })
    const results = await Promise.allSettled([160, 320].map((width) => pictures.find('red', width, 'avif')))
    expect(results).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
  })

  it('renders again after it was full', async () => {
    const { pictures, begun, finish } = openSlowPictures(aFolderWith('red.svg'), { waitingMax: 1 })
    const finds = [160, 320, 480].map((width) => pictures.find('red', width, 'webp'))
    await expect(Promise.all(finds)).rejects.toMatchObject({ status: 503 })
    for (const n of [0, 1]) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(n), 30_000)
      await finish(begun[n] ?? '')
    }
    const results = await Promise.allSettled(finds)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const [again] = await Promise.all([pictures.find('red', 640, 'webp'), finish('red-640')])
    expect(again).toMatchObject({ format: 'webp' })
  })

  it('makes no AVIF wider than 960 pixels', async () => {
    const render = async (_original: string, file: string) => file
    const pictures = new Pictures(openMediaStorage({ dataDir: aFolderWith('red.svg'), media: null }), {
      render,
    })
    const found = await Promise.all(WIDTHS.map((width) => pictures.find('red', width, 'avif')))
    expect(found.map((picture) => picture?.format)).toEqual([...Array(5).fill('avif'), 'webp', 'webp'])
  })
})

describe('pictures rendered ahead', () => {
  it('are those that are missing, one by one, and none twice', async () => {
    const dataDir = aFolderWith('red.svg', 'broken.png', 'film.mp4', 'Not a name.svg')
    const rendered: string[] = []
    const render = async (original: string, file: string) => {
      rendered.push(basename(file))
      if (original.endsWith('png')) throw new Error('not a picture')
      writeFileSync(file, 'rendered')
      return file
    }
    const report = vi.fn<(file: string) => void>()
    const never = new AbortController().signal
    const pictures = new Pictures(openMediaStorage({ dataDir, media: null }), { render })
    writeFileSync(join(pictures.cache, 'red-640.avif'), 'rendered')
    await pictures.renderMissing(never, report)
    expect(rendered.toSorted()).toEqual([
      ...[320, 480, 640, 960].map((width) => `broken-${width}.avif`),
      ...[320, 480, 960].map((width) => `red-${width}.avif`),
    ])
    expect(report).toHaveBeenCalledTimes(4)
    await pictures.renderMissing(never, report)
    expect(rendered).toHaveLength(7)
  })

  it('wait while visitors wait, and stop with the server', async () => {
    const { pictures, begun, finish } = openSlowPictures(aFolderWith('red.svg'))
    const visitor = pictures.find('red', 1280, 'avif')
    await vi.waitFor(() => expect(begun).toEqual(['red-1280']), 30_000)
    const stopping = new AbortController()
    const ahead = pictures.renderMissing(stopping.signal, () => undefined)
    stopping.abort()
    await finish('red-1280')
    await Promise.all([visitor, ahead])
    expect(begun).toEqual(['red-1280'])
  })
})
