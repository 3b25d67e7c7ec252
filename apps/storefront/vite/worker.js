// Opens the shop without a network: the code of its screens, and the pages that were seen last. The network comes first, so
// that nothing is older than the shop while it answers. What only one customer may see is neither kept nor answered.
// `vite/offline.ts` writes FILES, SERVER_PATHS and VERSION before it.
const SHOP = `shop-${VERSION}`
const SEEN = `seen-${VERSION}`
const SEEN_MAX = 300
/** A page that is the same for everybody, and draws any screen. */
const SHELL = '/auth/login'
const PUBLIC =
  /^\/(assets|placeholder\.png|api\/(products|categories|banners|deals|settings|pages|delivery))\b/
/** What every page shows. */
const ALWAYS = ['/api/settings', '/api/categories']
/** Sent with the pages that the server renders, which are the same for everybody. */
const RENDERED = 'server-timing'
const REPLIES = /<script[^>]* id="replies"[^>]*>(.*?)<\/script>/s

async function keep(request, response) {
  if (!response.ok) return
  const seen = await caches.open(SEEN)
  await seen.put(request, response)
  const kept = await seen.keys()
  for (const old of kept.slice(0, -SEEN_MAX)) await seen.delete(old)
}

/** With the replies in it: a link to the page asks for them alone. */
async function keepPage(request, response) {
  if (!response.headers.has(RENDERED)) return
  const [, replies = '{}'] = REPLIES.exec(await response.clone().text()) ?? []
  await keep(request, response)
  for (const [address, { status, body }] of Object.entries(JSON.parse(replies)))
    if (PUBLIC.test(address)) await keep(address, new Response(JSON.stringify(body), { status }))
}

const kept = (request) => caches.match(request, { ignoreVary: true })

async function openPage(event) {
  const { request } = event
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(keepPage(request, response.clone()))
    return response
  } catch {
    return (await kept(request)) ?? (await kept(SHELL)) ?? Response.error()
  }
}

async function answer(event, path) {
  const { request } = event
  try {
    const response = await fetch(request)
    if (!FILES.includes(path)) event.waitUntil(keep(request, response.clone()))
    return response
  } catch {
    return (await kept(request)) ?? Response.error()
  }
}

async function install() {
  const shop = await caches.open(SHOP)
  await shop.addAll([SHELL, '/placeholder.png', ...FILES])
  await skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== SHOP && name !== SEEN).map((name) => caches.delete(name)))
  await registration.navigationPreload?.enable()
  await clients.claim()
  for (const path of ALWAYS) await keep(path, await fetch(path))
  // These pages came before the worker; the home, which links draw without it, opens the installed shop.
  const open = await clients.matchAll()
  for (const url of new Set(['/', ...open.map(({ url }) => url)])) await keepPage(url, await fetch(url))
}

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('fetch', (event) => {
  const { method, url, headers, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || headers.has('authorization')) return
  if (mode === 'navigate' && !SERVER_PATHS.includes(pathname.split('/')[1]))
    event.respondWith(openPage(event))
  else if (PUBLIC.test(pathname)) event.respondWith(answer(event, pathname))
})
