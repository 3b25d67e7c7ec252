/** What kind of file the first bytes show. */

const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const

export const isPictureFormat = (name: string | undefined): boolean =>
  FORMATS.some((format) => format === name)

/** The format of a picture according to the first bytes, or null. */
export function pictureFormat(bytes: Buffer): (typeof FORMATS)[number] | null {
  const text = bytes.toString('latin1', 0, 16)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12)) ? 'avif' : null
}

export const isMp4 = (bytes: Buffer): boolean =>
  /^ftyp(isom|iso\d|mp4\d|avc1|M4V )/.test(bytes.toString('latin1', 4, 12))

/** Whether a file begins as its name says: as a video, as SVG, or as a picture of another format. */
export function isMedia(name: string, bytes: Buffer): boolean {
  if (name.endsWith('.svg'))
    return /^\s*(<\?xml[^>]*>\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/.test(bytes.toString('utf8', 0, 1024))
  // MP4 and its relatives, AVIF among them.
  const isIsoFile = bytes.toString('latin1', 4, 8) === 'ftyp'
  return isIsoFile || (!name.endsWith('.mp4') && pictureFormat(bytes) !== null)
}
