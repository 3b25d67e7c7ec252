/** The search answers judged queries on the demo shop as well as it did. The figures are those of the bench. */
import { expect, inject, it, onTestFinished } from 'vitest'
import { type List, LISTS, measureQuality, readJudgedQueries, searchDemo } from '../bench/search-quality.ts'
import { openDemoInProcess } from './demo-in-process.ts'
import { newPostgres } from './empty-postgres.ts'
import { report } from './figure.ts'

/** Below what the search reaches. */
const LEAST = { ndcg: 0.9, wronglyEmpty: 0.03, keptEmpty: 0.89 }
const LEAST_BY_LIST: Partial<Record<List, Partial<typeof LEAST>>> = {
  'later-strangers': { keptEmpty: 0.85 },
}

it.for(LISTS)('%s queries find what they mean', async (list, context) => {
  const database = inject('engine') === 'postgres' ? await newPostgres() : null
  const demo = await openDemoInProcess(database ? { DATABASE_URL: database } : {})
  onTestFinished(() => demo.close())
  const queries = await readJudgedQueries(list)
  const { ndcg, wronglyEmpty, keptEmpty } = await measureQuality(queries, (query) => searchDemo(demo, query))
  report(
    context,
    `${queries.length} ${list} queries: NDCG@10 ${ndcg.toFixed(3)}, wrongly empty ${(100 * wronglyEmpty).toFixed(1)} %, nonsense kept empty ${(100 * keptEmpty).toFixed(0)} %`,
  )
  const least = { ...LEAST, ...LEAST_BY_LIST[list] }
  expect(ndcg).toBeGreaterThan(least.ndcg)
  expect(wronglyEmpty).toBeLessThan(least.wronglyEmpty)
  expect(keptEmpty).toBeGreaterThan(least.keptEmpty)
})
