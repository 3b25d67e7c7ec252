/** Checks a picture by what it is, not by what it is called, and puts it into the media folder. */
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PictureRefused } from './fetch-picture.ts'

const PIXELS_MAX = 50_000_000
const LONGEST_SIDE = 2400
const KINDS = ['png', 'jpeg', 'webp', 'avif'] as const

/** The kind by the first bytes, or null. */
export function pictureKind(bytes: Buffer): (typeof KINDS)[number] | null {
  const text = bytes.toString('latin1', 0, 16)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12)) ? 'avif' : null
}

/** The media name of bytes, or of the address they are to come from. */
export const pictureName = (kind: 'i' | 'u', of: Buffer | string): string =>
  `${kind}-${hash('sha256', of).slice(0, 32)}`

const OWN_NAME = /^[iu]-[0-9a-f]{32}$/

/** A name that a shop gave before: pictures from its export keep it. */
export const isOwnName = (base: string): boolean => OWN_NAME.test(base)

export const isKept = (root: string, base: string): boolean => existsSync(join(root, `${base}.webp`))

/**
 * Decodes the picture, turns it upright, bounds it and writes it as `<base>.webp` without what it says
 * about camera and place.
 *
 * @throws PictureRefused
 */
export async function keepPicture(root: string, base: string, bytes: Buffer): Promise<void> {
  if (isKept(root, base)) return
  const kind = pictureKind(bytes)
  if (kind === null) throw new PictureRefused('Not a PNG, JPEG, WebP or AVIF picture')
  await put(root, `${base}.webp`, await normalise(bytes, kind))
}

/**
 * Keeps an MP4 film as it is.
 *
 * @returns its name
 * @throws PictureRefused
 */
export async function keepFilm(root: string, bytes: Buffer): Promise<string> {
  const brand = bytes.toString('latin1', 4, 12)
  if (!/^ftyp(isom|iso\d|mp4\d|avc1|M4V )/.test(brand)) throw new PictureRefused('Not an MP4 film')
  const base = pictureName('i', bytes)
  if (!existsSync(join(root, `${base}.mp4`))) await put(root, `${base}.mp4`, bytes)
  return base
}

/** A file appears only when it is whole. */
async function put(root: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(root, { recursive: true })
  const unfinished = join(root, `${randomUUID()}.part`)
  try {
    await writeFile(unfinished, bytes)
    await rename(unfinished, join(root, name))
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function normalise(bytes: Buffer, kind: string): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    const { format, width, height, exif, icc, xmp, pages } = await image.metadata()
    if (!KINDS.some((known) => known === format) && format !== 'heif')
      throw new PictureRefused('Not a picture of its kind')
    const plain = kind === 'webp' && !exif && !icc && !xmp && (pages ?? 1) === 1
    if (plain && Math.max(width, height) <= LONGEST_SIDE) {
      await image.stats()
      return bytes
    }
    return await image
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer()
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused('The picture is damaged or too large')
  }
}
