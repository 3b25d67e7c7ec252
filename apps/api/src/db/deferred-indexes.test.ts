import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { importText } from '../../test/import-file.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import type { Database } from './database.ts'
import { deferIndexes, restoreIndexes } from './deferred-indexes.ts'

async function indexesOf(db: Database): Promise<string[]> {
  const list =
    db.engine === 'sqlite'
      ? sql`select sql as definition from sqlite_master where type = 'index' and tbl_name = 'products' and sql is not null`
      : sql`select indexdef as definition from pg_indexes where schemaname = current_schema() and tablename = 'products'`
  const rows = await db.rows<{ definition: string }>(list)
  return rows.map(({ definition }) => definition.toLowerCase().replace(' if not exists', '')).toSorted()
}

it('a first import builds the indexes at its end, and so does a shop that was stopped in between', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const usual = await indexesOf(db)
  expect(usual.length).toBeGreaterThan(16)

  await db.transaction(deferIndexes)
  await db.transaction(deferIndexes)
  const unique = await indexesOf(db)
  expect(unique.every((definition) => definition.startsWith('create unique index'))).toBe(true)
  await restoreIndexes(db)
  expect(await indexesOf(db)).toEqual(usual)

  const rows = Array.from({ length: 2100 }, (_, n) => `k${n},Rope ${n},${n + 1}`)
  const seen: Promise<string[]>[] = []
  const { counts } = await importText(test, `key,name,price\n${rows.join('\n')}\n`, {
    onBatch: () => void seen.push(indexesOf(db)),
  })
  expect(counts.created).toBe(2100)
  expect((await Promise.all(seen))[0]).toEqual(unique)
  expect(await indexesOf(db)).toEqual(usual)

  await db.transaction(deferIndexes)
  expect(await indexesOf(db)).toEqual(usual)
})

it('an import that fails builds them too', async () => {
  const test = await shopForThisTest()
  const usual = await indexesOf(test.shop.db)
  const rows = Array.from({ length: 2100 }, (_, n) => `k${n},Rope ${n},${n + 1}`)
  const failing = importText(test, `key,name,price\n${rows.join('\n')}\n`, {
    onBatch: () => {
      throw new Error('stopped')
    },
  })
  await expect(failing).rejects.toThrow('stopped')
  expect(await indexesOf(test.shop.db)).toEqual(usual)
})
