/** The entries of the audit, and the rows that they changed. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { alias } from 'drizzle-orm/pg-core'
import { findRow, hasRow, lockName, type Reader, type Tx } from '../../db/database.ts'
import { AUDITED, type AuditedName } from '../../db/audited-tables.ts'
import type { Tables } from '../../db/schema.ts'

export type Entry = Tables['audit_entries']['$inferSelect']
export type Change = Omit<Tables['audit_changes']['$inferSelect'], 'table_name'> & { table_name: AuditedName }

/** Until the transaction ends, triggers record what it changes as changes of this entry. */
export async function beginRecording(tx: Tx, entryId: number, part: number): Promise<void> {
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`insert into audit_context values (${entryId}, ${part})`
      : sql`select set_config('haat.audit_entry', ${String(entryId)}, true), set_config('haat.audit_part', ${String(part)}, true)`,
  )
}

export async function endRecording(tx: Tx): Promise<void> {
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`delete from audit_context`
      : sql`select set_config('haat.audit_entry', '', true)`,
  )
}

/** Tables whose rows a person would not name when asked what was changed. */
const BESIDE = [
  'outbox',
  'order_events',
  'media',
  'coupon_uses',
  'cart_items',
  'saved_items',
  'wishlist_items',
]
const SUBJECTS = Object.keys(AUDITED).filter((name) => !BESIDE.includes(name))
const SUBJECTS_SHOWN = 3
/** Changes that are looked at for names. */
const LOOKED_AT = 200

/** What a person calls the rows that a part of an act changed: `Rope, Hook, …`. */
export async function findSubject(reader: Reader, entryId: number): Promise<string> {
  const { audit_changes: changes } = reader.tables
  const rows = await reader
    .select({ table: changes.table_name, label: changes.label })
    .from(changes)
    .where(eq(changes.entry_id, entryId))
    .orderBy(asc(changes.id))
    .limit(LOOKED_AT)
  const named = rows.filter(
    ({ table, label }) => label !== null && table !== 'settings' && SUBJECTS.includes(table),
  )
  const first = named[0]?.table
  const labels = [...new Set(named.filter(({ table }) => table === first).map(({ label }) => label))]
  return [...labels.slice(0, SUBJECTS_SHOWN), ...(labels.length > SUBJECTS_SHOWN ? ['…'] : [])].join(', ')
}

/** Of entries that changed one row which a person names, that change. */
export async function findOnlyChanges(reader: Reader, ids: readonly number[]): Promise<Map<number, Change>> {
  const { audit_changes: changes } = reader.tables
  if (ids.length === 0) return new Map()
  const rows = (await reader
    .select()
    .from(changes)
    .where(and(inArray(changes.entry_id, [...ids]), inArray(changes.table_name, SUBJECTS)))) as Change[]
  const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id)
  return new Map(
    [...byEntry].flatMap(([id, [only, second]]) =>
      only && !second && only.before !== null && only.after !== null ? [[id, only]] : [],
    ),
  )
}

export const hasChanges = (reader: Reader, entryId: number): Promise<boolean> =>
  hasRow(reader, reader.tables.audit_changes, eq(reader.tables.audit_changes.entry_id, entryId))

export async function insertEntry(tx: Tx, entry: Entry): Promise<void> {
  await tx.insertMany('audit_entries', [entry])
}

/** Mails of this act are not sent before `at`, so that it can be undone. */
export async function delayMails(tx: Tx, entryId: number, at: Date): Promise<void> {
  const { audit_changes: changes, outbox } = tx.tables
  const mails = await tx
    .select({ id: changes.row_key })
    .from(changes)
    .where(and(eq(changes.entry_id, entryId), eq(changes.table_name, 'outbox')))
  const ids = mails.map(({ id }) => Number(id))
  if (ids.length > 0)
    await tx
      .update(outbox)
      .set({ next_at: at })
      .where(and(inArray(outbox.id, ids), lt(outbox.next_at, at)))
}

/** Newest first, each with the number of its changes and whether it was undone. Without `act`, all but logins. */
export async function findEntries(
  reader: Reader,
  filter: Omit<InputOf<Staff['audit']['list']>, 'to'> & { until?: Date | undefined },
) {
  const { audit_entries: entries, audit_changes: changes } = reader.tables
  const undo = alias(entries, 'undo')
  const changed = (condition: SQL | undefined): SQL =>
    exists(
      reader
        .select({ id: changes.id })
        .from(changes)
        .where(and(eq(changes.entry_id, entries.id), condition)),
    )
  const { act, staff, of, key, from, until, before, limit } = filter
  const rows = await reader
    .select({
      entry: entries,
      undone: exists(reader.select({ id: undo.id }).from(undo).where(eq(undo.undo_of, entries.id))).mapWith(
        Boolean,
      ),
    })
    .from(entries)
    .where(
      and(
        act === undefined ? ne(entries.act, 'login') : like(entries.act, `${act.replaceAll(/[%_\\]/g, '')}%`),
        staff === undefined ? undefined : eq(entries.staff_name, staff),
        of === undefined
          ? undefined
          : changed(
              and(eq(changes.table_name, of), key === undefined ? undefined : eq(changes.row_key, key)),
            ),
        from && gte(entries.at, from),
        until && lt(entries.at, until),
        before === undefined ? undefined : lt(entries.id, before),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(limit)
  const counts = await countChanges(
    reader,
    rows.map(({ entry }) => entry.id),
  )
  return rows.map(({ entry, undone }) => ({ ...entry, undone, changes: counts.get(entry.id) ?? 0 }))
}

async function countChanges(reader: Reader, ids: number[]): Promise<Map<number, number>> {
  const { audit_changes: changes } = reader.tables
  if (ids.length === 0) return new Map()
  const rows = await reader
    .select({ id: changes.entry_id, changes: count() })
    .from(changes)
    .where(inArray(changes.entry_id, ids))
    .groupBy(changes.entry_id)
  return new Map(rows.map((row) => [row.id, row.changes]))
}

/** What entries changed in one row, by entry. */
export async function findChangesOfRow(reader: Reader, entryIds: number[], table: string, key: string) {
  const { audit_changes: changes } = reader.tables
  const { entry_id, before, after } = changes
  if (entryIds.length === 0) return new Map<number, never>()
  const rows = await reader
    .select({ entry_id, before, after })
    .from(changes)
    .where(and(inArray(entry_id, entryIds), eq(changes.table_name, table), eq(changes.row_key, key)))
    .orderBy(asc(changes.id))
  return new Map(rows.map((row) => [row.entry_id, row]))
}

export const findEntry = (reader: Reader, id: number): Promise<Entry | undefined> =>
  findRow(reader, reader.tables.audit_entries, eq(reader.tables.audit_entries.id, id))

/** The last entry of an act that changed something. */
export async function findLastEntry(reader: Reader, act: string): Promise<Entry | undefined> {
  const { audit_entries: entries, audit_changes: changes } = reader.tables
  const changed = reader.select({ id: changes.id }).from(changes).where(eq(changes.entry_id, entries.id))
  const [entry] = await reader
    .select()
    .from(entries)
    .where(and(eq(entries.act, act), sql`${entries.undo_of} is null`, exists(changed)))
    .orderBy(desc(entries.id))
    .limit(1)
  return entry
}

export const isUndone = (reader: Reader, id: number): Promise<boolean> =>
  hasRow(reader, reader.tables.audit_entries, eq(reader.tables.audit_entries.undo_of, id))

/** Lets no other undo of the entry, and no further part of it, run at the same time. */
export const lockEntry = (tx: Tx, id: number): Promise<void> => lockName(tx, `audit entry ${id}`)

/** Changes of an entry, the last first. @param deletedFrom only the rows deleted from this table; null: all but deleted rows */
export function findChanges(
  reader: Reader,
  entryId: number,
  {
    part,
    before,
    deletedFrom,
    limit,
  }: { part?: number; before?: number | undefined; deletedFrom?: AuditedName | null; limit: number },
): Promise<Change[]> {
  const { audit_changes: changes } = reader.tables
  const isDeleted = and(isNotNull(changes.before), isNull(changes.after))
  return reader
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.entry_id, entryId),
        part === undefined ? undefined : eq(changes.part, part),
        before === undefined ? undefined : lt(changes.id, before),
        deletedFrom ? and(isDeleted, eq(changes.table_name, deletedFrom)) : undefined,
        deletedFrom === null ? or(isNull(changes.before), isNotNull(changes.after)) : undefined,
      ),
    )
    .orderBy(desc(changes.id))
    .limit(limit) as Promise<Change[]>
}
