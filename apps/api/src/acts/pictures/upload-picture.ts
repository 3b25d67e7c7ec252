/** `POST /api/desk/pictures`: stores a picture, or a product's video, for the acts that take one. */
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { storePictureBytes, storeVideoBytes, takeUploads } from '../../features/media/picture-upload.ts'

const VIDEO = 'video/mp4'

export async function registerUploads(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(async (scope) => {
    takeUploads(scope, { videos: true })
    scope.post('/api/desk/pictures', {
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
