/** Stores a picture that a command names, with the checks of an import. */
import { readFile } from 'node:fs/promises'
import { pictureUrl, videoUrl } from '../../features/media/media-urls.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict } from '../../http/failure.ts'

/** Fetches a picture from the web. */
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

/**
 * @param called what a refusal calls the picture
 * @returns the address of the stored picture
 * @throws Failure
 */
export const storePictureBytes = (
  { originals }: Shop['media'],
  called: string,
  read: () => Promise<Buffer>,
): Promise<string> =>
  orRefused(called, async ({ pictureName, storePicture }) => {
    const bytes = await read()
    const name = pictureName('i', bytes)
    await storePicture(originals, name, bytes)
    return pictureUrl(name)
  })

/** @returns the address of the stored MP4 video @throws Failure */
export const storeVideoBytes = ({ originals }: Shop['media'], bytes: Buffer): Promise<string> =>
  orRefused('The video', async ({ storeVideo }) => videoUrl(await storeVideo(originals, bytes)))

async function orRefused(
  called: string,
  work: (store: typeof import('./store-picture.ts')) => Promise<string>,
): Promise<string> {
  const { PictureRejected } = await import('./fetch-picture.ts')
  try {
    // Loaded on demand: only pictures need the large image library.
    return await work(await import('./store-picture.ts'))
  } catch (error) {
    if (!(error instanceof PictureRejected)) throw error
    const { message, detail } = error
    const text = `${called}: ${message}${detail === undefined ? '' : `: ${detail}`}.`
    throw badRequest(text, { code: 'PICTURE_REJECTED' })
  }
}
