/** What the database fails with, on both engines, and what a caller can do about it. */

/** The database cannot be used: it is damaged, newer than the program, or read-only. */
export class DatabaseRefused extends Error {}

/** A replica was asked to write: the primary must do this work. */
export class ReadOnlyReplica extends Error {}

/** Those that wait for the database take too long. Nothing was done. */
export class DatabaseOverloaded extends Error {
  readonly code = 'OVERLOADED'
}

/** The driver's error code, also of a wrapped error; empty when there is none. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}

/** Another process holds the write lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/** What the transaction needs was locked by another one for too long. Nothing was done. */
export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03' || isBusy(error)

/** A DatabaseOverloaded, wrapped or not. */
export const isOverloaded = (error: unknown): boolean => codeOf(error) === 'OVERLOADED'

/** PostgreSQL ran nothing: an earlier query of the same transaction had failed. */
export const isSkipped = (error: unknown): boolean => codeOf(error) === '25P02'

/** A deadlock or serialization failure: the transaction may succeed when run again. */
export const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

export const isDiskFull = (error: unknown): boolean => /^(53100|SQLITE_FULL)$/.test(codeOf(error))

/** The file is damaged: SQLite's codes, and those of PostgreSQL for damaged data and indexes. */
export const isDamage = (error: unknown): boolean =>
  /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test(codeOf(error))

/** Messages of PostgreSQL's driver, which have no code, when a connection cannot be opened, is lost or is silent. */
const CONNECTION_LOST =
  /^(the server does not support ssl|timeout exceeded when trying to connect|connection terminated|query read timeout|client has encountered a connection error|client was closed)/i

/** PostgreSQL cannot be asked on this connection, not even for a rollback. */
export function hasLostConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CONNECTION_LOST.test(cause.message)) return true
  }
  return false
}

/**
 * The database cannot serve requests at the moment: locked, full, read-only, broken, overloaded, unreachable or slower
 * than its timeouts allow (57014 statement, 55P03 lock, 25P03 idle transaction). 25006 is a read-only server, 55000 a
 * database that is closed to connections; with 28, 3D000, 42501, 42P01 and 3F000 its administrator has taken a right away, or
 * changed a password, a name or a certificate. A transaction that lost every retry to others may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    error instanceof DatabaseOverloaded ||
    isRetryable(error) ||
    /^(OVERLOADED$|SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB))/.test(code) ||
    /^(08|28|3D000|53|55000|57P|57014|55P03|25P03|25006|42501|42P01|3F000|58|XX00[12])/.test(code) ||
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO$)/.test(
      code,
    ) ||
    /^(CERT_|DEPTH_ZERO_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/.test(code) ||
    hasLostConnection(error)
  )
}

/** One line for whoever started a command or server that a full disk or the database has ended; null for other errors. */
export function describeUnavailable(error: unknown): string | null {
  if (isDiskFull(error) || codeOf(error) === 'ENOSPC') return 'The disk is full. Make room, and run it again.'
  if (codeOf(error).startsWith('SQLITE_IOERR'))
    return 'The disk cannot be written or read: it is full or broken. Make room, and run it again.'
  if (isBusy(error) || codeOf(error) === '55P03')
    return 'Another process has locked the database. Stop it, or wait, and run it again.'
  return null
}
