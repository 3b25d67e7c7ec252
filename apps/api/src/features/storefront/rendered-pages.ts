/** Pages that the storefront's build for the server renders. They are kept as long as replies are. */
import type { Brand } from '@haat/contract/brand'
import type { Language } from '@haat/contract/languages'
import {
  codeForLater,
  type PageRenderer,
  type RenderedPage,
  REPLIES_ELEMENT,
} from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { type Content, etagOf } from '../../http/content.ts'
import { type ChooseLanguage, inLanguage } from '../../http/language.ts'
import { callOwn } from '../../http/storefront.ts'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/settings.store.ts'
import { currentPeriod, keptContents, type Period } from '../catalog/catalogue-cache.ts'
import { brandedPage } from './branded-page.ts'
import type { PageStatus } from '../seo/seo.ts'
import { withBrand } from './preview-brand.ts'

/** Pages that wait to be rendered, in all and for one caller, who may be a whole office. Browsers render others. */
const WAITING_MAX = 16
const WAITING_PER_CALLER_MAX = 8
const PAGE_MAX_BYTES = 1024 * 1024
/** After the server's first answers: it takes a tenth of a second. */
const LOAD_AFTER_MS = 1000

interface Asked {
  /** From `pageAddress`. */
  address: string
  language: Language
}

/**
 * @param template the storefront's index.html
 * @param load loads what renders its pages
 */
export function renderedPages(
  app: FastifyInstance,
  { db, now, log, config }: Shop,
  template: string,
  load: () => Promise<PageRenderer>,
  statusOf: (address: string) => Promise<PageStatus>,
) {
  const kept = keptContents(PAGE_MAX_BYTES)
  const waiting = new Map<string, { period: Period; caller: string; content: Promise<Content | null> }>()
  const queue = new PQueue({ concurrency: 1 })
  const documentOf = documentsFrom(template)
  let loading: Promise<PageRenderer | null> | undefined

  const logged = (error: unknown): null => {
    log.error({ err: error }, 'a page could not be rendered, so the browser renders it')
    return null
  }

  /** Null if it could not be loaded. */
  const renderer = () => (loading ??= load().catch(logged))
  app.server.once('listening', () => setTimeout(() => void renderer(), LOAD_AFTER_MS).unref())

  /** What is kept as long as its period, unless QA tools may change it without changing the catalogue. */
  const current = <T extends { period: Period }>(found: T | undefined, period: Period): T | undefined =>
    found?.period === period && !config.dev ? found : undefined

  const render = async ({ address, language }: Asked, by: PageRenderer) => {
    const known = await statusOf(address)
    if (known.status === 301) return null
    const page = await by.renderPage(address, (called) => callOwn(app, called, language), language)
    if (page === null) return null
    const body = documentOf(page, (await readSettings(db)).brand, language)
    return {
      status: page.isPastEnd ? 404 : known.status,
      type: 'text/html; charset=utf-8',
      etag: etagOf(withoutTime(body)),
      body,
      compressed: {},
    }
  }

  /**
   * Works in a turn of the event loop of its own, so that all else is answered between. Who has many pages waiting comes after
   * those who have few.
   */
  const inTurn = <T>(waitingOfCaller: number, work: () => Promise<T>): Promise<T> =>
    queue.add(() => nextTurn().then(work), { priority: -waitingOfCaller })

  /** All who ask for a page while it is rendered wait for it. */
  const contentAt = async (
    asked: Asked,
    period: Period,
    caller: string,
    by: PageRenderer,
  ): Promise<Content | null> => {
    const key = `${asked.language} ${asked.address}`
    const found = current(kept.get(key), period)
    if (found) return found
    const other = waiting.get(key)
    if (other?.period === period) return other.content
    if (app.pressure.isHigh) return null
    const ofCaller = [...waiting.values()].filter((one) => one.caller === caller).length
    // In turn too: a thousand answers at once would keep others from connecting.
    if (waiting.size >= WAITING_MAX || ofCaller >= WAITING_PER_CALLER_MAX)
      return inTurn(ofCaller, async () => null)
    const content = inTurn(ofCaller, () => render(asked, by)).finally(() => waiting.delete(key))
    waiting.set(key, { period, caller, content })
    const page = await content
    if (page !== null) kept.set(key, { ...page, period })
    return page
  }

  /** The home page as it would look with a brand that is not stored. */
  const homeWith = async (brand: Brand): Promise<Buffer | null> => {
    const by = await renderer()
    const page = await by?.renderPage('/', async (called) => {
      const reply = await callOwn(app, called, 'en')
      return called === '/api/settings' ? withBrand(reply, brand) : reply
    })
    return page ? documentOf(page, brand, 'en') : null
  }
  let offered: { period: Period; languages: readonly Language[] } | undefined
  const languageIn = async (period: Period, choose: ChooseLanguage): Promise<Language> => {
    const { languages } = current(offered, period) ?? (await readSettings(db))
    offered = { period, languages }
    return choose(languages)
  }

  /** The page at an address, for a caller; null for one that the browser renders, or that has moved. */
  const pageAt = async (
    url: string,
    caller: string,
    choose: ChooseLanguage = () => 'en',
  ): Promise<(Content & { language: Language }) | null> => {
    try {
      const loaded = await renderer()
      const address = loaded?.pageAddress(url) ?? null
      if (loaded === null || address === null) return null
      const period = await currentPeriod(db, now())
      const language = await languageIn(period, choose)
      const page = await contentAt({ address, language }, period, caller, loaded)
      return page && { ...page, language }
    } catch (error) {
      return logged(error)
    }
  }
  return { pageAt, homeWith: (brand: Brand) => inTurn(0, () => homeWith(brand)) }
}

const TIME = '"now":"2026-11-24T06:55:00.000Z"'

/** A document without the time of the settings' reply, which the page does not show. */
function withoutTime(body: Buffer): Buffer {
  const at = body.lastIndexOf('"now":"')
  return at < 0 ? body : Buffer.concat([body.subarray(0, at), body.subarray(at + TIME.length)])
}

const ENTRY = /<script type="module"[^<>]*><\/script>/
const LIBRARY = /<link rel="modulepreload"[^<>]*>/g

/** The document that a page's markup makes with the build's index.html. */
function documentsFrom(template: string): (page: RenderedPage, brand: Brand, language: Language) => Buffer {
  // The first pictures come before the code that takes the page over. start.js runs the files in this order.
  const [entry = ''] = ENTRY.exec(template) ?? []
  const preload = entry
    .replace('<script type="module"', '<link rel="modulepreload"')
    .replace(' src=', ' href=')
    .replace('></script>', '>')
  const code = codeForLater((template.match(LIBRARY) ?? []).join('') + preload)
  const html = template.replace(ENTRY, '').replaceAll(LIBRARY, '')
  const [top = '', afterHead = ''] = html.split(/(?=<\/head>)/)
  const [beforeRoot = '', afterRoot = ''] = afterHead.split(/(?<=<div id="root">)/)
  const [root = '', end = ''] = afterRoot.split(/(?=<\/body>)/)
  const beforeReplies = `${root}<script type="application/json" id="${REPLIES_ELEMENT}">`
  // Joined as bytes: one long string of all parts would take a fifth of the rendering's time to encode.
  return ({ head, body, replies }, brand, language) =>
    Buffer.concat(
      [
        inLanguage(brandedPage(top, brand), language),
        code,
        head,
        beforeRoot,
        body,
        beforeReplies,
        stored(replies),
        '</script>',
        end,
      ].map((part) => Buffer.from(part)),
    )
}

/** The replies as a JSON object in a document, in one order whichever came first: equal pages have equal ETags. */
function stored(replies: RenderedPage['replies']): string {
  const fields = [...replies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, { status, json }]) => `${JSON.stringify(address)}:{"status":${status},"body":${json}}`)
  return `{${fields.join()}}`.replaceAll('<', String.raw`\u003c`)
}
