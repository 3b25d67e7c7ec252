/** Addresses of media files. The server makes the file names; no other name is looked up on disk. */
import { randomBytes } from 'node:crypto'
import type { Media } from '@haat/contract/catalog'

const PICTURE = /^([a-z0-9][a-z0-9-]{0,120})\.(webp|jpg)$/
const VIDEO = /^([a-z0-9][a-z0-9-]{0,120})\.mp4$/

/** Only who may see the photos of a return gets them, by calls of their own. */
const PRIVATE = /^r-[0-9a-f]{32}\./
export const privatePictureName = (): string => `r-${randomBytes(16).toString('hex')}`

/** Each photo of a review has a file of its own, which goes with it. */
export const reviewPictureName = (): string => `v-${randomBytes(16).toString('hex')}`

/** Parses the file name of a `/media/` request; null when no such file can exist, or is not for everybody. */
export function parseMediaName(name: string): { kind: 'picture' | 'jpeg' | 'video'; base: string } | null {
  if (PRIVATE.test(name)) return null
  const [, picture, format] = PICTURE.exec(name) ?? []
  if (picture !== undefined) return { kind: format === 'jpg' ? 'jpeg' : 'picture', base: picture }
  const video = VIDEO.exec(name)?.[1]
  return video === undefined ? null : { kind: 'video', base: video }
}

/**
 * Address of a picture. It always ends in `.webp`; the format sent depends on the browser. Messengers read the same one
 * with `.jpg`.
 */
export const pictureUrl = (base: string): string => `/media/${base}.webp`

export const videoUrl = (base: string): string => `/media/${base}.mp4`

/** The columns of the media table that pages show. */
interface ShownMedia {
  id: number
  media_type: string
  media_url: string
  video_source: string | null
  alt: string
}

const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
const MEDIA_FILE = /^\/media\/[a-z0-9-]+\.(webp|mp4)$/

/** Media with an address that is safe to show, in their order. Rows with any other address are left out. */
export const toMediaList = (rows: ShownMedia[]): Media[] =>
  rows.map(toMedia).filter((media) => media !== null)

function toMedia({ id, media_type, media_url, video_source, alt }: ShownMedia): Media | null {
  if (media_type === 'video' && video_source === 'youtube') {
    if (!YOUTUBE_ID.test(media_url)) return null
    const address = `https://www.youtube-nocookie.com/embed/${media_url}`
    return { id, media_type: 'video', media_url: address, video_source: 'youtube', alt }
  }
  if (!MEDIA_FILE.test(media_url)) return null
  if (media_type === 'video') return { id, media_type, media_url, video_source: 'upload', alt }
  return media_type === 'image' ? { id, media_type, media_url, video_source: null, alt } : null
}
