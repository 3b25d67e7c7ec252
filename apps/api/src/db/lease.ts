/** Leases: work that one server at a time does for all servers of a shop. */
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/**
 * Takes or renews a lease.
 *
 * @param holder this server
 * @param ms until it ends unless it is renewed
 * @returns false while another server has it
 */
export async function takeLease(
  tx: Tx,
  name: string,
  holder: string,
  now: Date,
  ms: number,
): Promise<boolean> {
  const { leases } = tx.tables
  const until = new Date(now.getTime() + ms)
  const at = sql.param(now, leases.until)
  const latest = sql.param(new Date(now.getTime() + 2 * ms), leases.until)
  const taken = await tx
    .insert(leases)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, until },
      // Clocks of servers differ a little; one that was far ahead must not keep the lease for ever.
      setWhere: sql`${leases.holder} = ${holder} or ${leases.until} <= ${at} or ${leases.until} > ${latest}`,
    })
    .returning({ name: leases.name })
  return taken.length === 1
}

export async function releaseLease(tx: Tx, name: string, holder: string): Promise<void> {
  const { leases } = tx.tables
  await tx.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)))
}
