/** `/media/*`: pictures in the width and format that a browser requests, and uploaded videos. */
import { basename } from 'node:path'
import fastifyStatic from '@fastify/static'
import { PICTURE_WIDTHS } from '@haat/contract/rules'
import type { FastifyInstance } from 'fastify'
import { t } from '#say'
import { badRequest, noSuch } from '../../http/failure.ts'
import { parseMediaName } from './media-urls.ts'
import type { Pictures } from './pictures.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pictures: Pictures
  }
}

const DEFAULT_WIDTH = 960
const A_YEAR = 'public, max-age=31536000, immutable'

export async function registerMedia(app: FastifyInstance, pictures: Pictures): Promise<void> {
  await app.register(fastifyStatic, { root: [pictures.cache, pictures.root], serve: false })

  app.get<{ Params: { name: string }; Querystring: { w?: unknown } }>(
    '/media/:name',
    async (request, reply) => {
      const media = parseMediaName(request.params.name)
      if (!media) throw noSuch(t`Media not found`)
      if (media.kind === 'video') {
        if ((await pictures.findVideo(request.params.name)) === null) throw noSuch(t`Media not found`)
        void reply.header('cache-control', A_YEAR)
        return reply.sendFile(request.params.name, pictures.root, { cacheControl: false })
      }
      const width = readWidth(request.query.w)
      const accepted = request.headers.accept?.includes('image/avif') ? 'avif' : 'webp'
      const picture = await pictures.find(media.base, width, media.kind === 'jpeg' ? 'jpg' : accepted)
      if (picture === null) throw noSuch(t`Media not found`)
      const { file, format } = picture
      void reply.header('cache-control', A_YEAR)
      void reply.header('vary', 'accept').type(format === 'jpg' ? 'image/jpeg' : `image/${format}`)
      return reply.sendFile(basename(file), pictures.cache, { cacheControl: false })
    },
  )
}

function readWidth(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_WIDTH
  const width = PICTURE_WIDTHS.find((allowed) => String(allowed) === value)
  if (width === undefined) throw badRequest(`w must be one of ${PICTURE_WIDTHS.join(', ')}`)
  return width
}
