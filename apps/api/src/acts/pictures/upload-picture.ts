/** `POST /api/desk/pictures`: stores a picture for the acts that take one. */
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { storePictureBytes } from './named-picture.ts'

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
        requirePermission(await admitStaff(shop, request), [
          'products.write',
          'catalogue.write',
          'settings.write',
        ])
      },
      async handler({ body }) {
        if (!Buffer.isBuffer(body) || body.length === 0) throw badRequest('Send the picture as the body.')
        return { media_url: await storePictureBytes(shop.media, 'The picture', async () => body) }
      },
    })
  })
}
