import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { checkForDamage, soundnessAfter } from './open.sqlite-files.ts'

it('finds damage inside a full-text index, whose pages are whole', () => {
  const file = join(temporaryFolder(), 'haat.db')
  const database = new Sqlite(file)
  database.exec("create virtual table words using fts5(text, content='')")
  const insert = database.prepare('insert into words (rowid, text) values (?, ?)')
  for (let n = 1; n <= 500; n += 1) insert.run(n, `word${n} text${n * 7}`)
  expect(checkForDamage(file, Number.POSITIVE_INFINITY).state).toBe('sound')
  database.unsafeMode()
  database.exec('update words_data set block = zeroblob(length(block)) where id > 1000')
  database.close()
  expect(checkForDamage(file, Number.POSITIVE_INFINITY).state).toBe('damaged')
})

it.each([
  ['SQLITE_CORRUPT_VTAB', { state: 'damaged' }],
  ['SQLITE_NOTADB', { state: 'damaged' }],
  ['SQLITE_IOERR_CORRUPTFS', { state: 'damaged' }],
  ['SQLITE_IOERR_READ', { state: 'unchecked' }],
  ['SQLITE_CANTOPEN', { state: 'unchecked' }],
  ['SQLITE_READONLY_RECOVERY', { state: 'unchecked' }],
  ['SQLITE_BUSY_SNAPSHOT', { state: 'unchecked' }],
])('%s during the check shows no more than %o', (code, found) => {
  expect(soundnessAfter(new Sqlite.SqliteError('it failed', code))).toMatchObject(found)
})
