/** Stores pictures that somebody sends. */
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../shop.ts'
import { badRequest } from '../../http/failure.ts'
import { pictureUrl } from './media-urls.ts'
import { PictureRejected } from './picture-rejected.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
const UPLOAD_BYTES = 20 * 1024 * 1024

/** Makes pictures the only bodies of a scope, and Buffers in code. */
export function takePictures(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES } as const
  scope.addContentTypeParser(TYPES, options, (_request, body, done) => done(null, body))
}

/**
 * @param called what a refusal calls the picture
 * @param as its name; by default one that tells its content
 * @returns the address of the stored picture
 * @throws Failure
 */
export async function storePictureBytes(
  { originals }: Shop['media'],
  called: string,
  read: () => Promise<Buffer>,
  as?: string,
): Promise<string> {
  // Loaded on demand: only pictures need the large image library.
  const { pictureName, storePicture } = await import('./store-picture.ts')
  try {
    const bytes = await read()
    const name = as ?? pictureName('i', bytes)
    await storePicture(originals, name, bytes)
    return pictureUrl(name)
  } catch (error) {
    if (!(error instanceof PictureRejected)) throw error
    const { message, detail } = error
    const text = `${called}: ${message}${detail === undefined ? '' : `: ${detail}`}.`
    throw badRequest(text, { code: 'PICTURE_REJECTED' })
  }
}

/** Deletes a stored picture, with the sizes that this server has made of it. */
export async function deletePicture({ originals, sizes }: Shop['media'], url: string): Promise<void> {
  const file = basename(url)
  await originals.delete(file)
  const made = (await readdir(sizes)).filter((name) => name.startsWith(basename(file, '.webp')))
  for (const name of made) await rm(join(sizes, name), { force: true })
}
