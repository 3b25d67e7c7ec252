/** What went wrong in the database, told the same way for both engines. */

/** The driver's error code, beneath whatever wraps it. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}

/** Another process holds the write lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/** A deadlock or serialization failure: the transaction may succeed when run again. */
export const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

/** The database cannot serve at the moment: locked, full, read-only, broken, unreachable. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(code) ||
    /^(08|53|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)
  )
}
