/** What a check of the shop finds. */
import type { NamedRow } from './doctor.store.ts'

export interface CheckResult {
  /** An `error` must be corrected before the shop may sell; a `warning` should be. */
  level: 'error' | 'warning'
  what: string
  /** Lines: a command that corrects it, with a `# comment`, or a sentence; further lines are other ways. */
  remedy: string
}

type Result = (
  found: boolean | readonly NamedRow[],
  what: string,
  ...remedy: [string, ...string[]]
) => CheckResult[]

const SHOWN_ROWS = 3

/** One result if `found` is true or has rows, which it names; otherwise none. */
const result =
  (level: CheckResult['level']): Result =>
  (found, what, ...lines) => {
    const remedy = lines.join('\n')
    if (typeof found === 'boolean') return found ? [{ level, what: `${what}.`, remedy }] : []
    if (found.length === 0) return []
    const names = found.slice(0, SHOWN_ROWS).map(({ id, name }) => `${name} (${id})`)
    const more = found.length > SHOWN_ROWS ? ` and ${found.length - SHOWN_ROWS} more` : ''
    return [{ level, what: `${what} (${found.length}): ${names.join(', ')}${more}.`, remedy }]
  }

export const error = result('error')
export const warning = result('warning')

/** The command that sets a setting to an example. */
export const setTo = (path: string, example: string): string =>
  `haat settings set ${path} ${/^[\w.@-]+$/.test(example) ? example : `"${example}"`}`

export const INIT = 'DATA_DIR=my-shop haat init   # your own shop, in an empty folder'
