/** Two servers whose pictures and videos are in the bucket of an S3 server. */
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { s3ForThisTest, type S3Server } from '../../../test/s3-server.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { StorageUnavailable } from '../../adapters/files.ts'
import { openMediaStorage } from '../../adapters/media-storage.ts'
import { readConfig } from '../../config.ts'
import { checkShop } from '../../merchant/doctor/doctor.ts'
import { Pictures } from './pictures.ts'

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900"><rect width="900" height="900" fill="#c33"/></svg>',
)

const picture = (test: TestShop, path: string, accept = 'image/avif') =>
  test.get(path).set('accept', accept).buffer(true)

/** The pictures of a server of its own, without the server. */
function aServer(s3: S3Server, answerMs?: number, timeoutMs?: number) {
  const media = openMediaStorage(readConfig({ DATA_DIR: temporaryFolder(), ...s3.env }), answerMs)
  return { media, pictures: new Pictures(media, timeoutMs === undefined ? {} : { timeoutMs }) }
}

describe('pictures in a bucket', () => {
  it('are stored by one server and served by the other, which renders sizes of its own', async () => {
    const s3 = await s3ForThisTest()
    const [a, b] = [await shopForThisTest(s3.env), await shopForThisTest(s3.env)]
    await a.shop.media.originals.write('red.svg', DRAWING)
    await a.shop.media.originals.write('turn.mp4', Buffer.alloc(1000, 7))
    const first = await picture(b, '/media/red.webp?w=320').expect(200)
    expect((await sharp(first.body as Buffer).metadata()).width).toBe(320)
    expect(first.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
    })
    const second = await picture(a, '/media/red.webp?w=320').expect(200)
    expect((second.body as Buffer).equals(first.body as Buffer)).toBe(true)
    expect([...s3.objects.keys()]).toEqual(['haat/originals/red.svg', 'haat/originals/turn.mp4'])

    const range = await b.get('/media/turn.mp4').set('range', 'bytes=0-99').expect(206)
    expect(range.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '100' })
    await b.get('/media/nothing.mp4').expect(404)
    await b.get('/media/nothing.webp').expect(404)

    const before = s3.requests.length
    for (const path of ['..%2fhaat.db', '%2e%2e%2fsecrets.json', 'a%2fb.webp', '.env', 'red.svg', '%00.webp'])
      await b.get(`/media/${path}`).expect(404)
    expect(s3.requests.length).toBe(before)

    // What this server has already, it serves without the bucket; the rest is 503, and only that.
    s3.mood = 'failing'
    await picture(b, '/media/red.webp?w=320').expect(200)
    const refused = await picture(b, '/media/red.webp?w=640', 'image/webp').expect(503)
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    await a.get('/media/turn.mp4').expect(503)
    for (const path of ['/readyz', '/api/categories', '/api/settings']) await b.get(path).expect(200)
    expect(b.shop.media.failures()).toBeGreaterThan(0)
    expect((await checkShop(b.shop)).filter(({ what }) => what.startsWith('Pictures'))).toMatchObject([
      {
        level: 'error',
        what: expect.stringMatching(/shop-media at 127.0.0.1:\d+ cannot be used: it answers 500/),
      },
    ])
    s3.mood = 'well'
    await picture(b, '/media/red.webp?w=640', 'image/webp').expect(200)
  })

  it('are never damaged, or a page that a host sends with status 200, also when it is stored', async () => {
    const s3 = await s3ForThisTest()
    const { media, pictures } = aServer(s3)
    const page = Buffer.from('<html>Log in here</html>')
    s3.objects.set('haat/originals/page.webp', { bytes: page, metadata: {} })
    s3.objects.set('haat/originals/turn.mp4', { bytes: page, metadata: {} })
    s3.objects.set('haat/originals/red.svg', { bytes: DRAWING, metadata: {} })
    await expect(pictures.find('page', 320, 'webp')).rejects.toMatchObject({ status: 503 })
    await expect(pictures.findVideo('turn.mp4')).rejects.toMatchObject({ status: 503 })
    const red = await pictures.find('red', 320, 'webp')
    expect(await sharp(red!.file).metadata()).toMatchObject({ format: 'webp', width: 320 })
    s3.mood = 'lying'
    await expect(aServer(s3).pictures.find('red', 320, 'webp')).rejects.toMatchObject({ status: 503 })
    await expect(media.originals.write('new.svg', DRAWING)).rejects.toThrow(StorageUnavailable)
    await expect(media.originals.delete('red.svg')).rejects.toThrow(StorageUnavailable)
  })

  it.each([
    ['lying', /something else than a list/],
    ['circling', /does not end/],
    ['endless', /does not end/],
  ] as const)('are looked for in vain where the list of files is %s', async (mood, reason) => {
    const s3 = await s3ForThisTest()
    const { media, pictures } = aServer(s3)
    s3.mood = mood
    await expect(pictures.find('red', 320, 'webp')).rejects.toMatchObject({ status: 503 })
    expect(await media.check()).toMatch(reason)
    expect(s3.requests.length).toBeLessThan(25)
  })

  it('are asked for once, by many callers at the same time or without success', async () => {
    const s3 = await s3ForThisTest()
    const { media, pictures } = aServer(s3)
    await media.originals.write('red.svg', DRAWING)
    s3.objects.set('haat/originals/turn.mp4', { bytes: Buffer.from('\0\0\0\x20ftypisom'), metadata: {} })
    s3.requests.length = 0
    s3.delayMs = 20
    await Promise.all(Array.from({ length: 12 }, () => pictures.findVideo('turn.mp4')))
    await Promise.all([320, 480, 640].map((width) => pictures.find('red', width, 'webp')))
    expect(s3.requests.filter((request) => request.startsWith('GET originals/'))).toEqual([
      'GET originals/turn.mp4',
      'GET originals/red.svg',
    ])

    s3.requests.length = 0
    for (const width of [320, 320, 640]) expect(await pictures.find('none', width, 'webp')).toBeNull()
    for (let n = 0; n < 3; n += 1) expect(await pictures.findVideo('none.mp4')).toBeNull()
    // The original and the video.
    expect(s3.requests).toHaveLength(2)
    await media.originals.write('none.svg', DRAWING)
    const later = performance.now() + 10_001
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    onTestFinished(() => clock.mockRestore())
    expect(await pictures.find('none', 320, 'webp')).not.toBeNull()
  })

  it('are loaded once from a slow bucket, and few at a time, though callers stop waiting', async () => {
    const s3 = await s3ForThisTest()
    const { pictures } = aServer(s3, undefined, 10)
    const film = { bytes: Buffer.from('\0\0\0\x20ftypisom'), metadata: {} }
    for (let n = 0; n < 40; n += 1) s3.objects.set(`haat/originals/turn-${n}.mp4`, film)
    const slow = Promise.withResolvers<void>()
    s3.held = slow.promise
    const givesUpOn = (n: number) =>
      expect(pictures.findVideo(`turn-${n}.mp4`)).rejects.toMatchObject({ status: 503 })
    for (let n = 0; n < 3; n += 1) await givesUpOn(0)
    await Promise.all(Array.from({ length: 39 }, (_, n) => givesUpOn(n + 1)))
    const gets = s3.requests.filter((request) => request.startsWith('GET originals/'))
    expect(gets.length).toBe(new Set(gets).size)
    expect(gets.length).toBeLessThanOrEqual(16)
    slow.resolve()
    await vi.waitFor(async () => expect(await pictures.findVideo('turn-0.mp4')).not.toBeNull(), 30_000)
    expect(s3.requests.filter((request) => request === 'GET originals/turn-0.mp4')).toHaveLength(1)
  })

  it.each(['silent', 'lying', 'misrouted', 'truncating'] as const)(
    'are never wrong, though the S3 server is %s',
    async (mood) => {
      const s3 = await s3ForThisTest()
      const [a, b] = [aServer(s3), aServer(s3, 100)]
      if (mood === 'truncating') s3.mood = mood
      await a.media.originals.write('red.svg', DRAWING)
      await a.media.originals.write('turn.mp4', Buffer.alloc(1000, 7))
      s3.mood = mood
      await expect(b.pictures.find('red', 320, 'avif')).rejects.toMatchObject({ status: 503 })
      await expect(b.pictures.findVideo('turn.mp4')).rejects.toMatchObject({ status: 503 })
      s3.mood = 'well'
      if (mood === 'truncating') await a.media.originals.write('red.svg', DRAWING)
      // A busy machine may not answer within this limit either.
      await vi.waitFor(
        async () => expect(await b.pictures.find('red', 320, 'avif')).toMatchObject({ format: 'avif' }),
        30_000,
      )
    },
  )
})

it.each([
  [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, /cannot be used: the secret key is wrong\.$/],
  [{ AWS_ACCESS_KEY_ID: 'wrong' }, /cannot be used: it does not know the access key\.$/],
  [{ MEDIA_URL: 's3://other-bucket?region=in-1' }, /other-bucket at .* cannot be used: it does not exist\.$/],
  [
    { MEDIA_URL: 's3://b-1?endpoint=http://127.0.0.1:47' },
    /cannot be used: nobody answers at this address\.$/,
  ],
])('says in one line what is wrong with %j', async (env, reason) => {
  const s3 = await s3ForThisTest()
  const endpoint = new URL(s3.env.MEDIA_URL).searchParams.get('endpoint')!
  const media = { ...s3.env, ...env }
  if (!media.MEDIA_URL.includes('endpoint')) media.MEDIA_URL += `&endpoint=${endpoint}`
  const storage = openMediaStorage(readConfig({ DATA_DIR: temporaryFolder(), ...media }))
  const fault = await storage.check()
  expect(fault).toMatch(reason)
  expect(fault).not.toContain('haat/test+secret')
  await expect(storage.originals.write('a.webp', DRAWING)).rejects.toThrow(StorageUnavailable)
})

it.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.env', 'a\0b', 'ä.webp', 'x'.repeat(300)])(
  'makes no key of %j',
  async (name) => {
    const s3 = await s3ForThisTest()
    for (const { originals } of [
      aServer(s3).media,
      openMediaStorage({ dataDir: temporaryFolder(), media: null }),
    ]) {
      await expect((async () => originals.read(name))()).rejects.toThrow(/Not the name/)
      await expect((async () => originals.fetch(name))()).rejects.toThrow(/Not the name/)
      await expect((async () => originals.write(name, DRAWING))()).rejects.toThrow(/Not the name/)
      await expect((async () => originals.delete(name))()).rejects.toThrow(/Not the name/)
    }
    expect(s3.requests).toEqual([])
  },
)
