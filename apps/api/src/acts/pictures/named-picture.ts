/** Stores a picture that a command names, with the checks of an import. */
import { readFile } from 'node:fs/promises'
import { storePictureBytes } from '../../features/media/picture-upload.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict } from '../../http/failure.ts'

export type FetchPicture = (url: string) => Promise<Buffer>

/** The address of a stored picture, as an upload replies it. */
const UPLOADED = /^\/media\/(i-[0-9a-f]{32})\.webp$/
export const isUploaded = (source: string): boolean => UPLOADED.test(source)

/**
 * Call it before the transaction: it may take long.
 *
 * @param source path of a PNG, JPEG, WebP or AVIF file, its http(s) address, or that of a stored picture
 * @returns the address of the stored picture
 * @throws Failure
 */
export async function storePictureFrom(
  { media }: Pick<Shop, 'media'>,
  source: string,
  fetch?: FetchPicture,
): Promise<string> {
  const uploaded = UPLOADED.exec(source)?.[1]
  if (uploaded !== undefined) {
    if ((await media.originals.find(uploaded, ['webp'])) !== null) return source
    throw badRequest(`There is no picture ${source}. Upload it again.`)
  }
  return storePictureBytes(media, source, async () => {
    const { fetchPicture } = await import('./fetch-picture.ts')
    if (/^https?:\/\//i.test(source)) return (fetch ?? fetchPicture)(source)
    return readFile(source).catch(() => {
      throw conflict(`${source} cannot be read.`)
    })
  })
}
