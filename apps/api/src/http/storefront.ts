/** The files and pages of the built desk and storefront, and the calls that the server makes of itself. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { Language } from '@haat/contract/languages'
import { SERVER_PATHS } from '@haat/contract/rules'
import type { PageReply } from '@haat/contract/page-rendering'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the route that browsers get pages from, also at addresses that nothing else has. */
    isPage?: boolean
  }
}

const BUILT_FILES = { decorateReply: false, index: false, preCompressed: true, cacheControl: false } as const

/** How files whose names change with their content are served. */
const ASSET_FILES: Omit<FastifyStaticOptions, 'root'> = {
  ...BUILT_FILES,
  allowedPath: (path) => !/\.(br|gz)$/.test(path),
  dotfiles: 'ignore',
  // Nobody asks again for what never changes.
  etag: false,
  lastModified: false,
  acceptRanges: false,
  setHeaders: (reply) => {
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
  },
}

/** The folder of the build's files whose names change with their content. */
const ASSETS = 'assets'

const OWN_CALL = 'x-haat-own-call'
const SECRET = randomUUID()

/** Calls a route of this server for a page that it renders. */
export async function callOwn(app: FastifyInstance, url: string, language: Language): Promise<PageReply> {
  const headers = { [OWN_CALL]: SECRET, 'accept-language': language }
  const { statusCode, payload } = await app.inject({ url, headers })
  return { status: statusCode, json: payload }
}

export const isOwnCall = ({ headers }: FastifyRequest): boolean => headers[OWN_CALL] === SECRET

/** Serves the files of the storefront's build. @returns its index.html, or null where it is not built */
export async function registerFiles(app: FastifyInstance, dist: string): Promise<string | null> {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return null
  // One route for all of them: Fastify compiles each route at the start.
  await app.register(fastifyStatic, { ...ASSET_FILES, root: join(dist, ASSETS), prefix: `/${ASSETS}/` })
  await app.register(fastifyStatic, {
    ...BUILT_FILES,
    root: dist,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}', `${ASSETS}/**`, 'index.html'],
    setHeaders: (reply) => {
      void reply.header('cache-control', 'public, max-age=3600')
    },
  })
  return readFileSync(index, 'utf8')
}

/** The desk's page has every address below /desk. @param dist folder of the build; if it is missing, there is no desk */
export async function registerDesk(app: FastifyInstance, dist: string): Promise<void> {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return
  const page = readFileSync(index, 'utf8')
  await app.register(fastifyStatic, { ...ASSET_FILES, root: join(dist, ASSETS), prefix: `/desk/${ASSETS}/` })
  const send = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(page)
  for (const url of ['/desk', '/desk/*']) app.get(url, { config: { isPage: true } }, send)
}

/** A missing file is no page, unless a browser shows it to somebody. */
export function wantsPage({ url, headers }: FastifyRequest): boolean {
  const path = pathOf(url)
  const isFile = /\.\w{2,5}$/.test(path) && !headers.accept?.includes('text/html')
  return !isServerPath(path) && !isFile
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/'

const isServerPath = (path: string): boolean => SERVER_PATHS.some((name) => name === path.split('/')[1])

/** An address of the storefront that cannot be decoded, such as `/%`, as one that can and that has no page. */
export function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const path = pathOf(url)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return isServerPath(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
