import { basename } from 'node:path'
import PQueue from 'p-queue'
import { parseMediaName, pictureUrl, videoUrl } from '../../features/media/media-urls.ts'
import { type RejectedRow, rejectRow } from './layouts/rows.ts'
import type { NewMedia } from '../../acts/catalogue/catalogue-rows.store.ts'
import {
  isPictureName,
  isStored,
  pictureName,
  type PictureFiles,
  storePicture,
  storeVideo,
} from '../../features/media/store-picture.ts'
import type { MediaRef, ProductDraft } from './product-drafts.ts'
import { PictureRejected } from '../../features/media/picture-rejected.ts'
import { fetchPicture } from '../../acts/pictures/fetch-picture.ts'
import type { PictureArchive } from './picture-archives.ts'

const PICTURE_EXTENSIONS = ['webp', 'jpg', 'png', 'avif', 'svg']
const YOUTUBE =
  /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?v=|embed\/|shorts\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?:[?&#].*)?$/

/** Pictures that are fetched and converted at the same time. */
const CONCURRENCY = 4

const NOT_GIVEN = 'No web address, and no file in the folder or zip of --images'

/** A picture or video in the media folder, or a video on YouTube. */
export type Medium = Required<Pick<NewMedia, 'media_type' | 'media_url' | 'video_source' | 'alt'>>

/** Where an import takes pictures from and where it stores them. */
export interface MediaImport {
  originals: PictureFiles
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
    await storePicture(originals, name, archived)
    return name
  }
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(ref)) throw new PictureRejected(NOT_GIVEN)
  const name = pictureName('u', ref)
  if (!(await isStored(originals, name))) await storePicture(originals, name, await fetch(ref))
  return name
}
