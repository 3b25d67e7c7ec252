/** Renders public pages on the server. Its build is loaded by the API server. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import type { PageRenderer, PageReply } from '@haat/contract/page-rendering'
import { codeForLater } from '@haat/contract/page-rendering'
import { patterns } from '@haat/contract/storefront-paths'
import { QueryClient } from '@tanstack/react-query'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { answerFrom } from './api/client.ts'
import { App } from './app.tsx'
import { FILTER_NAMES } from './features/catalog/listing.ts'
import { isPastEnd, loadFirstView, routeAt, screenAt } from './routes.tsx'

/** Stands for all addresses without a screen. */
const UNKNOWN = '/not-found'
/** A name in an Indian script takes nine characters for each of its own. */
const ADDRESS_MAX = 1000

const LISTING = ['page', ...FILTER_NAMES]

interface Screen {
  /** The names in the address's query that it reads. */
  search?: readonly string[]
  /** Its code, apart from what every page loads. */
  modules: readonly string[]
}

const SCREENS: Partial<Record<string, Screen>> = {
  [patterns.home]: { search: ['tab'], modules: ['screens/home-screen.tsx'] },
  [patterns.products]: { search: LISTING, modules: ['screens/products-screen.tsx'] },
  [patterns.collections]: { search: LISTING, modules: ['screens/collections-screen.tsx'] },
  [patterns.categoryPage]: { search: LISTING, modules: ['screens/category-screen.tsx'] },
  [patterns.searchResults]: { search: ['query', 'page'], modules: ['screens/search-results-screen.tsx'] },
  [patterns.product]: { search: ['variant'], modules: ['screens/product-screen.tsx'] },
  [patterns.newArrivals]: { search: ['page'], modules: ['screens/new-arrivals-screen.tsx'] },
  [patterns.hotDeals]: { modules: ['screens/hot-deals-screen.tsx'] },
  [patterns.page]: { modules: ['screens/text-page-screen.tsx'] },
}

export const pageAddress: PageRenderer['pageAddress'] = (address) => {
  const [pathname = '/', search = ''] = address.split('?')
  const screen = screenAt(pathname)
  if (!screen) return UNKNOWN
  if (!screen.route.queries || address.length > ADDRESS_MAX) return null
  const given = new URLSearchParams(search)
  const read = (SCREENS[screen.route.path]?.search ?? []).flatMap((name) =>
    given.getAll(name).map((value) => [name, value]),
  )
  const text = new URLSearchParams(read).toString()
  return text ? `${pathname}?${text}` : pathname
}

type Read = Parameters<PageRenderer['renderPage']>[1]

/** How the page that is rendered reads replies: several are rendered at the same time. */
const reading = new AsyncLocalStorage<Read>()
answerFrom(async (address) => {
  const read = reading.getStore()
  if (read === undefined) throw new Error(`${address} is read outside of a page`)
  const { status, json } = await read(address)
  return { status, body: JSON.parse(json) as unknown }
})

export const renderPage: PageRenderer['renderPage'] = async (address, read) => {
  const replies = new Map<string, PageReply>()
  const readOnce = shared(async (called) => {
    const reply = await read(called)
    replies.set(called, reply)
    return reply
  })
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  await reading.run(readOnce, () => loadFirstView(queryClient, address))
  if ([...replies.values()].some(({ status }) => status !== 200 && status !== 404)) return null
  const [pathname = '/', search = ''] = address.split('?')
  const found = routeAt(pathname)
  const markup = await renderMarkup(
    <StaticRouter location={address}>
      <App queryClient={queryClient} />
    </StaticRouter>,
  )
  // React writes title, meta and link elements first.
  const start = markup.indexOf('<div')
  return {
    head: preloads(address) + markup.slice(0, start),
    body: markup.slice(start),
    replies,
    isPastEnd: found !== null && isPastEnd(queryClient, found, new URLSearchParams(search)),
  }
}

/** Two calls with one address share the first one's reply. */
function shared(read: Read): Read {
  const calls = new Map<string, Promise<PageReply>>()
  return (address) => {
    const call = calls.get(address) ?? read(address)
    calls.set(address, call)
    return call
  }
}

/** Of a part that has not rendered because its code is not loaded yet. */
const UNFINISHED = /<!--\$[!?]-->/

/** At once where all code is loaded, which costs less. */
async function renderMarkup(shop: React.ReactNode): Promise<string> {
  const markup = renderToString(shop)
  return UNFINISHED.test(markup) ? renderSlowly(shop) : markup
}

function renderSlowly(shop: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const markup = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe } = renderToPipeableStream(shop, {
      // Larger parts would be sent late, with scripts that move them to their place.
      progressiveChunkSize: Infinity,
      onAllReady: () => void pipe(markup),
      onError: reject,
    })
  })
}

interface Chunk {
  file: string
  imports?: string[]
}

/** What the build for browsers has made of each file; empty where this is not a build. */
const [chunks = {}] = Object.values(
  import.meta.glob<Record<string, Chunk>>('../dist/.vite/manifest.json', {
    eager: true,
    import: 'default',
    exhaustive: true,
  }),
)

/** The files of a chunk and of all that it imports, which come first: a browser runs them one by one. */
function filesOf(name: string, found = new Set<string>(), seen = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (!chunk || seen.has(name)) return found
  seen.add(name)
  for (const imported of chunk.imports ?? []) filesOf(imported, found, seen)
  return found.add(chunk.file)
}

const everywhere = filesOf('index.html')

const preloadsByPattern = new Map<string, string>()

/** Lets the browser load the screen's code beside the first bundle, not after it; start.js says when. */
function preloads(address: string): string {
  const pattern = routeAt(address.split('?', 1)[0] ?? '/')?.route.path ?? ''
  const links = preloadsByPattern.get(pattern) ?? preloadLinks(SCREENS[pattern]?.modules ?? [])
  preloadsByPattern.set(pattern, links)
  return links
}

function preloadLinks(modules: readonly string[]): string {
  const files = new Set(modules.flatMap((name) => [...filesOf(`src/${name}`)]))
  const more = [...files].filter((file) => !everywhere.has(file))
  const links = more.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return links.length === 0 ? '' : codeForLater(links.join(''))
}
