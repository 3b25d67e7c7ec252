/** Stores pictures that somebody sends. */
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { t, translated } from '#say'
import type { Shop } from '../../shop.ts'
import { UPLOAD_BYTES } from '@haat/contract/staff/products'
import { allowSlowBody } from '../../http/connections.ts'
import { badRequest, Failure, noSuch } from '../../http/failure.ts'
import { pictureUrl, videoUrl } from './media-urls.ts'
import { PictureRejected } from './picture-rejected.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
const VIDEO = 'video/mp4'
const PICTURES_ONLY = /*i18n*/ 'Choose a JPEG, PNG, WebP or AVIF picture.'
const PICTURE_OR_VIDEO = 'Choose a JPEG, PNG, WebP or AVIF picture, or an MP4 video.'

/** Makes pictures, or videos too, the only bodies of a scope, and Buffers in code. */
export function takeUploads(scope: FastifyInstance, { videos }: { videos: boolean }): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('preParsing', allowSlowBody)
  const options = { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES } as const
  const types = videos ? [...PICTURES, VIDEO] : PICTURES
  scope.addContentTypeParser(types, options, (_request, body, done) => done(null, body))
  const refusal = videos ? PICTURE_OR_VIDEO : PICTURES_ONLY
  scope.addContentTypeParser('*', (_request, _body, done) => done(new Failure(415, refusal)))
}

/**
 * @param called what a refusal calls the picture; empty where the caller knows
 * @param as its name; by default one that tells its content
 * @returns the address of the stored picture
 * @throws Failure
 */
export const storePictureBytes = (
  { originals }: Shop['media'],
  called: string,
  read: () => Promise<Buffer>,
  as?: string,
): Promise<string> =>
  orRefused(called, async ({ pictureName, storePicture }) => {
    const bytes = await read()
    const name = as ?? pictureName('i', bytes)
    await storePicture(originals, name, bytes)
    return pictureUrl(name)
  })

/** Stores a photo that a customer sends under a name, and deletes it unless `keep` notes its address. @throws Failure */
export async function storePhoto<Result>(
  media: Shop['media'],
  photo: Uint8Array,
  name: string,
  keep: (media_url: string) => Promise<Result>,
): Promise<Result> {
  const media_url = await storePictureBytes(media, t`The photo`, async () => Buffer.from(photo), name)
  try {
    return await keep(media_url)
  } catch (error) {
    await deletePicture(media, media_url)
    throw error
  }
}

/** @returns the address of the stored MP4 video @throws Failure */
export const storeVideoBytes = ({ originals }: Shop['media'], bytes: Buffer): Promise<string> =>
  orRefused('', async ({ storeVideo }) => videoUrl(await storeVideo(originals, bytes)))

async function orRefused(
  called: string,
  work: (store: typeof import('./store-picture.ts')) => Promise<string>,
): Promise<string> {
  try {
    // Loaded on demand: only pictures need the large image library.
    return await work(await import('./store-picture.ts'))
  } catch (error) {
    if (!(error instanceof PictureRejected)) throw error
    const { message, detail } = error
    const text = `${called && `${called}: `}${translated(message)}${detail === undefined ? '' : `: ${translated(detail)}`}.`
    throw badRequest(text, { code: 'PICTURE_REJECTED' })
  }
}

/** A picture as it is stored, as WebP. @throws Failure 404 */
export async function readPicture({ originals }: Shop['media'], url: string): Promise<Buffer> {
  const bytes = await originals.read(basename(url))
  if (!bytes) throw noSuch(t`Picture not found`)
  return bytes
}

/** Deletes a stored picture, with the sizes that this server has made of it. */
export async function deletePicture({ originals, sizes }: Shop['media'], url: string): Promise<void> {
  const file = basename(url)
  await originals.delete(file)
  const made = (await readdir(sizes)).filter((name) => name.startsWith(basename(file, '.webp')))
  for (const name of made) await rm(join(sizes, name), { force: true })
}
