/** Serves the built desk: its files, and its page for every address below /desk. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ASSET_FILES } from './storefront.ts'

/** @param dist folder of the build; if it is missing, there is no desk */
export async function registerDesk(app: FastifyInstance, dist: string): Promise<void> {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return
  const page = readFileSync(index, 'utf8')
  const root = join(dist, 'assets')
  await app.register(fastifyStatic, { ...ASSET_FILES, root, prefix: '/desk/assets/' })
  const send = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(page)
  app.get('/desk', { config: { isPage: true } }, send)
  app.get('/desk/*', { config: { isPage: true } }, send)
}
