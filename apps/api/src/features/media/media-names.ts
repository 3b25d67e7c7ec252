/** Names of media files. The server makes them; nothing else is looked up on disk. */

const PICTURE = /^([a-z0-9][a-z0-9-]{0,120})\.webp$/
const VIDEO = /^([a-z0-9][a-z0-9-]{0,120})\.mp4$/

/** What a request for a media file means, or null when no such file can exist. */
export function parseMediaName(name: string): { kind: 'picture' | 'video'; base: string } | null {
  const picture = PICTURE.exec(name)?.[1]
  if (picture !== undefined) return { kind: 'picture', base: picture }
  const video = VIDEO.exec(name)?.[1]
  return video === undefined ? null : { kind: 'video', base: video }
}

/** Address of a picture. It always ends in `.webp`; what is sent depends on the browser. */
export const pictureUrl = (base: string): string => `/media/${base}.webp`

export const videoUrl = (base: string): string => `/media/${base}.mp4`
