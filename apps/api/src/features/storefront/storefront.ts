/** Every address of the storefront: the page that the server renders, the plain one, or that of a shop that is not open yet. */
import { LANGUAGES, type Language } from '@haat/contract/languages'
import { TIME_METRIC } from '@haat/contract/page-rendering'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { t } from '#say'
import { prepareContent } from '../../http/content.ts'
import { noSuch, replyWithFailure } from '../../http/failure.ts'
import { type ChooseLanguage, inLanguage, keepLanguage, languageFor } from '../../http/language.ts'
import { registerFiles, wantsPage } from '../../http/storefront.ts'
import { callerAddress } from '../../network.ts'
import type { Shop } from '../../shop.ts'
import { type PageStatus, pageStatus } from '../seo/seo.ts'
import { readSettings } from '../settings/settings.store.ts'
import { brandedPage } from './branded-page.ts'
import { openingGate } from './coming-soon.ts'
import { previewBrand } from './preview-brand.ts'
import type { renderedPages } from './rendered-pages.ts'

/**
 * @param dist folder of the build; if it is missing, pages are 404
 * @param openPages opens the pages that the server renders, from the build's index.html; without it, browsers render them
 */
export async function registerStorefront(
  app: FastifyInstance,
  shop: Shop,
  dist: string,
  openPages: ((template: string) => ReturnType<typeof renderedPages>) | null = null,
): Promise<void> {
  const page = await registerFiles(app, dist)
  app.setNotFoundHandler((request, reply) => replyWithFailure(noSuch(t`Page not found`), request, reply))
  if (page === null) return
  const rendered = openPages?.(page)
  if (rendered) previewBrand(app, shop, rendered.homeWith)
  const gate = openingGate(shop)
  app.get('/*', { config: { isPage: true } }, async (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound()
    void reply.header('cache-control', 'no-cache')
    // A page is sent also while the database does not answer: the storefront says so.
    const passed = await gate(request.headers.cookie).catch(() => 'open' as const)
    if (passed !== 'open') void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    if (typeof passed !== 'string')
      return reply
        .status(503)
        .headers({ 'content-security-policy': passed.policy, 'retry-after': '86400' })
        .type('text/html; charset=utf-8')
        .send(passed.body)
    const choose = languageFor(request)
    // What the server renders is what everybody sees.
    const found =
      passed === 'open' ? await rendered?.pageAt(request.url, callerAddress(request), choose) : null
    void reply.header('vary', 'accept-language, cookie')
    if (found) {
      // The browser sets the shop's clock by it, since a page may have been rendered long before.
      void reply.header('server-timing', `${TIME_METRIC};desc="${shop.now().toISOString()}"`)
      void reply.headers(languageHeaders(request, found.language))
      return reply.send(await prepareContent(request, reply, found))
    }
    const known = await statusOf(shop, request.url)
    if (known.status === 301) return reply.redirect(known.location, 301)
    const { body, language } = await branded(shop, page, choose)
    return reply
      .status(known.status)
      .type('text/html; charset=utf-8')
      .headers(languageHeaders(request, language ?? 'en', language !== null))
      .send(body)
  })
}

export const statusOf = (shop: Shop, address: string): Promise<PageStatus> =>
  pageStatus(shop, address).catch((error: unknown) => {
    shop.log.warn({ err: error }, 'the status of a page is not known')
    return { status: 200 }
  })

/** The page in the shop's look and in the browser's language; as it was built where the settings cannot be read. */
const branded = ({ db }: Shop, page: string, choose: ChooseLanguage) =>
  readSettings(db).then(
    ({ brand, languages }) => {
      const language = choose(languages)
      return { body: inLanguage(brandedPage(page, brand), language), language }
    },
    () => ({ body: page, language: null }),
  )

/** @param isChosen not where the settings could not be read: nothing is kept of that */
const languageHeaders = (request: FastifyRequest, language: Language, isChosen = true) => ({
  'content-language': LANGUAGES[language].locale,
  ...(isChosen && keepLanguage(request, language)),
})
