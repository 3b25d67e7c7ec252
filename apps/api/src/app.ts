/** Builds the server: plugins, then one line per group of the contract. `main.ts` makes it listen. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '@haat/contract'
import { staffSession as staffSessionGroup } from '@haat/contract/staff/session'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { en } from 'zod/locales'
import type { PageRenderer } from '@haat/contract/page-rendering'
import * as z from 'zod/mini'
import { registerFileUploads } from './acts/jobs/upload-file.ts'
import { serveActs } from './acts/serve-acts.ts'
import { registerUploads } from './acts/pictures/upload-picture.ts'
import type { DevTools } from './dev/tools.ts'
import { phoneLogin } from './features/auth/phone-login.ts'
import { auth } from './features/auth/auth.ts'
import { cart } from './features/cart/cart.ts'
import { catalog } from './features/catalog/catalog.ts'
import { keepReplies } from './features/catalog/catalogue-cache.ts'
import { coupons } from './features/coupons/coupons.ts'
import { deals } from './features/deals/deals.ts'
import { delivery } from './features/delivery/delivery.ts'
import { invoices } from './features/invoices/invoices.ts'
import { registerMedia } from './features/media/media.ts'
import { takeUploads } from './features/media/picture-upload.ts'
import { Pictures } from './features/media/pictures.ts'
import { payments } from './features/orders/payment-events.ts'
import { orders } from './features/orders/orders.ts'
import { returnPhotos, returns } from './features/returns/returns.ts'
import { reviewPhotos, reviews } from './features/reviews/reviews.ts'
import { registerSeo } from './features/seo/seo.ts'
import { profile } from './features/profile/profile.ts'
import { settings } from './features/settings/settings.ts'
import { readSettings } from './features/settings/settings.store.ts'
import { registerDeskEvents } from './features/staff/desk-events.ts'
import { staffSession } from './features/staff/session.ts'
import { renderedPages } from './features/storefront/rendered-pages.ts'
import { registerStorefront, statusOf } from './features/storefront/storefront.ts'
import { ownData } from './acts/customers/privacy.ts'
import { translateReplies } from './features/translations/translations.ts'
import { notices } from './features/wishlist/notices.ts'
import { wishlist } from './features/wishlist/wishlist.ts'
import { connectionLimits, limitConnections } from './http/connections.ts'
import { registerDocs } from './http/docs.ts'
import { speakAsAsked } from './http/language.ts'
import { replyWithFailure } from './http/failure.ts'
import { refuseOverload } from './http/overload.ts'
import { logSecurityEvents } from './http/security-events.ts'
import { registerPreview } from './http/preview.ts'
import { readFromReplica } from './http/replica.ts'
import { serializerCompiler, serve } from './http/serve.ts'
import {
  registerBodies,
  refuseUnstorableText,
  registerHealth,
  sendHeaders,
  watchForDamage,
  watchForProxy,
} from './http/server.ts'
import { registerTokens } from './http/session.ts'
import { decodableUrl, isOwnCall, registerDesk } from './http/storefront.ts'
import type { Metrics } from './metrics/metrics.ts'
import { PACKAGE } from './package-folder.ts'
import { chooseRequestId } from './request-id.ts'
import type { Context, Shop } from './shop.ts'
import { registerPay } from './pay/routes.ts'
import { registerStopMails } from './pay/stop-mails.ts'
import { testBankPage } from './test-bank/routes.ts'
import { findTestBank } from './test-bank/test-bank.ts'

const STOREFRONT = join(PACKAGE, '../storefront/dist')
const DESK = join(PACKAGE, '../desk/dist')
const STOREFRONT_RENDERER = join(PACKAGE, '../storefront/dist-server/entry-server.js')
const BODY_LIMIT = 256 * 1024

/**
 * The whole server over a shop, not yet listening.
 *
 * @param dev what the QA tools control; without it, or where the configuration forbids them, there are no QA tools
 * @param metrics measures the server's requests
 * @param loadRenderer loads what renders the storefront's public pages; without it, browsers render them
 */
export async function buildApp(
  open: Shop,
  dev?: DevTools,
  metrics: Metrics | null = null,
  loadRenderer: (() => Promise<PageRenderer>) | null = null,
): Promise<FastifyInstance> {
  z.config(en())
  const { trustProxy } = open.config
  const app = fastify({
    loggerInstance: open.log,
    bodyLimit: BODY_LIMIT,
    ...connectionLimits,
    logController: new fastify.LogController({ disableRequestLogging: isOwnCall }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    genReqId: ({ headers }) => chooseRequestId(headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    frameworkErrors: (error, request, reply) => replyWithFailure(error, request, reply),
  })
  await registerTokens(app, open.config.keys.sessions)
  const shop: Context = Object.assign(open, { tokens: app.tokens })
  speakAsAsked(app)
  limitConnections(app)
  sendHeaders(app, shop.config)
  logSecurityEvents(app)
  metrics?.watch(app)
  refuseOverload(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(replyWithFailure)
  watchForDamage(app, shop)
  watchForProxy(app, shop)
  registerBodies(app)
  refuseUnstorableText(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('staff', null)
  app.decorateRequest('rawBody', null)
  app.decorateRequest('readFrom', null)
  app.addHook('onClose', () => shop.background.idle())
  if (dev && shop.config.dev) await (await import('./dev/dev.ts')).registerDev(app, shop, dev)
  registerHealth(app, shop)
  app.decorate('pictures', new Pictures(shop.media))
  await registerMedia(app, app.pictures)
  if (shop.config.docs) registerDocs(app)
  serve(app, shop, contract.delivery, delivery)
  await app.register(async (scope) => {
    translateReplies(scope, shop, async () => (await readSettings(shop.db)).languages)
    serve(scope, shop, contract.settings, settings)
    serve(scope, shop, contract.wishlist, wishlist)
    serve(scope, shop, contract.cart, cart)
    serve(scope, shop, contract.coupons, coupons)
    serve(scope, shop, contract.orders, orders)
    serve(scope, shop, contract.returns, returns)
    serve(scope, shop, contract.reviews, reviews)
    await scope.register(async (kept) => {
      readFromReplica(kept, shop)
      keepReplies(kept, shop)
      serve(kept, shop, contract.catalog, catalog)
      serve(kept, shop, contract.deals, deals)
      registerSeo(kept, shop)
    })
  })
  serve(app, shop, contract.notices, notices)
  serve(app, shop, contract.auth, { ...auth, ...phoneLogin })
  serve(app, shop, contract.profile, profile)
  serve(app, shop, contract.ownData, ownData)
  await app.register(async (scope) => {
    takeUploads(scope, { videos: false })
    serve(scope, shop, contract.returnPhotos, returnPhotos)
    serve(scope, shop, contract.reviewPhotos, reviewPhotos)
  })
  serve(app, shop, contract.invoices, invoices)
  serve(app, shop, contract.payments, payments)
  serve(app, shop, staffSessionGroup, staffSession)
  serveActs(app, shop)
  await registerUploads(app, shop)
  await registerFileUploads(app, shop)
  registerDeskEvents(app, shop)
  registerPreview(app, shop)
  const bank = findTestBank(shop.pay)
  await registerPay(app, shop, (scope) =>
    bank ? new Map([[bank.name, testBankPage(scope, shop, bank)]]) : new Map(),
  )
  await app.register((scope) => registerStopMails(scope, shop))
  await registerDesk(app, DESK)
  await registerStorefront(
    app,
    shop,
    STOREFRONT,
    loadRenderer &&
      ((template) => renderedPages(app, shop, template, loadRenderer, (address) => statusOf(shop, address))),
  )
  return app
}

/** What renders pages, from the storefront's build for the server; null if it is missing. */
export const findRenderer = (): (() => Promise<PageRenderer>) | null =>
  existsSync(STOREFRONT_RENDERER) ? () => import(pathToFileURL(STOREFRONT_RENDERER).href) : null
