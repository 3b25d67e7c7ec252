/** The search answers judged queries on the demo shop as well as it did. The figures are those of the bench. */
import { expect, inject, it, onTestFinished } from 'vitest'
import { LISTS, measureQuality, readJudgedQueries, searchDemo } from '../bench/search-quality.ts'
import { openDemoInProcess } from './demo-in-process.ts'
import { newPostgres } from './empty-postgres.ts'
import { report } from './figure.ts'

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
  expect(ndcg).toBeGreaterThan(list === 'later-strangers' ? 0.87 : 0.9)
  expect(wronglyEmpty).toBeLessThan(list === 'later-strangers' ? 0.04 : 0.03)
  expect(keptEmpty).toBeGreaterThan(list === 'later-strangers' ? 0.85 : 0.89)
})
