import { closeSync, openSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** Overwrites the page in which the products of a closed database begin. */
export function overwritePage(file: string): void {
  const database = new Sqlite(file)
  const page = Number(
    database.prepare("select rootpage from sqlite_schema where name = 'products'").pluck().get(),
  )
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size)
  closeSync(handle)
}
