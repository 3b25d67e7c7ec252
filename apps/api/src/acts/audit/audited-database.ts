/** Enters what an act writes in the audit, in the transactions that write it. */
import type { Database, Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { Who } from '../act-table.ts'
import { allocateIds } from '../catalogue/catalogue-rows.store.ts'
import * as store from './audit.store.ts'

/** How long the mails of an act at the desk wait, so that it can be undone. */
const MAILS_WAIT_MS = 12_000

interface NewEntry {
  act: string
  /** On the wire. */
  input: Record<string, unknown>
  undo_of?: number | undefined
  /** Where no changed row says it. */
  subject?: string
  /** It may write nothing; then there is no entry. */
  isTrial?: boolean
  /** Runs first in the first transaction. */
  check?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * A database whose transactions are parts of one entry in the audit.
 *
 * @returns it, and what tells the id of the entry once something is committed
 */
export function auditedDatabase(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  who: Who,
  { act, input, undo_of, subject = '', isTrial = false, check }: NewEntry,
): { db: Database; entry: () => number | null } {
  let entry: number | null = null
  let parts = 0
  const transaction: Database['transaction'] = (work) => {
    parts += 1
    const part = parts
    return db.transaction(async (tx) => {
      const known = entry
      const at = now()
      const id = known ?? (await allocateIds(tx, 'audit_entries', 1))[0]!
      if (known !== null) {
        await store.lockEntry(tx, id)
        if (await store.isUndone(tx, id))
          throw conflict('This was undone meanwhile, so it has stopped. Run it again.')
      }
      if (part === 1) await check?.(tx)
      await store.beginRecording(tx, id, part)
      const result = await work(tx)
      await store.endRecording(tx)
      if (isTrial && !(await store.hasChanges(tx, id))) return result
      if (who.via === 'desk') await store.delayMails(tx, id, new Date(now().getTime() + MAILS_WAIT_MS))
      if (known === null) {
        await store.insertEntry(tx, {
          id,
          at,
          via: who.via,
          staff_id: who.staffId,
          staff_name: who.name,
          ip: who.ip ?? null,
          request_id: who.requestId ?? null,
          act,
          subject: (await store.findSubject(tx, id)) || subject,
          input: JSON.stringify(input),
          undo_of: undo_of ?? null,
        })
        tx.afterCommit(() => {
          entry = id
        })
      }
      return result
    })
  }
  return { db: { ...db, transaction }, entry: () => entry }
}
