/** Writes recorded values back. */
import { and, desc, eq, gte, isNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import { auditedTable, type AuditedName, keyOf } from '../../db/audited-tables.ts'
import { isUnavailable } from '../../db/errors.ts'
import { deleteRows, hasRow, isOneOf, type Reader, type Tx } from '../../db/database.ts'
import { findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import { findProductsOf } from '../catalogue/products.store.ts'
import type { Change, Entry } from './audit.store.ts'

/** Runs a part of a transaction that ends alone. @returns whether it could: false when a constraint was broken or `work` said so */
export async function withSavepoint(tx: Tx, work: () => Promise<boolean>, name = 'change'): Promise<boolean> {
  const savepoint = sql.identifier(name)
  await tx.execute(sql`savepoint ${savepoint}`)
  const done = await work().catch((error: unknown) => {
    if (isUnavailable(error)) throw error
    return false
  })
  if (!done) await tx.execute(sql`rollback to savepoint ${savepoint}`)
  await tx.execute(sql`release savepoint ${savepoint}`)
  return done
}

/** Rows that a statement has written. */
async function written(tx: Tx, statement: SQL): Promise<number> {
  const result: unknown = await tx.execute(statement)
  const { changes, rowCount } = result as { changes?: number; rowCount?: number | null }
  return changes ?? rowCount ?? 0
}

const column = (name: string): SQL => sql.identifier(name) as unknown as SQL
const joined = (parts: SQL[], by: SQL): SQL => sql.join(parts, by)

/** Recorded JSON as a row. */
const rowOf = ({ engine }: Reader, table: AuditedName, json: string, columns: readonly string[]): SQL =>
  engine === 'sqlite'
    ? sql`(select ${joined(
        columns.map((name) => sql`json_extract(${json}, ${`$.${name}`}) as ${column(name)}`),
        sql`, `,
      )})`
    : sql`jsonb_populate_record(null::${column(table)}, ${json}::jsonb)`

function keyCondition(tx: Tx, { table_name, row_key }: Change): SQL {
  const names = keyOf(table_name)
  const values = names.length === 1 ? [row_key] : row_key.split('/')
  return joined(
    names.map((name, at) => {
      const { dataType } = tx.tables[table_name][name as never] as { dataType: string }
      return sql`${column(table_name)}.${column(name)} = ${dataType === 'number' ? Number(values[at]) : values[at]}`
    }),
    sql` and `,
  )
}

/**
 * Takes one change back, at this moment.
 *
 * @returns whether it could: false where the row is not as the change left it
 */
export async function undoChange(tx: Tx, change: Change, at: Date): Promise<boolean> {
  const { table_name: name, before, after } = change
  if (name === 'settings' && before !== null && after !== null)
    return undoSettings(tx, change.row_key, before, after)
  const table = column(name)
  const where = keyCondition(tx, change)
  if (before === null) {
    if (name === 'ledger_entries') return undoLedgerEntry(tx, where, at)
    return (await written(tx, sql`delete from ${table} where ${where}${UNSENT[name] ?? sql``}`)) === 1
  }
  const columns = Object.keys(JSON.parse(before) as object)
  if (after === null) {
    const names = joined(columns.map(column), sql`, `)
    const row = rowOf(tx, name, before, columns)
    return (await written(tx, sql`insert into ${table} (${names}) select ${names} from ${row} as was`)) === 1
  }
  const counted = auditedTable(name).counted ?? []
  const sets = columns.map((one) =>
    counted.includes(one)
      ? sql`${column(one)} = ${table}.${column(one)} + was.${column(one)} - became.${column(one)}`
      : sql`${column(one)} = was.${column(one)}`,
  )
  const same = columns
    .filter((one) => !counted.includes(one))
    .map((one) => sql` and ${table}.${column(one)} is not distinct from became.${column(one)}`)
  const now = (one: string) =>
    columns.includes(one) ? sql`was.${column(one)}` : sql`${table}.${column(one)}`
  // Price and MRP stay if one alone would be above the other.
  const sold = name === 'variants' ? sql` and not coalesce(${now('price')} > ${now('mrp')}, false)` : sql``
  const statement = sql`update ${table} set ${joined(sets, sql`, `)} from ${rowOf(tx, name, before, columns)} as was, ${rowOf(tx, name, after, columns)} as became where ${where}${joined(same, sql``)}${sold}`
  return (await written(tx, statement)) === 1
}

/** What somebody sends already stays. */
const UNSENT: Partial<Record<AuditedName, SQL>> = {
  outbox: sql` and attempts = 0`,
  refunds: sql` and state = 'DUE'`,
}

/** The ledger keeps its rows: the opposite one is added now, but for cash that the courier has handed over meanwhile. */
const undoLedgerEntry = async (tx: Tx, where: SQL, at: Date): Promise<boolean> =>
  (await written(
    tx,
    sql`insert into ledger_entries (order_id, kind, amount, source, provider, simulated, at)
      select order_id, kind, -amount, source || ':undone', provider, simulated, ${sql.param(at, tx.tables.ledger_entries.at)} from ledger_entries where ${where}
      and (kind <> 'with_courier' or amount <= (select sum(other.amount) from ledger_entries as other
        where other.order_id = ledger_entries.order_id and other.kind = 'with_courier'))`,
  )) === 1

type Group = Record<string, unknown>
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Takes a change of settings back field by field. @throws where a field was changed again since */
function takenBack(was: unknown, became: unknown, is: unknown): unknown {
  if (isSame(was, became)) return is
  if (isSame(became, is)) return was
  if (!isGroup(was) || !isGroup(became) || !isGroup(is)) throw new Error('It was changed again since.')
  const names = Object.keys({ ...is, ...was })
  return Object.fromEntries(names.map((name) => [name, takenBack(was[name], became[name], is[name])]))
}

/** The JSON `is` of now without the change; undefined where one of its fields was changed again. */
function settingTakenBack(was: string, became: string, is: string): string | undefined {
  if (became === is) return was
  try {
    const [before, after, now] = [was, became, is].map((json): unknown => JSON.parse(json))
    return JSON.stringify(takenBack(before, after, now))
  } catch {
    return undefined
  }
}

/** All settings are one row: what another act has changed of it since stays. */
async function undoSettings(tx: Tx, key: string, before: string, after: string): Promise<boolean> {
  const [was, became] = [before, after].map((json) => (JSON.parse(json) as { value: string }).value)
  const is = await findSetting(tx, key)
  const value = is === undefined ? undefined : settingTakenBack(was!, became!, is)
  if (value === undefined) return false
  await storeSetting(tx, key, value)
  return true
}

/** The products of changed rows, by the id of the change. Those of rows that are gone are in what was recorded. */
export async function productsOf(reader: Reader, changes: readonly Change[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (const { id, table_name, row_key } of changes)
    if (table_name === 'products') found.set(id, Number(row_key))
  for (const name of ['variants', 'media', 'deals'] as const) {
    const rows = changes.filter(({ table_name }) => table_name === name)
    if (rows.length === 0) continue
    const keys = rows.map(({ row_key }) => Number(row_key))
    const products = await findProductsOf(reader, name, keys)
    for (const { id, row_key, before } of rows) {
      const recorded = before === null ? undefined : (JSON.parse(before) as { product_id?: number })
      const product = products.get(Number(row_key)) ?? recorded?.product_id
      if (product !== undefined) found.set(id, product)
    }
  }
  return found
}

/** The new products of an entry. */
export async function findCreatedProducts(reader: Reader, entryId: number): Promise<Set<number>> {
  const { audit_changes: changes } = reader.tables
  const rows = await reader
    .select({ key: changes.row_key })
    .from(changes)
    .where(and(eq(changes.entry_id, entryId), eq(changes.table_name, 'products'), isNull(changes.before)))
  return new Set(rows.map(({ key }) => Number(key)))
}

/** The parts of an entry, the last first. */
export async function findParts(reader: Reader, entryId: number): Promise<number[]> {
  const { audit_changes: changes } = reader.tables
  const rows = await reader
    .selectDistinct({ part: changes.part })
    .from(changes)
    .where(eq(changes.entry_id, entryId))
    .orderBy(desc(changes.part))
  return rows.map(({ part }) => part)
}

/** Whether documents of the orders of an entry were issued or made void with it or since. */
export async function hasDocumentsSince(reader: Reader, entry: Entry): Promise<boolean> {
  const { audit_changes: changes, documents } = reader.tables
  const rows = await reader
    .select({ key: changes.row_key })
    .from(changes)
    .where(and(eq(changes.entry_id, entry.id), eq(changes.table_name, 'orders')))
  const orders = rows.map(({ key }) => Number(key))
  const isSince = or(gte(documents.issued_at, entry.at), gte(documents.voided_at, entry.at))
  return hasRow(reader, documents, and(isOneOf(reader, documents.order_id, orders), isSince))
}

/** What keeps rows of these products from being deleted: `ordered` variants, and what uses each product, in words. */
export async function findUses(reader: Reader, productIds: number[]) {
  const { coupons, deals, order_items, variants } = reader.tables
  const ordered = await reader
    .selectDistinct({ id: variants.id, product_id: variants.product_id })
    .from(order_items)
    .innerJoin(variants, eq(variants.id, order_items.variant_id))
    .where(isOneOf(reader, variants.product_id, productIds))
  const users = new Map<number, string>()
  for (const table of [coupons, deals])
    for (const { id } of await reader
      .select({ id: table.product_id })
      .from(table)
      .where(isOneOf(reader, table.product_id, productIds)))
      users.set(id ?? 0, 'a coupon or deal')
  for (const { product_id } of ordered) users.set(product_id, 'an order')
  return { ordered: new Set(ordered.map(({ id }) => id)), users }
}

export async function hideProduct(tx: Tx, id: number): Promise<void> {
  await tx.updateMany('products', [{ id, set: { is_published: false } }])
}

/** Deletes categories that nothing uses. @param ids the last made first @returns how many */
export async function deleteUnusedCategories(tx: Tx, ids: readonly number[]): Promise<number> {
  const { categories, coupons, products } = tx.tables
  const usedBy = (table: typeof products | typeof coupons) =>
    tx.select({ id: table.id }).from(table).where(eq(table.category_id, categories.id))
  const children = sql`(select 1 from ${categories} as child where child.parent_id = ${categories.id})`
  const isUnused = and(notExists(usedBy(products)), notExists(usedBy(coupons)), notExists(children))
  let deleted = 0
  // A parent is empty once its children are deleted.
  for (const id of ids) deleted += await deleteRows(tx, categories, and(eq(categories.id, id), isUnused))
  return deleted
}
