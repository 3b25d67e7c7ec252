/** What the staff did, and taking it back. */
import { actNamed, type Staff } from '@haat/contract/staff/index'
import { noSuch } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'
import * as store from './audit.store.ts'
import { undoEntry } from './undo.ts'

const DAY_MS = 86_400_000
const ROWS_SHOWN = 1000

type Listed = Awaited<ReturnType<typeof store.findEntries>>[number]

const shown = ({ act, subject, ...entry }: Listed) => ({
  ...entry,
  act,
  note: noteOf(entry.input),
  summary: `${actNamed(act)?.summary ?? act}${subject && `: ${subject}`}`,
})

function noteOf(input: string | null): string | null {
  const { note } = parsed(input) ?? {}
  return typeof note === 'string' ? note : null
}

const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>))

export const auditActs: ActTable<Staff['audit']> = {
  async list({ db }, { to, ...filter }) {
    const until = to && new Date(to.getTime() + DAY_MS)
    const entries = await store.findEntries(db, { ...filter, until })
    const { of, key } = filter
    if (of === undefined || key === undefined) return entries.map(shown)
    const ids = entries.map(({ id }) => id)
    const rows = await store.findChangesOfRow(db, ids, of, key)
    return entries.map((entry) => {
      const { before = null, after = null } = rows.get(entry.id) ?? {}
      return { ...shown(entry), row: { before: parsed(before), after: parsed(after) } }
    })
  },
  async show({ db }, { entry: id }) {
    const [entry] = await store.findEntries(db, { before: id + 1, limit: 1 })
    if (entry?.id !== id) throw noSuch(`There is no entry ${id} in the audit.`)
    const rows = await store.findChanges(db, id, { limit: ROWS_SHOWN })
    return {
      ...shown(entry),
      input: parsed(entry.input) ?? {},
      rows: rows.toReversed().map(({ before, after, ...row }) => ({
        ...row,
        kind:
          before === null ? ('added' as const) : after === null ? ('deleted' as const) : ('changed' as const),
        before: parsed(before),
        after: parsed(after),
      })),
    }
  },
  async undo(shop, { entry, dry_run }, who) {
    const { rows, kept } = await undoEntry(shop, who, entry, dry_run)
    return { undone: rows, kept }
  },
}
