import { and, asc, eq, or } from 'drizzle-orm'
import { findRows, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type ViewRow = Tables['saved_views']['$inferSelect']

/** Of one of the staff, and those that others share. */
export const findViews = (reader: Reader, list: string, staffId: number): Promise<ViewRow[]> => {
  const { saved_views } = reader.tables
  const isSeen = or(eq(saved_views.staff_id, staffId), eq(saved_views.is_shared, true))
  return findRows(reader, saved_views, and(eq(saved_views.list, list), isSeen), asc(saved_views.id))
}

export const insertView = (tx: Tx, view: Tables['saved_views']['$inferInsert']): Promise<ViewRow> =>
  insertRow(tx, tx.tables.saved_views, view)

/**
 * @param alsoShared whether it may be one that somebody else shares
 * @returns undefined where this member has no such view
 */
export async function deleteView(
  tx: Tx,
  id: number,
  staffId: number,
  alsoShared: boolean,
): Promise<ViewRow | undefined> {
  const { saved_views } = tx.tables
  const isOwn = eq(saved_views.staff_id, staffId)
  const own = and(eq(saved_views.id, id), alsoShared ? or(isOwn, eq(saved_views.is_shared, true)) : isOwn)
  const [row] = await tx.delete(saved_views).where(own).returning()
  return row
}
