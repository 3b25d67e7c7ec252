/** Shows the reply of an act as its schema says: as lines and tables, or as a spreadsheet. */
import { stringify } from 'csv-stringify/sync'
import { type Schema, schemaOf } from './act-schema.ts'
import type { AnyAct } from '@haat/contract/staff/act'
import {
  amount,
  BYTE_ORDER_MARK,
  type Cell,
  code,
  screenCell,
  spreadsheetCell,
  textTable,
} from './columns.ts'

type Row = Record<string, unknown>

interface Table {
  title: string
  head: string[]
  rows: Cell[][]
}

const CAPITALS = /\b(sku|mrp|hsn|gst|uqc|cgst|igst|gstin)\b/gi

/** `order_number` as a heading: `Order number`. */
const labelOf = (name: string, { title }: Schema): string =>
  title ??
  (name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')).replaceAll(CAPITALS, (word) =>
    word.toUpperCase(),
  )

/** The schema of a value that may be null, without null. */
function present(schema: Schema): Schema {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null')
  return inner ? { ...inner, ...schema } : schema
}

function cellOf(schema: Schema, value: unknown): Cell {
  const { format, enum: choices } = present(schema)
  if (typeof value === 'number' && format === 'rupees') return amount(value)
  if (typeof value === 'number' && format === 'percent') return `${value}%`
  if (typeof value === 'string' && format === 'code') return code(value)
  if (typeof value === 'string' && choices && value === value.toLowerCase()) return labelOf(value, {})
  if (Array.isArray(value)) return value.join(', ')
  const isPlain = typeof value !== 'object' || value === null || value instanceof Date
  return isPlain ? ((value ?? null) as Cell) : Object.values(value).join(', ')
}

function tableOf(title: string, row: Schema, rows: readonly Row[], columns?: string[]): Table {
  const { properties = {} } = row
  const names = columns ?? Object.keys(properties)
  return {
    title,
    head: names.map((name) => labelOf(name, properties[name] ?? {})),
    rows: rows.map((one) => names.map((name) => cellOf(properties[name] ?? {}, one[name]))),
  }
}

/** The tables in a reply, and the lines of its other fields. */
function partsOf(act: AnyAct, reply: unknown): { lines: string[]; tables: Table[] } {
  const schema = schemaOf(act.reply)
  if (Array.isArray(reply))
    return { lines: [], tables: [tableOf('', schema.items ?? {}, reply as Row[], schema.columns)] }
  const lines: string[] = []
  const tables: Table[] = []
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = (reply as Row)[name]
    const { items, columns, properties } = present(field)
    const label = labelOf(name, field)
    if (value === null || value === '' || name === 'notes' || (Array.isArray(value) && value.length === 0))
      continue
    if (items?.properties) tables.push(tableOf(label, items, value as Row[], columns))
    else if (properties && act.spreadsheet) tables.push(tableOf(label, present(field), [value as Row]))
    else lines.push(`${label}: ${screenCell(cellOf(field, value))}`)
  }
  return { lines, tables }
}

/** For the screen. */
export function replyText(act: AnyAct, reply: unknown): string {
  if (Array.isArray(reply) && reply.length === 0) return 'There are none.'
  const { lines, tables } = partsOf(act, reply)
  const texts = tables.map(({ title, head, rows }) => `${title && `${title}\n`}${textTable(head, rows)}`)
  return [...(lines.length > 0 ? [lines.join('\n')] : []), ...texts].join('\n\n')
}

/** For Excel and LibreOffice: the tables one below the other. */
export const replyCsv = (act: AnyAct, reply: unknown): string =>
  BYTE_ORDER_MARK +
  partsOf(act, reply)
    .tables.map(({ title, head, rows }) =>
      stringify([[title], head, ...rows.map((row) => row.map(spreadsheetCell))]),
    )
    .join('\n')
