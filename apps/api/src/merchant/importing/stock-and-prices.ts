/** Changes stock or prices from a table of two or three columns: an import that changes these fields alone. */
import { type FinishedImport, type ImportOptions, runImport } from './catalogue-import.ts'
import type { ImportedShop } from './dry-run.ts'
import type { Field } from './layouts/fields.ts'

export type UpdateKind = 'stock' | 'prices'

export type UpdateOptions = Pick<ImportOptions, 'encoding' | 'erase' | 'dryRun' | 'report' | 'onProgress'>

export interface UpdateResult extends Pick<FinishedImport, 'report' | 'dry_run'> {
  /** The column of each field that the file gives. */
  columns: FinishedImport['read']['columns']
  /** Headings of the columns that are not read. */
  unused: string[]
  rows: number
  /** Variants. */
  changed: number
  unchanged: number
  /** Rows that were rejected. */
  refused: number
  /** How often each reason was given. */
  reasons: Record<string, number>
}

const FIELDS = { stock: ['stock'], prices: ['price', 'mrp'] } as const satisfies Record<UpdateKind, Field[]>

/** @throws UserError when a column is missing or the file cannot be read */
export async function updateVariants(
  shop: ImportedShop,
  file: string,
  kind: UpdateKind,
  options: UpdateOptions = {},
): Promise<UpdateResult> {
  const { read, counts, report, dry_run } = await runImport(shop, file, options, FIELDS[kind])
  const { rows, refused, reasons } = counts.result()
  return {
    columns: read.columns,
    unused: read.unused,
    rows,
    ...counts.variants,
    refused,
    reasons,
    report,
    dry_run,
  }
}
