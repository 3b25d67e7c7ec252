/** Checks pictures by their content and stores them. It loads the large image library. */
import { hash } from 'node:crypto'
import sharp from 'sharp'
import { isMp4, isPictureFormat, pictureFormat } from '../../adapters/media-format.ts'
import type { FileStore } from '../../adapters/media-storage.ts'
import { PictureRejected } from './picture-rejected.ts'

const PIXELS_MAX = 50_000_000
const LONGEST_SIDE = 2400

/** The media name of a picture by its content (`i`) or by its address (`u`). */
export const pictureName = (kind: 'i' | 'u', source: Buffer | string): string =>
  `${kind}-${hash('sha256', source).slice(0, 32)}`

/** A name from pictureName(): pictures of an export keep it. */
export const isPictureName = (name: string): boolean => /^[iu]-[0-9a-f]{32}$/.test(name)

/** Where the shop keeps its media. */
export type PictureFiles = Pick<FileStore, 'find' | 'write'>

export const isStored = async (originals: PictureFiles, name: string, extension = 'webp'): Promise<boolean> =>
  (await originals.find(name, [extension])) !== null

/**
 * Stores the picture as `<name>.webp`: upright, at most 2400 pixels wide and high, without metadata.
 *
 * @throws PictureRejected, StorageUnavailable
 */
export async function storePicture(originals: PictureFiles, name: string, bytes: Buffer): Promise<void> {
  if (await isStored(originals, name)) return
  const format = pictureFormat(bytes)
  if (format === null) {
    const isHeic = /^ftyp(hei[cx]|hevc|mif1)$/.test(bytes.toString('latin1', 4, 12))
    throw new PictureRejected(
      /*i18n*/ 'Not a PNG, JPEG, WebP or AVIF picture',
      isHeic ? /*i18n*/ 'a photo of an iPhone (HEIC); save it as JPEG' : undefined,
    )
  }
  const picture = await normalise(bytes, format)
  await originals.write(`${name}.webp`, picture)
}

/** Stores an MP4 video unchanged. @returns its media name @throws PictureRejected, StorageUnavailable */
export async function storeVideo(originals: PictureFiles, bytes: Buffer): Promise<string> {
  if (!isMp4(bytes)) throw new PictureRejected('Not an MP4 video')
  const name = pictureName('i', bytes)
  if (!(await isStored(originals, name, 'mp4'))) await originals.write(`${name}.mp4`, bytes)
  return name
}

async function normalise(bytes: Buffer, expected: string): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    const { format, width, height, exif, icc, xmp, pages } = await image.metadata()
    if (!isPictureFormat(format) && format !== 'heif')
      throw new PictureRejected(/*i18n*/ 'It is not in the format of its first bytes')
    const plain = expected === 'webp' && !exif && !icc && !xmp && (pages ?? 1) === 1
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
    if (error instanceof PictureRejected) throw error
    throw new PictureRejected(
      String(error).includes('pixel limit')
        ? `It has more than ${PIXELS_MAX / 1_000_000} million pixels; make it smaller`
        : /*i18n*/ 'It is damaged',
    )
  }
}
