/** Writes the triggers that record what acts change: see `src/db/audited-tables.ts`. */
import { getTableColumns } from 'drizzle-orm'
import { AUDITED, auditedTable, type AuditedName, keyOf } from '../src/db/audited-tables.ts'
import { sqliteKit } from '../src/db/schema/kit.sqlite.ts'
import { defineTables } from '../src/db/schema.ts'

const NAMES = Object.keys(AUDITED) as AuditedName[]
const BREAK = '--> statement-breakpoint\n'

const columnsOf = (name: AuditedName): string[] =>
  Object.values(getTableColumns(defineTables(sqliteKit)[name]))
    .map((column) => column.name)
    .filter((column) => !auditedTable(name).without?.includes(column))

/** @returns for SQLite, a trigger for each kind of change */
function sqliteTriggers(name: AuditedName): string[] {
  const { label } = auditedTable(name)
  const columns = columnsOf(name)
  const trigger = (kind: 'insert' | 'update' | 'delete', row: 'new' | 'old', values: string) =>
    [
      `CREATE TRIGGER \`audit_${name}_${kind}\` AFTER ${kind.toUpperCase()} ON \`${name}\``,
      `WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN`,
      `INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after)`,
      `SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), '${name}',`,
      `${keyOf(name)
        .map((column) => `${row}.\`${column}\``)
        .join(" || '/' || ")} || '', ${label ? `${row}.\`${label}\`` : 'NULL'}, ${values}; END;`,
    ].join(' ')
  const pairs = columns.map(
    (column) =>
      `SELECT '${column}' AS k, old.\`${column}\` AS o, new.\`${column}\` AS n WHERE old.\`${column}\` IS NOT new.\`${column}\``,
  )
  const whole = columns.map((column) => `'${column}', old.\`${column}\``).join(', ')
  return [
    trigger('insert', 'new', 'NULL, NULL'),
    trigger(
      'update',
      'new',
      `json_group_object(k, o), json_group_object(k, n) FROM (${pairs.join(' UNION ALL ')}) HAVING count(*) > 0`,
    ),
    trigger('delete', 'old', `json_object(${whole}), NULL`),
  ]
}

const postgresTrigger = (name: AuditedName): string => {
  const { label = '', without = [] } = auditedTable(name)
  const args = [label, `{${keyOf(name).join(',')}}`, `{${without.join(',')}}`].map((text) => `'${text}'`)
  return (
    `CREATE TRIGGER "record_change" AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW ` +
    `WHEN (current_setting('haat.audit_entry', true) <> '') EXECUTE FUNCTION "record_change"(${args.join(', ')});`
  )
}

export const auditTriggers = (engine: 'sqlite' | 'postgres'): string =>
  NAMES.flatMap((name) => (engine === 'sqlite' ? sqliteTriggers(name) : [postgresTrigger(name)])).join(BREAK)
