/**
 * `POST /api/desk/pictures`: stores a picture, or a product's video, for the acts that take one. `POST /api/desk/photos` does
 * it for a phone with a link, and nothing else.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { storePictureBytes, storeVideoBytes, takeUploads } from '../../features/media/picture-upload.ts'
import { badRequest } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { admitPhone, describeLink, keepPicture } from './camera.ts'
import type { CameraLink } from './camera.store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The link of the phone that calls. */
    camera: CameraLink | null
  }
}

const VIDEO = 'video/mp4'

export async function registerUploads(app: FastifyInstance, shop: Shop): Promise<void> {
  const store = async ({ body, headers }: FastifyRequest): Promise<string> => {
    if (!Buffer.isBuffer(body) || body.length === 0) throw badRequest('The file is empty.')
    return headers['content-type'] === VIDEO
      ? storeVideoBytes(shop.media, body)
      : storePictureBytes(shop.media, '', async () => body)
  }
  app.post('/api/desk/photos/open', {
    handler: async (request) => describeLink(shop, await admitPhone(shop, request)),
  })
  await app.register(async (scope) => {
    takeUploads(scope, { videos: true })
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    scope.post('/api/desk/pictures', {
      onRequest: async (request) =>
        requirePermission(await admitStaff(shop, request), [
          'products.write',
          'catalogue.write',
          'settings.write',
        ]),
      handler: async (request) => ({ media_url: await store(request) }),
    })
    scope.decorateRequest('camera', null)
    scope.post('/api/desk/photos', {
      async onRequest(request) {
        request.camera = await admitPhone(shop, request)
      },
      async handler(request) {
        const media_url = await store(request)
        await keepPicture(shop, request.camera!, media_url)
        return { media_url }
      },
    })
  })
}
