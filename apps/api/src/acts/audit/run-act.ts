/** Runs acts: what one writes is entered in the audit, in the transactions that write it. */
import { createHash } from 'node:crypto'
import type { AnyAct } from '@haat/contract/staff/act'
import { staff } from '@haat/contract/staff/index'
import * as z from 'zod/mini'
import { lockName, type Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { Who } from '../act-table.ts'
import { ACTS } from '../acts.ts'
import { auditedDatabase } from './audited-database.ts'

/** An act of the contract with its function. */
export interface NamedAct {
  /** Group and name, such as `orders.ship`. */
  id: string
  group: string
  act: AnyAct
  perform: (shop: Shop, input: unknown, who: Who) => Promise<unknown>
}

/** The types pair each act with its function; a loop over both loses the pairing. */
const FUNCTIONS = ACTS as unknown as Record<string, Record<string, NamedAct['perform']>>

/** Every act, by its id. */
export const NAMED_ACTS: ReadonlyMap<string, NamedAct> = new Map(
  Object.entries(staff).flatMap(([group, acts]) =>
    Object.entries<AnyAct>(acts).map(([name, act]) => {
      const id = `${group}.${name}`
      return [id, { id, group, act, perform: FUNCTIONS[group]![name]! }]
    }),
  ),
)

/**
 * @param input decoded
 * @param seen the version that the caller changes, as `versionOf` gave it
 * @returns the decoded reply, and the entry in the audit, if it wrote anything
 * @throws Failure; 409 `STALE` with `current` when what it changes is not `seen` any more
 */
export async function runAct(
  shop: Shop,
  who: Who,
  { id, group, act, perform }: NamedAct,
  input: Record<string, unknown>,
  seen?: string,
): Promise<{ reply: unknown; entry: number | null }> {
  if ((act.route.startsWith('GET ') && !act.audited) || act.is_job)
    return { reply: await perform(shop, input, who), entry: null }
  const shown = seen === undefined || !act.shown_by ? undefined : NAMED_ACTS.get(`${group}.${act.shown_by}`)
  const encoded = z.encode(z.object(act.input), input as never) as Record<string, unknown>
  const wire = Object.fromEntries(Object.entries(encoded).filter(([name]) => !act.secret?.includes(name)))
  const audited = auditedDatabase(shop, who, {
    act: id,
    input: wire,
    ...(act.audited && { subject: Object.values(wire).flat().join(', ') }),
    undo_of: id === 'audit.undo' ? (input['entry'] as number) : undefined,
    isTrial: input['dry_run'] === true || input['yes'] === false,
    check: shown && ((tx) => refuseStale(shop, who, shown, input, seen!, tx)),
  })
  const reply = await perform({ ...shop, db: audited.db }, input, who)
  const entry = audited.entry()
  const isOfOne = Array.isArray(input['orders']) && input['orders'].length === 1
  const isTold = act.audited === 'always' || (act.audited && who.via === 'desk' && !isOfOne)
  if (isTold && entry === null) await audited.db.transaction(async () => {})
  return { reply, entry }
}

/** What a caller of the act that shows something sends back to change it: a digest of the reply. */
export function versionOf(act: AnyAct, reply: unknown): string {
  const versioned = act.versioned ? act.versioned(reply) : reply
  return createHash('sha256').update(JSON.stringify(versioned)).digest('base64url').slice(0, 16)
}

async function refuseStale(
  shop: Shop,
  who: Who,
  { act, perform }: NamedAct,
  input: unknown,
  seen: string,
  tx: Tx,
): Promise<void> {
  await lockName(tx, `${act.route} ${JSON.stringify(input, Object.keys(act.input))}`)
  const current = await perform({ ...shop, db: { ...shop.db, ...tx } }, input, who)
  if (versionOf(act, current) !== seen)
    throw conflict('Somebody else has changed this since you opened it.', {
      code: 'STALE',
      current: z.encode(act.reply, current as never),
    })
}
