import { asc, inArray, like, sql } from 'drizzle-orm'
import { deleteRows, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type AreaRule = Tables['delivery_rules']['$inferSelect']

/** The rules of these areas, in the order of the areas. */
export async function findRulesOf(reader: Reader, areas: readonly string[]): Promise<AreaRule[]> {
  const { delivery_rules } = reader.tables
  const found = await reader
    .select()
    .from(delivery_rules)
    .where(inArray(delivery_rules.area, [...areas]))
  return areas.flatMap((area) => found.find((rule) => rule.area === area) ?? [])
}

/** @param beginning of the areas; all by default */
export function listRules(reader: Reader, { beginning = '', limit }: { beginning?: string; limit?: number }) {
  const { delivery_rules } = reader.tables
  const rules = reader
    .select()
    .from(delivery_rules)
    .where(
      beginning === '' ? undefined : like(sql`lower(${delivery_rules.area})`, `${beginning.toLowerCase()}%`),
    )
    .orderBy(asc(delivery_rules.area))
    .$dynamic()
  return limit === undefined ? rules : rules.limit(limit)
}

export const countRules = (reader: Reader): Promise<number> => reader.$count(reader.tables.delivery_rules)

export async function storeRules(tx: Tx, rules: readonly AreaRule[]): Promise<void> {
  for (const { area, ...set } of rules)
    await tx
      .insert(tx.tables.delivery_rules)
      .values({ area, ...set })
      .onConflictDoUpdate({ target: tx.tables.delivery_rules.area, set })
}

/** Areas of one statement. */
const AT_ONCE = 500

/** @returns how many there were */
export async function deleteRules(tx: Tx, areas: readonly string[]): Promise<number> {
  const { delivery_rules } = tx.tables
  let deleted = 0
  for (let at = 0; at < areas.length; at += AT_ONCE) {
    const some = inArray(delivery_rules.area, areas.slice(at, at + AT_ONCE))
    deleted += await deleteRows(tx, delivery_rules, some)
  }
  return deleted
}
