import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { isDamaged } from './open.sqlite-files.ts'

it('finds damage inside a full-text index, whose pages are whole', () => {
  const file = join(temporaryFolder(), 'haat.db')
  const database = new Sqlite(file)
  database.exec("create virtual table words using fts5(text, content='')")
  const insert = database.prepare('insert into words (rowid, text) values (?, ?)')
  for (let n = 1; n <= 500; n += 1) insert.run(n, `word${n} text${n * 7}`)
  expect(isDamaged(file, Number.POSITIVE_INFINITY)).toBe(false)
  database.unsafeMode()
  database.exec('update words_data set block = zeroblob(length(block)) where id > 1000')
  database.close()
  expect(isDamaged(file, Number.POSITIVE_INFINITY)).toBe(true)
  expect(isDamaged(`${file}-gone`, Number.POSITIVE_INFINITY)).toBe(null)
})
