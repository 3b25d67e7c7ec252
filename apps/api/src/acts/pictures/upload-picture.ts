/** `POST /api/desk/pictures`: stores a picture, or a product's video, for the acts that take one. */
import type { FastifyInstance } from 'fastify'
import { UPLOAD_BYTES } from '@haat/contract/staff/products'
import { badRequest, Failure } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { storePictureBytes, storeVideoBytes } from './named-picture.ts'

const VIDEO = 'video/mp4'
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', VIDEO]
const OTHER_TYPE = 'Choose a JPEG, PNG, WebP or AVIF picture, or an MP4 video.'

export async function registerUploads(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES } as const
    scope.addContentTypeParser(TYPES, options, (_request, body, done) => done(null, body))
    scope.addContentTypeParser('*', (_request, _body, done) => done(new Failure(415, OTHER_TYPE)))
    scope.post('/api/desk/pictures', {
      bodyLimit: UPLOAD_BYTES,
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        requirePermission(await admitStaff(shop, request), [
          'products.write',
          'catalogue.write',
          'settings.write',
        ])
      },
      async handler({ body, headers }) {
        if (!Buffer.isBuffer(body) || body.length === 0) throw badRequest('Send the picture as the body.')
        const media_url =
          headers['content-type'] === VIDEO
            ? await storeVideoBytes(shop.media, body)
            : await storePictureBytes(shop.media, 'The picture', async () => body)
        return { media_url }
      },
    })
  })
}
