/** What the staff did, and taking it back. */
import { changeInWords } from '@haat/contract/staff/audit-texts'
import { actNamed, type Staff } from '@haat/contract/staff/index'
import type { Reader } from '../../db/database.ts'
import { noSuch } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'
import * as store from './audit.store.ts'
import { undoEntry } from './undo.ts'

const DAY_MS = 86_400_000
const ROWS_SHOWN = 1000

type Listed = Awaited<ReturnType<typeof store.findEntries>>[number]

/** Entries that no act of a merchant makes. */
const BESIDE: Record<string, string> = {
  login: 'login',
  first_owner: 'became the first owner by the one-time link',
  invitation: 'accepted the invitation',
  new_password: 'set a new password by a link',
}
/** Acts that say what became of their row. An entry of more rows names them. */
const WORDED = /\.(set|bulk)$|^audit\.undo$/
const ROWS_OF_ONE = 4

function shown({ act, subject, ...entry }: Listed, change?: store.Change) {
  const done = BESIDE[act] ?? (actNamed(act)?.summary ?? act).split(';')[0]!
  const label = change?.table_name === 'settings' ? '' : (change?.label ?? '')
  const became = change && changeInWords(label, parsed(change.before)!, parsed(change.after)!)
  const summary = became && act !== 'audit.undo' ? became : `${done}${subject && `: ${became ?? subject}`}`
  const { note } = parsed(entry.input) ?? {}
  return {
    ...{ ...entry, act, note: typeof note === 'string' ? note : null },
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
  }
}

/** Entries with their sentence. */
async function inWords(reader: Reader, entries: Listed[]) {
  const worded = entries.filter(({ act, changes }) => changes <= ROWS_OF_ONE && WORDED.test(act))
  const changes = await store.findOnlyChanges(
    reader,
    worded.map(({ id }) => id),
  )
  return entries.map((entry) => shown(entry, changes.get(entry.id)))
}

const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>))

export const auditActs: ActTable<Staff['audit']> = {
  async list({ db }, { to, ...filter }) {
    const until = to && new Date(to.getTime() + DAY_MS)
    const entries = await store.findEntries(db, { ...filter, until })
    const { of, key } = filter
    if (of === undefined || key === undefined) return inWords(db, entries)
    const ids = entries.map(({ id }) => id)
    const rows = await store.findChangesOfRow(db, ids, of, key)
    return (await inWords(db, entries)).map((entry) => {
      const { before = null, after = null } = rows.get(entry.id) ?? {}
      return { ...entry, row: { before: parsed(before), after: parsed(after) } }
    })
  },
  async show({ db }, { entry: id }) {
    const [entry] = await store.findEntries(db, { before: id + 1, act: '', limit: 1 })
    if (entry?.id !== id) throw noSuch(`There is no entry ${id} in the audit.`)
    const rows = await store.findChanges(db, id, { limit: ROWS_SHOWN })
    return {
      ...(await inWords(db, [entry]))[0]!,
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
