/** Checks pictures and videos by their content and stores them. */
import { hash } from 'node:crypto'
import { basename } from 'node:path'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { isMp4, isPictureFormat, pictureFormat } from '../../adapters/media-format.ts'
import type { FileStore } from '../../adapters/media-storage.ts'
import { parseMediaName, pictureUrl, videoUrl } from '../../features/media/media-urls.ts'
import type { PictureColors } from '../../features/media/picture-colors.store.ts'
import { type RejectedRow, rejectRow } from './layouts/fields.ts'
import type { NewMedia } from './importing.store.ts'
import type { MediaRef, ProductDraft } from './product-drafts.ts'
import { fetchPicture, type PictureArchive, PictureRejected } from './picture-sources.ts'

const PIXELS_MAX = 50_000_000
const LONGEST_SIDE = 2400
const PICTURE_EXTENSIONS = ['webp', 'jpg', 'png', 'avif', 'svg']
const YOUTUBE =
  /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?v=|embed\/|shorts\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?:[?&#].*)?$/

/** Pictures that are fetched and converted at the same time. */
const CONCURRENCY = 4

const NOT_GIVEN = 'No web address, and no file in the folder or zip of --images'

/** The media name of a picture by its content (`i`) or by its address (`u`). */
export const pictureName = (kind: 'i' | 'u', source: Buffer | string): string =>
  `${kind}-${hash('sha256', source).slice(0, 32)}`

/** A name from pictureName(): pictures of an export keep it. */
const isPictureName = (name: string): boolean => /^[iu]-[0-9a-f]{32}$/.test(name)

/** A picture or video in the media folder, or a video on YouTube. */
export type Medium = Required<Pick<NewMedia, 'media_type' | 'media_url' | 'video_source' | 'alt'>>

export interface PictureStore {
  /** Where the shop keeps its media. */
  originals: Pick<FileStore, 'find' | 'write'>
  colors: Pick<PictureColors, 'record'>
}

const isStored = async (
  originals: PictureStore['originals'],
  name: string,
  extension = 'webp',
): Promise<boolean> => (await originals.find(name, [extension])) !== null

/**
 * Stores the picture as `<name>.webp`: upright, at most 2400 pixels wide and high, without metadata. Its colour is stored
 * with it.
 *
 * @throws PictureRejected, StorageUnavailable
 */
export async function storePicture(
  { originals, colors }: PictureStore,
  name: string,
  bytes: Buffer,
): Promise<void> {
  if (await isStored(originals, name)) return
  const format = pictureFormat(bytes)
  if (format === null) {
    const isHeic = /^ftyp(hei[cx]|hevc|mif1)$/.test(bytes.toString('latin1', 4, 12))
    throw new PictureRejected(
      'Not a PNG, JPEG, WebP or AVIF picture',
      isHeic ? 'a photo of an iPhone (HEIC); save it as JPEG' : undefined,
    )
  }
  const picture = await normalise(bytes, format)
  await originals.write(`${name}.webp`, picture)
  await colors.record(name, picture)
}

/** Stores an MP4 video unchanged. @returns its media name */
async function storeVideo(originals: PictureStore['originals'], bytes: Buffer): Promise<string> {
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
      throw new PictureRejected('The picture is not in the format of its first bytes')
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
    throw new PictureRejected('The picture is damaged or too large')
  }
}

/** Where an import takes pictures from and where it stores them. */
export interface MediaImport extends PictureStore {
  /** The shop's own address: pictures at this address are stored already. */
  publicUrl: string
  /** Pictures that come with the file, or null. */
  archive: PictureArchive | null
  /** Fetches a picture from the web; fetchPicture() by default. */
  fetch?: (url: string) => Promise<Buffer>
}

/**
 * Stores the pictures and videos of these drafts. It may take long, so call it before the transaction begins.
 *
 * @param settings null leaves pictures out
 * @returns the media by their references in the drafts, and the pictures that cannot be used
 */
export async function storeMedia(
  drafts: ProductDraft[],
  settings: MediaImport | null,
): Promise<{ media: Map<MediaRef, Medium>; rejected: RejectedRow[] }> {
  const media = new Map<MediaRef, Medium>()
  const rejected: RejectedRow[] = []
  if (settings === null) return { media, rejected }
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const store = async (ref: MediaRef): Promise<void> => {
    try {
      media.set(ref, await queue.add(() => storeMedium(settings, ref)))
    } catch (error) {
      if (!(error instanceof PictureRejected)) throw error
      const cell = { column: ref.column, text: ref.ref }
      rejected.push(rejectRow(ref.line, cell, error.message, error.detail))
    }
  }
  const refs = drafts.flatMap(({ pictures, videos, variants }) => [
    ...pictures,
    ...videos,
    ...variants.flatMap((variant) => variant.pictures),
  ])
  try {
    await Promise.all(refs.map(store))
  } finally {
    queue.clear()
  }
  return { media, rejected }
}

const picture = (base: string, alt: string): Medium => {
  return { media_type: 'image', media_url: pictureUrl(base), video_source: null, alt }
}
const video = (media_url: string, video_source: 'youtube' | 'upload'): Medium => {
  return { media_type: 'video', media_url, video_source, alt: '' }
}

async function storeMedium(settings: MediaImport, { ref, alt }: MediaRef): Promise<Medium> {
  const { originals, archive, publicUrl } = settings
  const youtube = YOUTUBE.exec(ref)?.[1]
  if (youtube !== undefined) return video(youtube, 'youtube')
  // The address of a file that the shop has.
  const path = ref.startsWith(`${publicUrl}/`) ? ref.slice(publicUrl.length) : ref
  const stored = path.startsWith('/media/') ? parseMediaName(path.slice('/media/'.length)) : null
  if (stored?.kind === 'picture' && (await originals.find(stored.base, PICTURE_EXTENSIONS)))
    return picture(stored.base, alt)
  if (stored?.kind === 'video' && (await originals.find(stored.base, ['mp4'])))
    return video(videoUrl(stored.base), 'upload')
  if (!/\.mp4$/i.test(ref)) return picture(await importPicture(settings, ref), alt)
  const bytes = await archive?.find(ref)
  if (!bytes) throw new PictureRejected(NOT_GIVEN)
  return video(videoUrl(await storeVideo(originals, bytes)), 'upload')
}

/** @returns the media name of the picture */
async function importPicture(settings: MediaImport, ref: string): Promise<string> {
  const { originals, archive, fetch = fetchPicture } = settings
  const archived = (await archive?.find(ref)) ?? null
  if (archived) {
    const fileName = basename(ref).replace(/\.[a-z]+$/i, '')
    const name = isPictureName(fileName) ? fileName : pictureName('i', archived)
    await storePicture(settings, name, archived)
    return name
  }
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(ref)) throw new PictureRejected(NOT_GIVEN)
  const name = pictureName('u', ref)
  if (!(await isStored(originals, name))) await storePicture(settings, name, await fetch(ref))
  return name
}
