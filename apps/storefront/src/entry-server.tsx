/** Renders public pages on the server. Its build is loaded by the API server. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@haat/contract/languages'
import {
  codeForLater,
  type PageRenderer,
  type PageReply,
  type StoredReplies,
} from '@haat/contract/page-rendering'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { Manifest } from 'vite'
import { answerFrom } from './api/client.ts'
import { App } from './app.tsx'
import { catalogueOf, speak } from './lib/i18n.ts'
import { isPastEnd, loadFirstView, routeAt, screenAt } from './routes.tsx'

/** Stands for all addresses without a screen. */
const UNKNOWN = '/not-found'
/** A name in an Indian script takes nine characters for each of its own. */
const ADDRESS_MAX = 1000

export const pageAddress: PageRenderer['pageAddress'] = (address) => {
  const [pathname = '/', search = ''] = address.split('?')
  const screen = screenAt(pathname)
  if (!screen) return UNKNOWN
  if (!screen.route.queries || address.length > ADDRESS_MAX) return null
  const given = new URLSearchParams(search)
  const read = (screen.route.reads ?? []).flatMap((name) => given.getAll(name).map((value) => [name, value]))
  const text = new URLSearchParams(read).toString()
  return text ? `${pathname}?${text}` : pathname
}

type Read = Parameters<PageRenderer['renderPage']>[1]

/** How the page that is rendered reads replies: several are rendered at the same time. */
const reading = new AsyncLocalStorage<Read>()
/** Of replies that several pages show. */
const parsed = new WeakMap<PageReply, StoredReplies[string]>()
answerFrom(async (address) => {
  const read = reading.getStore()
  if (read === undefined) throw new Error(`${address} is read outside of a page`)
  const reply = await read(address)
  const stored = parsed.get(reply) ?? { status: reply.status, body: JSON.parse(reply.json) as unknown }
  parsed.set(reply, stored)
  return stored
})

export const renderPage: PageRenderer['renderPage'] = async (address, read, language = 'en') => {
  const replies = new Map<string, PageReply>()
  const readAndKeep: Read = async (called) => {
    const reply = await read(called)
    replies.set(called, reply)
    return reply
  }
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  await reading.run(readAndKeep, () => loadFirstView(queryClient, address))
  if ([...replies.values()].some(({ status }) => status !== 200 && status !== 404)) return null
  const [pathname = '/', search = ''] = address.split('?')
  const found = routeAt(pathname)
  const catalogue = await catalogueOf(language)
  // Nothing is awaited from here on: other pages may be in other languages.
  speak(language, catalogue)
  const markup = renderToString(
    <StaticRouter location={address}>
      <App queryClient={queryClient} />
    </StaticRouter>,
  )
  if (UNFINISHED.test(markup)) throw new Error(`${address} could not be rendered`)
  // React writes title, meta and link elements first.
  const start = markup.indexOf('<div')
  return {
    head: preloads(found?.route.file, language) + markup.slice(0, start),
    body: markup.slice(start),
    replies,
    isPastEnd: found !== null && isPastEnd(queryClient, found, new URLSearchParams(search)),
  }
}

/** Of a part whose rendering has failed. React has logged why. */
const UNFINISHED = /<!--\$[!?]-->/

/** What the build for browsers has made of each file, its assets are fonts; empty where this is not a build. */
const [chunks = {}] = Object.values(
  import.meta.glob<Manifest>('../dist/.vite/manifest.json', {
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

const SCRIPTS = { en: null, hi: 'devanagari', ta: 'tamil' }

/** Loads the letters of the language with the page: those of the device have another width. */
function fontOf(language: Language): string {
  const script = SCRIPTS[language]
  const font = script && chunks['index.html']?.assets?.find((file) => file.includes(script))
  return !font ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
}

/** Lets the browser load the catalogue and the screen's code beside the first bundle, not after it; start.js says when. */
function preloads(screen: string | undefined, language: Language): string {
  const needed = filesOf(`src/locales/${language}.po`)
  if (screen) filesOf(`src/${screen}`, needed)
  const files = [...needed].filter((file) => !everywhere.has(file))
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return fontOf(language) + (links.length === 0 ? '' : codeForLater(links.join('')))
}
