import { LIMITS } from '@haat/contract/rules'
import type { Database } from '../../db/database.ts'
import { namedLike } from './search.store.ts'

/** Ids of the products that match, the best first. */
export const candidates = (db: Database, text: string): Promise<number[]> => namedLike(db, text.trim())

export async function searchProducts(db: Database, text: string): Promise<{ ids: number[]; total: number }> {
  if (text.trim() === '') return { ids: [], total: 0 }
  const found = await candidates(db, text)
  return { ids: found.slice(0, LIMITS.page_size_max), total: found.length }
}
