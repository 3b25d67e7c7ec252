import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { checkInBackground } from './damage-check.ts'
import type { Soundness } from './errors.ts'
import { checkForDamage, soundnessAfter } from './open.sqlite-files.ts'

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
    const atStart = checkForDamage(file, Number.POSITIVE_INFINITY, 10)
    expect(atStart).toEqual({ state: 'sound' })
    const found = await new Promise((resolve) => {
      checkInBackground(file, atStart, resolve, { rows: 10, delayMs: 0 })
    })
    expect(found).toEqual({ state: 'damaged' })
  })
})

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
  ['SQLITE_IOERR_READ', { state: 'unchecked', isUnreadable: true }],
  ['SQLITE_CANTOPEN', { state: 'unchecked', isUnreadable: false }],
  ['SQLITE_READONLY_RECOVERY', { state: 'unchecked', isUnreadable: false }],
  ['SQLITE_BUSY_SNAPSHOT', { state: 'unchecked', isUnreadable: false }],
])('%s during the check shows no more than %o', (code, found) => {
  expect(soundnessAfter(new Sqlite.SqliteError('it failed', code))).toMatchObject(found)
})

it('checks a file again until it can be read', async () => {
  const file = makeTable(1)
  const unreadable: Soundness = { state: 'unchecked', isUnreadable: true, reason: 'disk I/O error' }
  renameSync(file, `${file}.away`)
  const states: string[] = []
  await new Promise<void>((resolve) => {
    const report = ({ state }: Soundness): void => {
      states.push(state)
      if (state !== 'unchecked') return resolve()
      renameSync(`${file}.away`, file)
    }
    checkInBackground(file, unreadable, report, { delayMs: 0, retryMs: 0 })
  })
  expect(states).toEqual(['unchecked', 'sound'])
})
