/** Pages that the storefront's build for the server renders. They are kept as long as replies are. */
import {
  codeForLater,
  type PageRenderer,
  type RenderedPage,
  REPLIES_ELEMENT,
} from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Content, etagOf } from '../../http/content.ts'
import { callOwn, type Pages, type PageStatus } from '../../http/storefront.ts'
import type { Shop } from '../../shop.ts'
import { currentPeriod, keptContents, type Period } from '../catalog/catalogue-cache.ts'

/** Pages that wait to be rendered, in all and for one caller. Browsers render others. */
const WAITING_MAX = 8
const WAITING_PER_CALLER_MAX = 2
const PAGE_MAX_BYTES = 1024 * 1024
/** After the server's first answers: it takes a tenth of a second. */
const LOAD_AFTER_MS = 1000

interface Storefront {
  /** Its index.html. */
  template: string
  load: () => Promise<PageRenderer>
  statusOf: (address: string) => Promise<PageStatus>
}

export function renderedPages(
  app: FastifyInstance,
  { db, now, log, config }: Shop,
  { template, load, statusOf }: Storefront,
): Pages {
  const kept = keptContents(PAGE_MAX_BYTES)
  const waiting = new Map<string, { period: Period; caller: string; content: Promise<Content | null> }>()
  const documentOf = documentsFrom(template)
  let loading: Promise<PageRenderer | null> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const logged = (error: unknown): null => {
    log.error({ err: error }, 'a page could not be rendered, so the browser renders it')
    return null
  }

  /** Null if it could not be loaded. */
  const renderer = () => (loading ??= load().catch(logged))
  app.server.once('listening', () => setTimeout(() => void renderer(), LOAD_AFTER_MS).unref())

  const render = async (address: string, { renderPage }: PageRenderer): Promise<Content | null> => {
    const known = await statusOf(address)
    const page = known.status === 301 ? null : await renderPage(address, (called) => callOwn(app, called))
    if (known.status === 301 || page === null) return null
    const html = documentOf(page)
    return {
      status: page.isPastEnd ? 404 : known.status,
      type: 'text/html; charset=utf-8',
      // The settings contain the time of their reply, which the page does not show.
      etag: etagOf(html.replace(/"now":"[^"]*"/, '')),
      body: Buffer.from(html),
      compressed: {},
    }
  }

  /** One page after another, each in a turn of the event loop of its own, so that all else is answered between. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(() => nextTurn()).then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** All who ask for a page while it is rendered wait for it. */
  const pageAt = async (address: string, caller: string, by: PageRenderer): Promise<Content | null> => {
    const period = await currentPeriod(db, now())
    const found = kept.get(address)
    // QA tools change replies without changing the catalogue.
    if (found?.period === period && !config.dev) return found
    const other = waiting.get(address)
    if (other?.period === period) return other.content
    const ofCaller = [...waiting.values()].filter((one) => one.caller === caller).length
    if (waiting.size >= WAITING_MAX || ofCaller >= WAITING_PER_CALLER_MAX || app.pressure.isHigh) return null
    const content = inTurn(() => render(address, by)).finally(() => waiting.delete(address))
    waiting.set(address, { period, caller, content })
    const page = await content
    if (page !== null) kept.set(address, { ...page, period })
    return page
  }

  return async (url, caller) => {
    try {
      const loaded = await renderer()
      const address = loaded?.pageAddress(url) ?? null
      return loaded === null || address === null ? null : await pageAt(address, caller, loaded)
    } catch (error) {
      return logged(error)
    }
  }
}

const ENTRY = /<script type="module"[^<>]*><\/script>/
const LIBRARY = /<link rel="modulepreload"[^<>]*>/g

const preloadOf = (script: string): string =>
  script
    .replace('<script type="module"', '<link rel="modulepreload"')
    .replace(' src=', ' href=')
    .replace('></script>', '>')

/** The document that a page's markup makes with the build's index.html. */
function documentsFrom(template: string): (page: RenderedPage) => string {
  // The first pictures come before the code that takes the page over. start.js runs the files in this order.
  const [entry = ''] = ENTRY.exec(template) ?? []
  const code = codeForLater((template.match(LIBRARY) ?? []).join('') + preloadOf(entry))
  const html = template.replace(ENTRY, '').replaceAll(LIBRARY, '')
  const [top = '', afterHead = ''] = html.split(/(?=<\/head>)/)
  const [beforeRoot = '', afterRoot = ''] = afterHead.split(/(?<=<div id="root">)/)
  const [root = '', end = ''] = afterRoot.split(/(?=<\/body>)/)
  return ({ head, body, replies }) =>
    `${top}${code}${head}${beforeRoot}${body}${root}<script type="application/json" id="${REPLIES_ELEMENT}">${stored(replies)}</script>${end}`
}

/** The replies as a JSON object in a document, in one order whichever came first: equal pages have equal ETags. */
function stored(replies: RenderedPage['replies']): string {
  const fields = [...replies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, { status, json }]) => `${JSON.stringify(address)}:{"status":${status},"body":${json}}`)
  return `{${fields.join()}}`.replaceAll('<', String.raw`\u003c`)
}
