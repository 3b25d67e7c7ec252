import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalogueOf, importText } from '../../../test/import-file.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { folderStore } from '../../adapters/media-storage.ts'
import {
  type FetchGuard,
  fetchPicture,
  PICTURE_BYTES,
  PUBLIC_ADDRESSES_ONLY,
} from '../../acts/pictures/fetch-picture.ts'
import { openPictureArchive } from './picture-archives.ts'
import { storePicture } from '../../features/media/store-picture.ts'
import { pictureFormat } from '../../adapters/media-format.ts'

const PUBLIC = '93.184.215.14'

/** A guard that resolves every name to these addresses. */
const resolvingTo = (...addresses: string[]): FetchGuard => ({
  ...PUBLIC_ADDRESSES_ONLY,
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})

const picture = (width = 8, format: 'png' | 'jpeg' | 'webp' | 'avif' = 'png') =>
  sharp({ create: { width, height: 8, channels: 3, background: '#936' } })
    .toFormat(format)
    .toBuffer()

describe('an address in a private network', () => {
  it.each([
    ...['http://127.0.0.1/a.png', 'http://127.1/a.png', 'http://2130706433/a.png', 'http://0x7f000001/a.png'],
    ...['http://0177.0.0.1/a.png', 'http://0x7f.1/a.png', 'http://127.0.0.1./a.png', 'http://0/a.png'],
    ...['http://0.0.0.0/a.png', 'http://10.0.0.1/', 'http://10.255.255.255/', 'http://172.16.0.1/'],
    ...[
      'http://172.31.255.255/',
      'http://192.168.0.1/',
      'http://192.168.1.254/',
      'http://169.254.169.254/latest/',
    ],
    ...['http://2852039166/', 'http://0xa9fea9fe/', 'http://169.254.0.1/', 'http://100.64.0.1/'],
    ...['http://198.18.0.1/', 'http://192.0.0.1/', 'http://192.0.2.1/', 'http://198.51.100.1/'],
    ...['http://203.0.113.1/', 'http://224.0.0.1/', 'http://239.255.255.255/', 'http://240.0.0.1/'],
    ...['http://255.255.255.255/', 'http://[::1]/', 'http://[::]/', 'http://[0:0:0:0:0:0:0:1]/'],
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://[::127.0.0.1]/',
    ],
    ...['http://[fe80::1]/', 'http://[fc00::1]/', 'http://[fd12:3456::1]/', 'http://[ff02::1]/'],
    ...[
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[2001:0:7f00:1::]/',
      'http://[2001:db8::1]/',
    ],
    ...['http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'https://127.0.0.1/', 'http://0300.0250.0.1/'],
  ])('is not called: %s', async (url) => {
    await expect(fetchPicture(url, resolvingTo(PUBLIC))).rejects.toThrow('private network')
  })

  it.each([
    ['a name of this machine', ['127.0.0.1']],
    ['a name with a public and a private address', [PUBLIC, '10.0.0.1']],
    ['a name of IPv4 within IPv6', ['::ffff:127.0.0.1']],
    ['a name of the cloud’s metadata', ['169.254.169.254']],
    ['a name without any address', []],
  ])('is not called: %s', async (_, addresses) => {
    await expect(fetchPicture('http://pictures.test/a.png', resolvingTo(...addresses))).rejects.toThrow(
      'private network',
    )
  })

  it.each([
    ['file:///etc/passwd', 'Only http and https'],
    ['ftp://pictures.test/a.png', 'Only http and https'],
    ['data:image/png;base64,AAAA', 'Only http and https'],
    ['javascript:alert(1)', 'Only http and https'],
    ['http://user:secret@pictures.test/a.png', 'contains a login'],
    ['http://pictures.test:22/a.png', 'contains a port'],
    ['http://pictures.test:3000/a.png', 'contains a port'],
    ['http://', 'Not an address'],
    ['//pictures.test/a.png', 'Not an address'],
  ])('is refused unless it is a plain web address: %s', async (url, reason) => {
    await expect(fetchPicture(url, resolvingTo(PUBLIC))).rejects.toThrow(reason)
  })
})

/** A local server, which the guard accepts as a public one named pictures.test. */
async function aServer(
  answer: RequestListener,
): Promise<{ url: string; guard: FetchGuard; called: () => number }> {
  let called = 0
  const server = createServer((request, reply) => {
    called += 1
    answer(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const guard = {
    ...resolvingTo('127.0.0.1'),
    mayCall: (address: string) => address === '127.0.0.1',
    mayUsePort: () => true,
  }
  return { url: `http://pictures.test:${port}`, guard, called: () => called }
}

describe('a picture on a server', () => {
  it('is fetched from the address that was checked', async () => {
    const bytes = await picture()
    const { url, guard } = await aServer((request, reply) => {
      expect(request.headers.host).toMatch(/^pictures\.test:/)
      reply.end(bytes)
    })
    expect(await fetchPicture(`${url}/a.png`, guard)).toEqual(bytes)
  })

  it('is refused when the server redirects', async () => {
    const { url, guard, called } = await aServer((_, reply) => {
      reply.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    })
    await expect(fetchPicture(url, guard)).rejects.toThrow('redirects to another one')
    expect(called()).toBe(1)
  })

  it('is refused when it is too large, declared or not', async () => {
    const declared = await aServer((_, reply) => {
      reply.writeHead(200, { 'content-length': PICTURE_BYTES + 1 }).flushHeaders()
    })
    await expect(fetchPicture(declared.url, declared.guard)).rejects.toThrow('larger than 10 MiB')
    const undeclared = await aServer((_, reply) => {
      const block = Buffer.alloc(1024 * 1024)
      const more = (): void => {
        while (reply.write(block)) continue
        reply.once('drain', more)
      }
      more()
    })
    await expect(fetchPicture(undeclared.url, undeclared.guard)).rejects.toThrow('larger than 10 MiB')
  })

  it('is refused when it takes too long', async () => {
    const { url, guard } = await aServer((_, reply) => {
      const drip = setInterval(() => reply.write('x'), 20)
      reply.on('close', () => clearInterval(drip))
    })
    await expect(fetchPicture(url, { ...guard, timeoutMs: 300 })).rejects.toThrow('took too long')
    const unresolved: FetchGuard = { ...guard, timeoutMs: 100, resolve: () => new Promise(() => undefined) }
    await expect(fetchPicture(url, unresolved)).rejects.toThrow('took too long')
  })

  it('is refused when the server fails or hangs up', async () => {
    const { url, guard } = await aServer((request, reply) => {
      if (request.url === '/gone') reply.writeHead(404).end()
      else reply.destroy()
    })
    await expect(fetchPicture(`${url}/gone`, guard)).rejects.toThrow('The server answered 404')
    await expect(fetchPicture(`${url}/cut`, guard)).rejects.toMatchObject({
      message: 'The picture could not be fetched',
      detail: 'socket hang up',
    })
  })
})

describe('a stored picture', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'is a WebP, whatever its format was: %s',
    async (format) => {
      const root = temporaryFolder()
      const bytes = await picture(12, format)
      expect(pictureFormat(bytes)).toBe(format)
      await storePicture(folderStore(root), 'i-1', bytes)
      expect(await sharp(join(root, 'i-1.webp')).metadata()).toMatchObject({ format: 'webp', width: 12 })
      expect(readdirSync(root)).toEqual(['i-1.webp'])
    },
  )

  it('has no metadata and a limited size', async () => {
    const root = temporaryFolder()
    const bytes = await sharp({ create: { width: 3000, height: 10, channels: 3, background: '#000' } })
      .withExif({ IFD0: { Copyright: 'Home address' } })
      .jpeg()
      .toBuffer()
    await storePicture(folderStore(root), 'i-1', bytes)
    const kept = await sharp(join(root, 'i-1.webp')).metadata()
    expect(kept).toMatchObject({ width: 2400 })
    expect(kept.exif).toBeUndefined()
  })

  it.each([
    ['SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<html></html>'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['nothing', ''],
    ['PNG in name only', '\x89PNG\r\n\x1a\nrubbish'],
    ['half a JPEG', '\xff\xd8\xff\xe0\u0000\u0010JFIF'],
  ])('is never %s', async (_, text) => {
    const root = temporaryFolder()
    await expect(storePicture(folderStore(root), 'i-1', Buffer.from(text, 'latin1'))).rejects.toThrow(
      /Not a PNG|damaged/,
    )
    expect(readdirSync(root)).toEqual([])
  })
})

describe('an import with pictures', () => {
  it('shows the usable pictures, lists the others, and keeps every product', async () => {
    const test = await shopForThisTest()
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'blue.png'), await picture(9))
    writeFileSync(join(folder, 'fake.png'), '<svg/>')
    let fetched = 0
    const media = {
      originals: test.shop.media.originals,
      publicUrl: 'https://shop.test',
      archive: await openPictureArchive(folder),
      fetch: async () => {
        fetched += 1
        return picture(7)
      },
    }
    const text = `key,name,price,images,image_alts
a,Tea,10,"blue.png
https://cdn.test/tea.jpg","Blue tin
-"
b,Ghee,20,fake.png,
c,Rice,30,missing.png,
d,Film,40,https://youtu.be/dQw4w9WgXcQ,
e,Inner,50,http://127.0.0.1/x.png,
`
    const { counts, refused, result } = await importText(test, text, { media })
    expect(counts).toMatchObject({ created: 5, refused: 0 })
    expect(result.pictures_refused).toBe(2)
    expect(refused.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      ['5', 'fake.png', 'Not a PNG, JPEG, WebP or AVIF picture'],
      ['6', 'missing.png', 'No web address, and no file in the folder or zip of --images'],
    ])
    const products = await catalogueOf(test)
    const tea = products.find((product) => product.name === 'Tea')
    expect(tea?.media).toMatchObject([
      {
        media_type: 'image',
        media_url: expect.stringMatching(/^\/media\/i-[0-9a-f]{32}\.webp$/),
        alt: 'Blue tin',
      },
      { media_type: 'image', media_url: expect.stringMatching(/^\/media\/u-[0-9a-f]{32}\.webp$/), alt: '' },
    ])
    expect(tea?.media_url).toBe(tea?.media[0]?.media_url)
    await test.get(`${tea?.media_url}?w=160`).expect(200)
    expect(products.find((product) => product.name === 'Film')?.media).toMatchObject([
      { media_type: 'video', video_source: 'youtube', media_url: 'dQw4w9WgXcQ' },
    ])
    const again = await importText(test, text, { media })
    expect(again.counts).toMatchObject({ unchanged: 5, changed: 0 })
    expect(fetched).toBe(2)
  })

  it('fetches at most four pictures at a time', async () => {
    const test = await shopForThisTest()
    let running = 0
    let most = 0
    const media = {
      originals: test.shop.media.originals,
      publicUrl: 'https://shop.test',
      archive: null,
      fetch: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running -= 1
        return picture(7)
      },
    }
    const pictures = Array.from({ length: 12 }, (_, n) => `https://cdn.test/${n}.jpg`)
    const text = `name,price,images\nTea,10,${pictures.join('|')}\n`
    const { result } = await importText(test, text, { media })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    expect(result).toMatchObject({ created: 1, pictures_refused: 0 })
    expect((await catalogueOf(test))[0]?.media).toHaveLength(12)
  })
})
