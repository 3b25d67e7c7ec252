/** `/media/*`: pictures in the width and format that a browser requests, and uploaded videos. */
import { basename } from 'node:path'
import fastifyStatic from '@fastify/static'
import { PICTURE_WIDTHS } from '@haat/contract/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { badRequest, notFound } from '../../http/failure.ts'
import { parseMediaName } from './media-urls.ts'
import { openPictures, type PictureFormat, type Pictures } from './pictures.ts'

const DEFAULT_WIDTH = 960
const A_YEAR = 'public, max-age=31536000, immutable'

/** @param dataDir folder that holds `media` and `cache` */
export async function registerMedia(app: FastifyInstance, dataDir: string): Promise<void> {
  const pictures = openPictures(dataDir)
  await app.register(fastifyStatic, { root: [pictures.cache, pictures.root], serve: false })

  app.get<{ Params: { name: string }; Querystring: { w?: unknown } }>(
    '/media/:name',
    async (request, reply) => {
      const media = parseMediaName(request.params.name)
      if (!media) throw notFound('Media')
      if (media.kind === 'video') return sendVideo(reply, pictures, request.params.name)
      const width = readWidth(request.query.w)
      const format: PictureFormat = request.headers.accept?.includes('image/avif') ? 'avif' : 'webp'
      const file = await pictures.find(media.base, width, format)
      if (file === null) throw notFound('Media')
      void reply.header('cache-control', A_YEAR).header('vary', 'accept').type(`image/${format}`)
      return reply.sendFile(basename(file), pictures.cache, { cacheControl: false })
    },
  )
}

function sendVideo(reply: FastifyReply, pictures: Pictures, name: string) {
  void reply.header('cache-control', A_YEAR)
  return reply.sendFile(name, pictures.root, { cacheControl: false })
}

function readWidth(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_WIDTH
  const width = PICTURE_WIDTHS.find((allowed) => String(allowed) === value)
  if (width === undefined) throw badRequest(`w must be one of ${PICTURE_WIDTHS.join(', ')}`)
  return width
}
