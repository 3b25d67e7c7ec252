/** Serves the built desk and storefront: their files and pages, the storefront's for every address that is not the API's. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { type Language, LANGUAGES } from '@haat/contract/languages'
import { SERVER_PATHS } from '@haat/contract/rules'
import { type PageReply, TIME_METRIC } from '@haat/contract/page-rendering'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#say'
import { callerAddress } from '../network.ts'
import { type Content, prepareContent } from './content.ts'
import { noSuch, replyWithFailure } from './failure.ts'
import { type ChooseLanguage, keepLanguage, languageFor } from './language.ts'

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

export type PageStatus = { status: 200 | 404 } | { status: 301; location: string }

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

/** A page in one of the shop's languages. */
export interface Spoken {
  language: Language
}

/**
 * The page at an address, as the server renders it for a caller; null for one that the browser renders, or that has moved.
 *
 * @param choose English without it
 */
export type Pages = (
  address: string,
  caller: string,
  choose?: ChooseLanguage,
) => Promise<(Content & Spoken) | null>

/** A page in place of the shop's, with its content policy. */
export interface ClosedPage {
  body: string
  policy: string
}
/** @param cookie the Cookie header */
export type Gate = (cookie?: string) => Promise<'open' | 'preview' | ClosedPage>

/**
 * @param dist folder of the build; if it is missing, pages are 404
 * @param statusOf the status of the page at an address, which is a path with its query
 * @param rendering opens the pages that the server renders, from the build's index.html; without it, browsers do
 * @param branded a document of the build in the shop's look and in the browser's language; null where that is not known
 * @param gate whether a browser gets the shop at all
 */
export async function registerStorefront(
  app: FastifyInstance,
  dist: string,
  statusOf: (address: string) => Promise<PageStatus>,
  rendering: { now: () => Date; openPages: (template: string) => Pages } | null = null,
  {
    branded = async (body) => ({ body, language: 'en' }),
    gate = async () => 'open',
  }: {
    branded?: (page: string, choose: ChooseLanguage) => Promise<{ body: string; language: Language | null }>
    gate?: Gate
  } = {},
): Promise<void> {
  const index = join(dist, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null
  if (page !== null) {
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
  }
  app.setNotFoundHandler((request, reply) => replyWithFailure(noSuch(t`Page not found`), request, reply))
  if (page === null) return
  const pages = rendering?.openPages(page)
  app.get('/*', { config: { isPage: true } }, async (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound()
    void reply.header('cache-control', 'no-cache')
    const passed = await gate(request.headers.cookie)
    if (passed !== 'open') void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    if (typeof passed !== 'string')
      return reply
        .status(503)
        .headers({ 'content-security-policy': passed.policy, 'retry-after': '86400' })
        .type('text/html; charset=utf-8')
        .send(passed.body)
    // What the server renders is what everybody sees.
    const choose = languageFor(request)
    const rendered = passed === 'open' ? await pages?.(request.url, callerAddress(request), choose) : null
    void reply.header('vary', 'accept-language, cookie')
    if (rendered && rendering) {
      // The browser sets the shop's clock by it, since a page may have been rendered long before.
      void reply.header('server-timing', `${TIME_METRIC};desc="${rendering.now().toISOString()}"`)
      void reply.headers(languageHeaders(request, rendered.language))
      return reply.send(await prepareContent(request, reply, rendered))
    }
    const known = await statusOf(request.url)
    if (known.status === 301) return reply.redirect(known.location, 301)
    const { body, language } = await branded(page, choose)
    return reply
      .status(known.status)
      .type('text/html; charset=utf-8')
      .headers(languageHeaders(request, language ?? 'en', language !== null))
      .send(body)
  })
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

/** @param isChosen not where the settings could not be read: nothing is kept of that */
const languageHeaders = (request: FastifyRequest, language: Language, isChosen = true) => ({
  'content-language': LANGUAGES[language].locale,
  ...(isChosen && keepLanguage(request, language)),
})

/** A missing file is no page, unless a browser shows it to somebody. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
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
