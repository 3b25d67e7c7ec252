import type { Media } from '@haat/contract/catalog'

/** A row of the media table, as far as it is shown. */
export interface MediaRow {
  id: number
  media_type: string
  media_url: string
  video_source: string | null
  alt: string
}

const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
const OWN_FILE = /^\/media\/[a-z0-9-]+\.(webp|mp4)$/

/** A medium as it may be shown, or null for an address that must not reach a page. */
export function toMedia({ id, media_type, media_url, video_source, alt }: MediaRow): Media | null {
  if (media_type === 'video' && video_source === 'youtube') {
    if (!YOUTUBE_ID.test(media_url)) return null
    const address = `https://www.youtube-nocookie.com/embed/${media_url}`
    return { id, media_type: 'video', media_url: address, video_source: 'youtube', alt }
  }
  if (!OWN_FILE.test(media_url)) return null
  if (media_type === 'video') return { id, media_type, media_url, video_source: 'upload', alt }
  return media_type === 'image' ? { id, media_type, media_url, video_source: null, alt } : null
}

/** The media that may be shown, in their order. */
export const toMediaList = (rows: MediaRow[]): Media[] => rows.map(toMedia).filter((media) => media !== null)
