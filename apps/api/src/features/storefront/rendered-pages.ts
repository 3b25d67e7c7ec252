/**
 * Pages that the storefront's build for the server renders. A page that is asked for again is kept and sent as long as the
 * server gives the same replies that it shows, so it never shows an old price or stock.
 */
import { randomUUID } from 'node:crypto'
import {
  codeForLater,
  type PageRenderer,
  type PageReply,
  type RenderedPage,
  REPLIES_ELEMENT,
} from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from '../../http/compression.ts'
import { etagOf } from '../../http/server.ts'
import { callOwn, type Page, type Pages, type PageStatus } from '../../http/storefront.ts'
import type { Shop } from '../../shop.ts'
import { listingsValidUntil } from '../catalog/listing-columns.store.ts'

const PAGES_MAX_BYTES = 8 * 1024 * 1024
/** Pages that are rendered at the same time. More would only be late: the browser renders them. */
const RENDERING_MAX = 32
/** Addresses as browsers ask for them, and letters of the longest that is kept. */
const ADDRESSES_MAX = 5000
const ADDRESS_LETTERS_MAX = 200
/**
 * The last addresses of pages, and of replies that they show, that were not in memory: some 300 pages. What is asked for
 * again within these is kept, so crawlers leave nothing.
 */
const ASKED_MAX = 2000
/** Replies that pages share. */
const SHARED_MAX = 300
/** Pages rendered within this time have the same settings, with the time of their reply. */
const SETTINGS_MAX_AGE_MS = 1000

interface Rendered {
  status: 200 | 404
  etag: string
  html: Buffer
  /** Made when the first caller accepts it. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
}

interface CachedPage extends Rendered {
  /** Names of what the page shows, by address, from `nameOf`. */
  replies: ReadonlyMap<string, string>
  /** The version of the database at which the replies were compared last; null where it does not cover them all. */
  version: string | null
  /** The page is right between these times at most, in epoch milliseconds. */
  from: number
  until: number
}

/** What pages share at one version of the database, between two edges of deals, in epoch milliseconds. */
interface Shared {
  /** Null where it is not known: nothing is shared. */
  version: string | null
  from: number
  until: number
  replies: LRUCache<string, PageReply> | null
}

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
  const cache = new LRUCache<string, CachedPage>({ maxSize: PAGES_MAX_BYTES, sizeCalculation: bytesOf })
  const rendering = new Map<string, Promise<Rendered | null>>()
  /** Whether a page or a reply was asked for more than once. */
  const asked = new LRUCache<string, boolean>({ max: ASKED_MAX })
  const addresses = new LRUCache<string, { address: string | null }>({ max: ADDRESSES_MAX })

  /** Every change that a page can show changes it. QA tools change replies without; a replica is at a version of its own. */
  const versionOf = async () => (config.dev || db.replica() !== null ? null : db.version())

  const read = (address: string): Promise<PageReply> => callOwn(app, address)

  const documentOf = documentsFrom(template)
  let shared: Shared | undefined
  const sharedAt = async (version: string | null, time: number): Promise<Shared> => {
    if (shared && shared.version === version && shared.from <= time && time < shared.until) return shared
    const until = (await listingsValidUntil(db, new Date(time)))?.getTime() ?? 0
    const replies = version === null ? null : new LRUCache<string, PageReply>({ max: SHARED_MAX })
    const found = { version, from: time, until, replies }
    if (version !== null) shared = found
    return found
  }

  /** Reads a reply once for all pages that share it, from the second of them on. */
  const readerOf = (replies: Shared['replies']): typeof read => {
    if (replies === null) return read
    return async (address) => {
      const known = replies.get(address)
      if (known) return known
      asked.set(address, asked.has(address))
      const reply = await read(address)
      // The settings have the time of the reply.
      const options = address === '/api/settings' ? { ttl: SETTINGS_MAX_AGE_MS } : {}
      if (reply.status === 200 && asked.get(address) === true) replies.set(address, reply, options)
      return reply
    }
  }

  const isUnchanged = async ([address, name]: [string, string]): Promise<boolean> =>
    nameOf(await read(address)) === name

  const isInTime = ({ from, until }: CachedPage): boolean => {
    const time = now().getTime()
    return from <= time && time < until
  }

  const findCached = async (address: string): Promise<CachedPage | null> => {
    const page = cache.get(address)
    if (!page || !isInTime(page)) return null
    const version = await versionOf()
    if (version !== null && version === page.version) return page
    const unchanged = await Promise.all([...page.replies].map(isUnchanged))
    // Another request may have rendered it again meanwhile.
    if (unchanged.includes(false)) return cache.peek(address) === page ? null : findCached(address)
    page.version = version
    return page
  }

  const render = async (address: string, { renderPage }: PageRenderer): Promise<Rendered | null> => {
    const version = await versionOf()
    const from = now().getTime()
    const { until, replies } = await sharedAt(version, from)
    const { status } = await statusOf(address)
    const rendered = status === 301 ? null : await renderPage(address, readerOf(replies))
    if (status === 301 || rendered === null) return null
    const page = {
      status: rendered.isPastEnd ? (404 as const) : status,
      // No other page has the same bytes: the settings contain the time of their reply.
      etag: `W/"${randomUUID()}"`,
      html: documentOf(rendered),
      compressed: {},
    }
    if (asked.get(address) === true) {
      const names = new Map([...rendered.replies].map(([called, reply]) => [called, nameOf(reply)]))
      cache.set(address, {
        ...page,
        replies: names,
        version,
        from,
        until: Math.min(rendered.validUntil, until),
      })
    }
    return page
  }

  /** All who ask while a page is rendered wait for it, and then check it: it may show what was changed meanwhile. */
  const pageAt = async (address: string, by: PageRenderer): Promise<Rendered | null> => {
    const cached = await findCached(address)
    if (cached !== null) return cached
    asked.set(address, asked.has(address) || cache.has(address))
    const other = rendering.get(address)
    if (other !== undefined) return (await other) && pageAt(address, by)
    if (rendering.size >= RENDERING_MAX || app.pressure.isHigh) return null
    const page = render(address, by).finally(() => rendering.delete(address))
    rendering.set(address, page)
    return page
  }

  /** `pageAddress`, which costs more than the rest of a page from memory. */
  const addressOf = (url: string, { pageAddress }: PageRenderer): string | null => {
    const known = addresses.get(url) ?? { address: pageAddress(url) }
    if (url.length <= ADDRESS_LETTERS_MAX) addresses.set(url, known)
    return known.address
  }

  const bodyOf = ({ html, compressed }: Rendered, encoding: Encoding | null): Buffer | Promise<Buffer> => {
    if (encoding === null) return html
    compressed[encoding] ??= compress[encoding](html).then((bytes) => (compressed[encoding] = bytes))
    return compressed[encoding]
  }

  /** A page from memory that is known to be right without any wait. */
  const atOnce = (url: string, encoding: Encoding | null): Page | null => {
    const address = addresses.get(url)?.address
    const page = address ? cache.get(address) : undefined
    const version = config.dev ? null : db.versionAtOnce()
    if (!page || version === null || page.version !== version || !isInTime(page)) return null
    const body = bodyOf(page, encoding)
    return body instanceof Promise ? null : { status: page.status, etag: page.etag, body }
  }

  const find = async (url: string, encoding: Encoding | null): Promise<Page | null> => {
    try {
      const loaded = await renderer()
      if (loaded === null) return null
      const address = addressOf(url, loaded)
      const page = address === null ? null : await pageAt(address, loaded)
      return page && { status: page.status, etag: page.etag, body: await bodyOf(page, encoding) }
    } catch (error) {
      log.error({ err: error }, 'a page could not be rendered, so the browser renders it')
      return null
    }
  }

  return (url, encoding) => atOnce(url, encoding) ?? find(url, encoding)
}

/** Both compressed forms together take half as much again at most. */
const bytesOf = ({ html }: CachedPage): number => Math.ceil(html.length * 1.5)

/** Equal for replies that show the same. The settings contain the time of the reply, which the page does not show. */
const nameOf = ({ status, json }: PageReply): string => status + etagOf(json.replace(/"now":"[^"]*"/, ''))

const ENTRY = /<script type="module"[^<>]*><\/script>/
const LIBRARY = /<link rel="modulepreload"[^<>]*>/g

const preloadOf = (script: string): string =>
  script
    .replace('<script type="module"', '<link rel="modulepreload"')
    .replace(' src=', ' href=')
    .replace('></script>', '>')

/** The document that a page's pieces make with the build's index.html. Texts that many pages contain are encoded once. */
function documentsFrom(template: string): (page: RenderedPage) => Buffer {
  // The first pictures come before the code that takes the page over. start.js runs the files in this order.
  const [entry = ''] = ENTRY.exec(template) ?? []
  const code = codeForLater((template.match(LIBRARY) ?? []).join('') + preloadOf(entry))
  const html = template
    .replace(ENTRY, '')
    .replaceAll(LIBRARY, '')
    .replace('</head>', () => `${code}</head>`)
  const [head = '', afterHead = ''] = html.split(/(?=<\/head>)/)
  const [top = '', bottom = ''] = afterHead.split(/(?<=<div id="root">)/)
  const [root = '', end = ''] = bottom.split(/(?=<\/body>)/)
  const script = `<script type="application/json" id="${REPLIES_ELEMENT}">{`
  const before = Buffer.from(head)
  const beforeBody = Buffer.from(top)
  const beforeReplies = Buffer.from(root + script)
  const after = Buffer.from(`}</script>${end}`)
  return ({ head, body, replies }) =>
    Buffer.concat([before, Buffer.from(head), beforeBody, ...body, beforeReplies, ...stored(replies), after])
}

const storedReplies = new WeakMap<PageReply, Buffer>()
const COMMA = Buffer.from(',')

/** The replies as fields of a JSON object in a document. */
function stored(replies: RenderedPage['replies']): Buffer[] {
  return [...replies].flatMap(([address, reply], index) => {
    const field = storedReplies.get(reply) ?? fieldOf(address, reply)
    storedReplies.set(reply, field)
    return index === 0 ? [field] : [COMMA, field]
  })
}

function fieldOf(address: string, { status, json }: PageReply): Buffer {
  const field = `${JSON.stringify(address)}:{"status":${status},"body":${json}}`
  return Buffer.from(field.replaceAll('<', String.raw`\u003c`))
}
