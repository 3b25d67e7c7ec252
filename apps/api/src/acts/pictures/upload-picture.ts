/** `POST /api/desk/pictures`: stores a picture for the acts that take one. */
import type { FastifyInstance } from 'fastify'
import { pictureUrl } from '../../features/media/media-urls.ts'
import { badRequest, Failure } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'

const UPLOAD_BYTES = 20 * 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

export async function registerUploads(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES } as const
    scope.addContentTypeParser(TYPES, options, (_request, body, done) => done(null, body))
    scope.post('/api/desk/pictures', {
      bodyLimit: UPLOAD_BYTES,
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        requirePermission(await admitStaff(shop, request), ['products.write', 'catalogue.write'])
      },
      async handler({ body }) {
        if (!Buffer.isBuffer(body) || body.length === 0) throw badRequest('Send the picture as the body.')
        return { media_url: await storeUpload(shop, body) }
      },
    })
  })
}

async function storeUpload({ media }: Pick<Shop, 'media'>, bytes: Buffer): Promise<string> {
  // Loaded on demand: only pictures need the large image library.
  const { pictureName, storePicture } = await import('./store-picture.ts')
  const { PictureRejected } = await import('./fetch-picture.ts')
  try {
    const name = pictureName('i', bytes)
    await storePicture(media.originals, name, bytes)
    return pictureUrl(name)
  } catch (error) {
    if (!(error instanceof PictureRejected)) throw error
    const { message, detail } = error
    throw new Failure(400, `${message}${detail === undefined ? '' : `: ${detail}`}.`, {
      code: 'PICTURE_REJECTED',
    })
  }
}
