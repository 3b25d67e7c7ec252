/** Folders and zip files of pictures, whoever made them: nothing outside of them is read, and nothing unpacks without end. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { temporaryFolder } from '../../../test/server-process.ts'
import { folderStore } from '../../adapters/media-storage.ts'
import { openPictureArchive } from './picture-archives.ts'
import { PICTURE_BYTES } from '../../acts/pictures/fetch-picture.ts'
import { storePicture } from '../../features/media/store-picture.ts'

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#936' } })
    .png()
    .toBuffer()

/** A zip with these entries. `evil` replaces a name by another one of the same length. */
async function aZip(
  entries: Record<string, Buffer>,
  evil?: { name: string; instead: string },
): Promise<string> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  let text = Buffer.concat(chunks).toString('latin1')
  if (evil) text = text.replaceAll(evil.instead, evil.name)
  const file = join(temporaryFolder(), 'pictures.zip')
  writeFileSync(file, Buffer.from(text, 'latin1'))
  return file
}

describe('an archive of pictures', () => {
  it('finds pictures in a zip by path or name', async () => {
    const bytes = await picture()
    const archive = await openPictureArchive(await aZip({ 'shoes/Blue.PNG': bytes }))
    onTestFinished(() => archive.close())
    for (const ref of ['shoes/blue.png', 'Blue.png', 'https://old.test/files/blue.png?v=2'])
      expect(await archive.find(ref)).toEqual(bytes)
    expect(await archive.find('red.png')).toBeNull()
  })

  it.each(['../evil.png', '/abs/e.png', '..\\evil.png', 'C:\\evl.png', 'a/../../e.p'])(
    'is refused if the path of an entry leads out of the zip: %s',
    async (name) => {
      const instead = 'x'.repeat(name.length)
      await expect(
        aZip({ [instead]: await picture() }, { name, instead }).then(openPictureArchive),
      ).rejects.toThrow('not safe to read')
    },
  )

  it('refuses a zip bomb by its declared and by its real size', async () => {
    const honest = await openPictureArchive(await aZip({ 'bomb.png': Buffer.alloc(PICTURE_BYTES + 1) }))
    await expect(honest.find('bomb.png')).rejects.toThrow('larger than 10 MiB')
    const size = Buffer.alloc(4)
    size.writeUInt32LE(PICTURE_BYTES + 1)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(100)
    const lying = await aZip(
      { 'bomb.png': Buffer.alloc(PICTURE_BYTES + 1) },
      { name: small.toString('latin1'), instead: size.toString('latin1') },
    )
    const archive = await openPictureArchive(lying)
    await expect(archive.find('bomb.png')).rejects.toThrow('damaged')
  })

  it('reads nothing outside of the folder, by path or link', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(outside, 'secret.png'), await picture())
    symlinkSync(join(outside, 'secret.png'), join(folder, 'link.png'))
    symlinkSync(outside, join(folder, 'linked'))
    mkdirSync(join(folder, 'sub'))
    const archive = await openPictureArchive(folder)
    for (const ref of [
      '../x/secret.png',
      'sub/../../secret.png',
      '%2e%2e/secret.png',
      '..\\secret.png',
      'link.png',
    ])
      await expect(archive.find(ref), ref).rejects.toThrow('outside of the folder')
    await expect(archive.find('linked/secret.png')).rejects.toThrow('outside of the folder')
    expect(await archive.find('/etc/passwd')).toBeNull()
  })

  it('is refused if it is neither a folder nor a zip', async () => {
    await expect(openPictureArchive('/nowhere')).rejects.toThrow('There is no folder or zip')
    const file = join(temporaryFolder(), 'a.zip')
    writeFileSync(file, 'not a zip at all, only text that is long enough')
    await expect(openPictureArchive(file)).rejects.toThrow('neither a folder nor a zip')
  })
})

/** An entry of a zip as its two headers describe it, which need not be true. */
interface Entry {
  name: string | Buffer
  data?: Buffer
  /** Of the local header, where it is another one. */
  localName?: string
  method?: number
  flags?: number
  /** The declared sizes. */
  packed?: number
  size?: number
  offset?: number
  /** Unix mode, such as that of a link. */
  mode?: number
  extra?: Buffer
}

const header = (signature: number, ...fields: [bytes: 2 | 4, value: number][]): Buffer => {
  const numbers = fields.map(([bytes, value]) => {
    const field = Buffer.alloc(bytes)
    field.writeUIntLE(value, 0, bytes)
    return field
  })
  const start = Buffer.alloc(4)
  start.writeUInt32LE(signature)
  return Buffer.concat([start, ...numbers])
}

/** A zip, byte by byte. `end` changes what its last record says. */
function craft(entries: Entry[], end: { count?: number; offset?: number; disk?: number } = {}): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const entry of entries) {
    const { data = Buffer.alloc(0), method = 8, flags = 0, mode = 0o100_644, extra = Buffer.alloc(0) } = entry
    const [name, localName] = [Buffer.from(entry.name), Buffer.from(entry.localName ?? entry.name)]
    const packed = method === 8 ? deflateRawSync(data) : data
    const [packedSize, size] = [entry.packed ?? packed.length, entry.size ?? data.length]
    const common: [2 | 4, number][] = [
      [2, flags],
      [2, method],
      [4, 0],
      [4, crc32(data)],
      [4, packedSize],
      [4, size],
    ]
    const local = header(0x04034b50, [2, 20], ...common, [2, localName.length], [2, 0])
    locals.push(local, localName, packed)
    const lengths: [2 | 4, number][] = [
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
    ]
    const place: [2 | 4, number][] = [
      [4, mode * 65_536],
      [4, entry.offset ?? at],
    ]
    directory.push(header(0x02014b50, [2, 0x314], [2, 20], ...common, ...lengths, ...place), name, extra)
    at += local.length + localName.length + packed.length
  }
  const central = Buffer.concat(directory)
  const { count = entries.length, offset = at, disk = 0 } = end
  const last = header(
    0x06054b50,
    [2, disk],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  )
  return Buffer.concat([...locals, central, last])
}

/** The extra field that gives an entry another name, in Unicode. */
function unicodeName(name: string, instead: string): Buffer {
  const text = Buffer.from(instead)
  return Buffer.concat([
    header(0x7075 + ((text.length + 5) << 16)),
    Buffer.from([1]),
    header(crc32(name)),
    text,
  ])
}

/** A PNG that says it has so many pixels. */
async function hugePng(side: number): Promise<Buffer> {
  const png = await picture()
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const UNSAFE = /not safe to read/
const NO_ZIP = /neither a folder nor a zip/
const DAMAGED = /damaged/
const NO_PICTURE = /Not a PNG/
const good = await picture()
const bomb = Buffer.alloc(PICTURE_BYTES + 1)
const p = (entry: Partial<Entry>): Buffer => craft([{ name: 'p.png', data: good, ...entry }])
const named = (name: string | Buffer, more: Partial<Entry> = {}): Buffer => p({ name, ...more })
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2)

/** What becomes of `p.png`: an error of the zip or of the picture, null when it is not there, or a stored picture. */
const HOSTILE: [what: string, bytes: () => Buffer | Promise<Buffer>, outcome: RegExp | null | 'stored'][] = [
  ['a parent', () => named('../p.png'), UNSAFE],
  ['parents of a folder', () => named('a/../../../etc/p.png'), UNSAFE],
  ['a parent that stays inside', () => named('a/../p.png'), UNSAFE],
  ['nothing but a parent', () => named('..'), UNSAFE],
  ['a parent with backslashes', () => named('..\\p.png'), UNSAFE],
  ['mixed slashes', () => named('a/..\\..\\p.png'), UNSAFE],
  ['an absolute path', () => named('/etc/p.png'), UNSAFE],
  ['an absolute path with a backslash', () => named('\\p.png'), UNSAFE],
  ['a network share', () => named('\\\\host\\share\\p.png'), UNSAFE],
  ['two slashes', () => named('//host/p.png'), UNSAFE],
  ['a drive', () => named('C:\\p.png'), UNSAFE],
  ['a drive and a slash', () => named('c:/p.png'), UNSAFE],
  ['a folder of a drive', () => named('C:p.png'), UNSAFE],
  ['a parent in UTF-8', () => named('../p.png', { flags: 0x800 }), UNSAFE],
  ['a parent in the Unicode name', () => named('p.png', { extra: unicodeName('p.png', '../p.png') }), UNSAFE],
  [
    'a bad entry behind a good one',
    () => craft([{ name: 'p.png', data: good }, { name: '../q.png' }]),
    UNSAFE,
  ],
  ['dots of full width', () => named('\uFF0E\uFF0E/q.png', { flags: 0x800 }), null],
  ['dots as one character', () => named('\u2025/q.png', { flags: 0x800 }), null],
  ['encoded dots', () => named('%2e%2e/q.png'), null],
  [
    'overlong UTF-8 dots',
    () => named(Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x71]), { flags: 0x800 }),
    null,
  ],
  ['a NUL in the name', () => named('p.png\0.exe'), null],
  ['a name that turns around', () => named('\u202Egnp.p', { flags: 0x800 }), null],
  ['an empty name', () => named(''), null],
  ['a name of 65,535 letters', () => named('x'.repeat(65_535)), null],
  ['a folder by that name', () => named('p.png/', { data: Buffer.alloc(0) }), null],
  ['another name in the local header', () => p({ localName: '../../evil.png' }), 'stored'],
  ['the same name twice', () => craft([{ name: 'p.png' }, { name: 'P.PNG', data: good }]), 'stored'],
  [
    'entries that overlap',
    () =>
      craft([
        { name: 'a', data: good },
        { name: 'p.png', data: good, offset: 0 },
      ]),
    'stored',
  ],
  ['a link', () => p({ data: Buffer.from('/etc/passwd'), mode: 0o120_777 }), NO_PICTURE],
  ['a zip in the zip', () => p({ data: p({}) }), NO_PICTURE],
  ['a packed bomb in the zip', () => p({ data: gzipSync(bomb) }), NO_PICTURE],
  ['a bomb', () => p({ data: bomb }), /larger than 10 MiB/],
  ['a bomb that declares few bytes', () => p({ data: bomb, size: 100 }), DAMAGED],
  ['a bomb that declares none', () => p({ data: bomb, size: 0 }), DAMAGED],
  ['a stored bomb', () => p({ data: bomb, method: 0 }), /larger than 10 MiB/],
  ['more bytes declared than there are', () => p({ size: good.length + 1 }), DAMAGED],
  ['4 GiB declared', () => p({ size: 0xfffffffe }), /larger than 10 MiB/],
  ['packed bytes beyond the file', () => p({ packed: 1e9 }), DAMAGED],
  ['a place beyond the file', () => p({ offset: 1e9 }), DAMAGED],
  ['a place in the directory', () => p({ offset: 60 }), DAMAGED],
  [
    'a picture of 2,500 million pixels',
    async () => p({ data: await hugePng(50_000) }),
    /more than 50 million pixels/,
  ],
  ['a password', () => p({ flags: 1 }), /has a password/],
  ['strong encryption', () => p({ flags: 0x41 }), /password|not safe/],
  ['an unknown method', () => p({ method: 99 }), DAMAGED],
  ['rubbish as packed bytes', () => p({ method: 8, packed: 3 }), DAMAGED],
  ['a Zip64 size that is missing', () => p({ size: 0xffffffff }), /larger than 10 MiB/],
  ['more entries counted than there are', () => craft([{ name: 'p.png', data: good }], { count: 9 }), UNSAFE],
  ['a directory elsewhere', () => craft([{ name: 'p.png', data: good }], { offset: 1 }), UNSAFE],
  ['a directory beyond the file', () => craft([{ name: 'p.png', data: good }], { offset: 1e9 }), UNSAFE],
  ['one disk of many', () => craft([{ name: 'p.png', data: good }], { disk: 3 }), NO_ZIP],
  ['its first half', () => half(p({})), NO_ZIP],
  ['all but its last byte', () => p({}).subarray(0, -1), NO_ZIP],
  ['nothing', () => Buffer.alloc(0), NO_ZIP],
  ['a gzip', () => gzipSync(good), NO_ZIP],
]

it.each(HOSTILE)('a zip with %s does no harm', async (_what, bytes, outcome) => {
  const folder = temporaryFolder()
  const file = join(folder, 'pictures.zip')
  writeFileSync(file, await bytes())
  const result = openPictureArchive(file).then(async (archive) => {
    onTestFinished(() => archive.close())
    const found = await archive.find('p.png')
    const store = folderStore(join(folder, 'media'))
    return found && storePicture(store, 'i-1', found).then(() => 'stored')
  })
  if (outcome instanceof RegExp) await expect(result).rejects.toThrow(outcome)
  else expect(await result).toBe(outcome)
})

it('refuses a zip of more than 500,000 files before it reads them', async () => {
  const zip = craft([{ name: 'p.png', data: good }])
  const zip64 = header(
    0x06064b50,
    [4, 44],
    [4, 0],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [4, 500_001],
    [4, 0],
    [4, 500_001],
    [4, 0],
    [4, 0],
    [4, 0],
    [4, 0],
    [4, 0],
  )
  const locator = header(0x07064b50, [4, 0], [4, zip.length - 22], [4, 0], [4, 1])
  const end = zip.subarray(-22)
  end.writeUInt16LE(0xffff, 10)
  const file = join(temporaryFolder(), 'pictures.zip')
  writeFileSync(file, Buffer.concat([zip.subarray(0, -22), zip64, locator, end]))
  await expect(openPictureArchive(file)).rejects.toThrow('more than 500000 files')
})
