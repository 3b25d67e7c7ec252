import { type SQL, sql } from 'drizzle-orm'
import { type Reader, withoutIndex } from '../../db/database.ts'

/** For products that something else leads to, such as their ids: nearly all are published. */
export function isShown(reader: Reader): SQL {
  const { is_published } = reader.tables.products
  return sql`${withoutIndex(reader, is_published)} = ${sql.param(true, is_published)}`
}
