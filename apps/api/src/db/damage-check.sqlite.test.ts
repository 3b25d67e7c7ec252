import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { checkLargeTables } from './damage-check.ts'
import { isDamage } from './errors.ts'
import { isDamaged } from './open.sqlite-files.ts'

const PAGE = 4096

/** A table of one row to a page. */
function makeTable(rows: number): string {
  const file = join(temporaryFolder(), 'haat.db')
  const database = new Sqlite(file)
  database.exec('create table texts (text text)')
  const insert = database.prepare('insert into texts values (?)')
  for (let n = 0; n < rows; n += 1) insert.run('x'.repeat(PAGE * 0.75))
  database.close()
  return file
}

describe('damage in a table that is too large for the check at the start', () => {
  it('is found while the server runs', async () => {
    const file = makeTable(100)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 50 * PAGE, 51 * PAGE))
    expect(isDamaged(file, Number.POSITIVE_INFINITY, 10)).toBe(false)
    const error = await new Promise((resolve) => {
      checkLargeTables(file, resolve, { rows: 10, delayMs: 0 })
    })
    expect(isDamage(error)).toBe(true)
  })
})

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
})
