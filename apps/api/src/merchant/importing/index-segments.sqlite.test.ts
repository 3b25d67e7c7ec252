import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { importText } from '../../../test/import-file.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

const ROWS = 1000

it('lets an import that changes all products rewrite segments of the search index only when half is deleted', async () => {
  const test = await shopForThisTest()
  const rows = (suffix: string) =>
    Array.from({ length: ROWS }, (_, n) => `k${n},Rope ${n}${suffix},${n + 1}`).join('\n')
  await importText(test, `key,name,price\n${rows('')}`)
  const { counts } = await importText(test, `key,name,price\n${rows(' New')}`)
  expect(counts.changed).toBe(ROWS)
  const [setting] = await test.shop.db.rows(sql`select v from search_index_config where k = 'deletemerge'`)
  expect(setting).toEqual({ v: 50 })
})
