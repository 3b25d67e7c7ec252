import { parse } from 'csv-parse/sync'
import { badRequest } from '../../http/failure.ts'

/** The trimmed cells of a CSV text, without empty lines. @throws Failure 400 with `refusal` for other text */
export function csvRows(text: string, refusal: string, delimiter: string | string[] = ','): string[][] {
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true })
  } catch {
    throw badRequest(refusal)
  }
}
