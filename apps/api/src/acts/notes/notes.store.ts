/** What the staff write about orders and customers. */
import { and, desc, eq } from 'drizzle-orm'
import { findRows, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

type NoteRow = Tables['notes']['$inferSelect']

/** The latest first. */
export const findNotes = (reader: Reader, about: NoteRow['about'], id: number): Promise<NoteRow[]> => {
  const { notes } = reader.tables
  return findRows(reader, notes, and(eq(notes.about, about), eq(notes.about_id, id)), desc(notes.id))
}

export const insertNote = (tx: Tx, note: Tables['notes']['$inferInsert']): Promise<NoteRow> =>
  insertRow(tx, tx.tables.notes, note)
