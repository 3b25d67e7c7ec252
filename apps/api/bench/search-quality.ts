/**
 * How well the search answers judged queries on the demo shop: `npm run bench -- search-quality [--list tuned]` prints a
 * table; with `--list` also each query of that list that is answered badly.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoShop } from '@haat/seed'
import { openDemoInProcess } from '../test/demo-in-process.ts'

export const LISTS = [
  'tuned',
  'held-out',
  'strangers',
  'later-strangers',
  'reported',
  'fresh',
  'november-stranger',
  'november-held-out',
  'november-untuned',
] as const
export type List = (typeof LISTS)[number]

interface JudgedQuery {
  kind: string
  query: string
  /** Gain of each product that answers it, by code: 3 fully, 2 well, 1 partly. Empty if it must find nothing. */
  grades: Map<string, number>
}

export interface Quality {
  /** Mean NDCG@10 of the queries that have an answer. */
  ndcg: number
  /** Share of the queries that have an answer but find nothing. */
  wronglyEmpty: number
  /** Share of the queries without an answer that find nothing. */
  keptEmpty: number
  results: { query: string; kind: string; ndcg: number; found: string[] }[]
}

export async function readJudgedQueries(list: List): Promise<JudgedQuery[]> {
  const text = await readFile(join(import.meta.dirname, 'search-quality', `${list}.txt`), 'utf8')
  let kind = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) kind = line.slice(3)
    if (line === '' || line.startsWith('#')) return []
    const [query = '', answers = ''] = line.split(' =')
    const codes = answers.split('|').map((part) => part.split(' ').filter((code) => code !== ''))
    const gains = codes.length === 3 ? [3, 2, 1] : [3, 1]
    const grades = codes.flatMap((part, index) => part.map((code) => [code, gains[index] ?? 0] as const))
    return [{ kind, query, grades: new Map(grades) }]
  })
}

const POSITIONS = 10

const discounted = (gains: number[]): number =>
  gains.slice(0, POSITIONS).reduce((sum, gain, index) => sum + (2 ** gain - 1) / Math.log2(index + 2), 0)

function ndcgOf(grades: Map<string, number>, found: string[]): number {
  const ideal = [...grades.values()].toSorted((a, b) => b - a)
  return discounted(found.map((code) => grades.get(code) ?? 0)) / discounted(ideal)
}

/** @param search the codes of the products found, best first */
export async function measureQuality(
  queries: JudgedQuery[],
  search: (query: string) => Promise<string[]>,
): Promise<Quality> {
  const results = []
  for (const { kind, query, grades } of queries) {
    const found = await search(query)
    const ndcg = grades.size === 0 ? Number(found.length === 0) : ndcgOf(grades, found)
    results.push({ kind, query, ndcg, found, answerable: grades.size > 0 })
  }
  const answerable = results.filter((result) => result.answerable)
  const nonsense = results.filter((result) => !result.answerable)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    ndcg: mean(answerable.map(({ ndcg }) => ndcg)),
    wronglyEmpty: mean(answerable.map(({ found }) => Number(found.length === 0))),
    keptEmpty: mean(nonsense.map(({ ndcg }) => ndcg)),
    results,
  }
}

const codes = new Map(
  demoShop.products.map(({ name, variants }) => [name, variants[0]?.sku.split('-')[0] ?? '']),
)

/** Searches the demo shop by the API. */
export async function searchDemo(
  demo: { fetch(request: Request): Promise<Response> },
  query: string,
): Promise<string[]> {
  const address = `http://localhost/api/products/search?search=${encodeURIComponent(query)}`
  const { products } = (await (await demo.fetch(new Request(address))).json()) as {
    products: { name: string }[]
  }
  return products.map(({ name }) => codes.get(name) ?? name)
}

export async function printSearchQuality(details: string | undefined): Promise<void> {
  const demo = await openDemoInProcess()
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  console.log('| Queries | NDCG@10 | Wrongly empty | Nonsense kept empty |\n|---|---|---|---|')
  for (const list of LISTS) {
    const quality = await measureQuality(await readJudgedQueries(list), (query) => searchDemo(demo, query))
    const { ndcg, wronglyEmpty, keptEmpty, results } = quality
    console.log(
      `| ${list} (${results.length}) | ${ndcg.toFixed(3)} | ${percent(wronglyEmpty)} | ${percent(keptEmpty)} |`,
    )
    if (list !== details) continue
    for (const result of results.filter((one) => one.ndcg < 0.9))
      console.log(`${result.ndcg.toFixed(2)} ${result.query}: ${result.found.slice(0, 10).join(' ')}`)
  }
  await demo.close()
}
