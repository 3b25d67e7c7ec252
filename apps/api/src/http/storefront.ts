/** Serves the built storefront: its files, and its page for every address that is not the API's. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { SERVER_PATHS } from '@haat/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, replyWithFailure } from './failure.ts'

export type PageStatus = { status: 200 | 404 } | { status: 301; location: string }

/**
 * @param dist folder of the build; if it is missing, pages are 404
 * @param statusOf the status of the page at an address, which is a path with its query
 */
export async function registerStorefront(
  app: FastifyInstance,
  dist: string,
  statusOf: (address: string) => Promise<PageStatus>,
): Promise<void> {
  const index = join(dist, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: dist,
      decorateReply: false,
      index: false,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}', 'index.html'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        void reply.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (page === null || !wantsPage(request)) return replyWithFailure(notFound('Page'), request, reply)
    const found = await statusOf(request.url)
    if (found.status === 301) return reply.redirect(found.location, 301)
    return sendPage(reply.status(found.status), page)
  })
}

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const first = path.split('/')[1]
  return isRead && !SERVER_PATHS.some((name) => name === first) && !/\.\w{2,5}$/.test(path)
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
