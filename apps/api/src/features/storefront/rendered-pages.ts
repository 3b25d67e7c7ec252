/** Pages that the storefront's build for the server renders. They are kept as long as replies are. */
import {
  codeForLater,
  type PageRenderer,
  type RenderedPage,
  REPLIES_ELEMENT,
} from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import type { Content } from '../../http/content.ts'
import { etagOf } from '../../http/content.ts'
import { callOwn, type Pages, type PageStatus } from '../../http/storefront.ts'
import type { Shop } from '../../shop.ts'
import { currentPeriod, keptContents, type Period } from '../catalog/catalogue-cache.ts'

/** Pages that are rendered at the same time. More would only be late: the browser renders them. */
const RENDERING_MAX = 32
const PAGE_MAX_BYTES = 1024 * 1024

interface Storefront {
  /** Its index.html. */
  template: string
  /** Null while it cannot be loaded. */
  renderer: () => Promise<PageRenderer | null>
  statusOf: (address: string) => Promise<PageStatus>
}

export function renderedPages(
  app: FastifyInstance,
  { db, now, log, config }: Shop,
  { template, renderer, statusOf }: Storefront,
): Pages {
  const kept = keptContents(PAGE_MAX_BYTES)
  const rendering = new Map<string, { period: Period; content: Promise<Content | null> }>()
  const documentOf = documentsFrom(template)

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

  /** All who ask for a page while it is rendered wait for it. */
  const pageAt = async (address: string, by: PageRenderer): Promise<Content | null> => {
    const period = await currentPeriod(db, now())
    const found = kept.get(address)
    // QA tools change replies without changing the catalogue.
    if (found?.period === period && !config.dev) return found
    const other = rendering.get(address)
    if (other?.period === period) return other.content
    if (rendering.size >= RENDERING_MAX || app.pressure.isHigh) return null
    const content = render(address, by).finally(() => rendering.delete(address))
    rendering.set(address, { period, content })
    const page = await content
    if (page !== null) kept.set(address, { ...page, period })
    return page
  }

  return async (url) => {
    try {
      const loaded = await renderer()
      const address = loaded?.pageAddress(url) ?? null
      return loaded === null || address === null ? null : await pageAt(address, loaded)
    } catch (error) {
      log.error({ err: error }, 'a page could not be rendered, so the browser renders it')
      return null
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
