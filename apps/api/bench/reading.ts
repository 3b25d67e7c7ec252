/** L1 to L3: the catalogue from 64 connections. */
import { closedLoop } from './load.ts'
import { type Bench, fault, type Row, withCpu } from './row.ts'
import type { BenchShop } from './server.ts'

const CONNECTIONS = 64
const REQUESTS = 6000
const WARM_UP = 500
/** Different addresses when requests repeat. */
const REPEATED = 300
const SEARCHES = 5000

export const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T
/** A well mixed number; the same for the same n. */
export const mixed = (n: number): number => Math.imul(n + 1, 2_654_435_761) >>> 0

/** One of very many pages of the product list. */
export function filterPath({ brands, leaves, parents }: BenchShop, n: number): string {
  const brand = (at: number): string => encodeURIComponent(pick(brands, at))
  const dice = mixed(n)
  const sort = pick(['', '&sort=price_asc', '&sort=price_desc', '&sort=discount_desc', '&sort=newest'], dice)
  const filter = pick(
    [
      '',
      `&category=${pick(leaves, dice >>> 3)}`,
      `&category=${pick(parents, dice >>> 3)}`,
      '&rating=3',
      `&brand=${brand(dice >>> 3)}`,
      `&brand=${brand(dice >>> 3)},${brand(dice >>> 7)}`,
      `&min_price=${dice % 4000}&max_price=${(dice % 4000) + 500}`,
      '&in_stock=1',
      '&is_new_arrival=1',
      '&size=UK%208',
      '&color=Red&in_stock=1',
    ],
    dice >>> 5,
  )
  return `/api/products/filter?page=${1 + ((dice >>> 9) % 8)}${filter}${sort}`
}

export const detailPath = ({ productIds }: BenchShop, n: number): string =>
  `/api/products/${pick(productIds, mixed(n))}`

/** Different texts to search: words, pairs, beginnings, words with a number, and words with two letters swapped. */
function searches(words: readonly string[], count: number): string[] {
  const texts = new Set<string>()
  for (let n = 0; texts.size < count; n += 1) {
    const dice = mixed(n)
    const word = pick(words, dice >>> 2)
    const choices = [
      word,
      `${word} ${pick(words, dice >>> 11)}`,
      word.slice(0, 4),
      `${word} ${(dice >>> 5) % 10_000}`,
      `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`,
    ]
    texts.add(pick(choices, dice >>> 20))
  }
  return [...texts]
}

export const searchPath = (text: string): string => `/api/products/search?search=${encodeURIComponent(text)}`

interface Reading {
  id: string
  what: string
  path: (n: number) => string
  /** Requests per second at least, and the 99th percentile at most, in ms. */
  rate: number
  p99: number
  requests?: number
}

async function read({ server }: Bench, reading: Reading): Promise<Row> {
  const { id, what, path, rate, p99, requests = REQUESTS } = reading
  const load = { port: server.port, connections: CONNECTIONS, call: (n: number) => ({ path: path(n) }) }
  const { figures, cpu } = await withCpu(server, () => closedLoop(load, { requests }))
  const wrong = figures.othersThan(200, 503)
  return {
    id,
    what,
    figures,
    cpu,
    mark: `≥ ${rate}/s, p99 ≤ ${p99} ms, all 200`,
    holds: figures.perSecond >= rate && figures.percentile(0.99) <= p99 && figures.othersThan(200) === 0,
    faults: fault(wrong > 0, `${wrong} not 200 or 503`),
  }
}

/** The nth address once only, so that no reply comes from a cache. */
const once = (path: string, n: number): string => `${path}${path.includes('?') ? '&' : '?'}n=${n}`

/** Each address once, and then the same few again and again. */
export async function firstAndAgain(bench: Bench, reading: Reading): Promise<Row[]> {
  const { path } = reading
  const warmUp = { ...reading, path: (n: number) => once(path(n), -1 - n), requests: WARM_UP }
  await read(bench, warmUp)
  return [
    await read(bench, {
      ...reading,
      what: `${reading.what}, each address once`,
      path: (n) => once(path(n), n),
    }),
    await read(bench, {
      ...reading,
      what: `${reading.what}, ${REPEATED} addresses`,
      path: (n) => path(n % REPEATED),
    }),
  ]
}

export const filter = (bench: Bench): Promise<Row[]> =>
  firstAndAgain(bench, {
    id: 'L1',
    what: 'product filter',
    path: (n) => filterPath(bench.shop, n),
    rate: 1500,
    p99: 100,
  })

export const detail = (bench: Bench): Promise<Row[]> =>
  firstAndAgain(bench, {
    id: 'L2',
    what: 'product detail',
    path: (n) => detailPath(bench.shop, n),
    rate: 1500,
    p99: 80,
  })

export async function search(bench: Bench): Promise<Row[]> {
  const texts = searches(bench.shop.words, SEARCHES)
  const what = `${SEARCHES} different searches`
  const path = (n: number) => searchPath(pick(texts, n))
  return [await read(bench, { id: 'L3', what, path, rate: 400, p99: 200, requests: SEARCHES })]
}
