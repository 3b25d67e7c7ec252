/** Serves the built storefront: its files, and its page for every address that is not the API's. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { SERVER_PATHS } from '@haat/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, replyWithFailure } from './failure.ts'

/** @param dist folder of the build; if it is missing, pages are 404 */
export async function registerStorefront(app: FastifyInstance, dist: string): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    if (page !== null && wantsPage(request)) sendPage(reply, page)
    else replyWithFailure(notFound('Page'), request, reply)
  })
}

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const first = path.split('/')[1]
  return isRead && !SERVER_PATHS.some((name) => name === first) && !/\.\w{2,5}$/.test(path)
}

function sendPage(reply: FastifyReply, page: string): void {
  void reply.status(200).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
