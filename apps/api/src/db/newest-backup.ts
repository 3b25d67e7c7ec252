/** The command that replaces a damaged SQLite database by a backup. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'

/** More of a backup than its manifest takes up to its list of files. */
const READ_BYTES = 16 * 1024

interface ScheduledBackup {
  file: string
  /** When it was made, as `2026-03-02 06:30 UTC`. */
  at: string
  /** Null where an older version made the backup, or where it is damaged. */
  orders: number | null
}

/**
 * `haat restore … --replace` with the newest scheduled backup beside a database that holds orders, and as a comment what
 * the backup holds. An empty one may be of a shop that was opened by mistake.
 *
 * @param file the damaged database
 */
export function restoreCommand(file: string): string {
  const folder = join(dirname(file), 'backups')
  const names = existsSync(folder) ? readdirSync(folder).toSorted().toReversed() : []
  const backups = names.flatMap((name) => scheduledBackup(folder, name))
  const [newest] = backups
  if (!newest) return 'haat restore backup.tar.gz --replace'
  const chosen = backups.find(({ orders }) => orders !== 0) ?? newest
  const held = chosen.orders === null ? '' : `, ${chosen.orders} order${chosen.orders === 1 ? '' : 's'}`
  const newer = chosen === newest ? '' : '; newer ones hold no orders'
  return `haat restore ${chosen.file} --replace   # made ${chosen.at}${held}${newer}`
}

function scheduledBackup(folder: string, name: string): ScheduledBackup[] {
  const [, day, hour, minute] = /^haat-(.{10})T(\d\d)-(\d\d)-\d\dZ\.tar\.gz$/.exec(name) ?? []
  if (day === undefined) return []
  const file = join(folder, name)
  return [{ file, at: `${day} ${hour}:${minute} UTC`, orders: ordersIn(file) }]
}

/** The number of orders in a backup's manifest: its first file, which has the number before its list of files. */
function ordersIn(file: string): number | null {
  const bytes = Buffer.alloc(READ_BYTES)
  const handle = openSync(file, 'r')
  try {
    const length = readSync(handle, bytes, 0, READ_BYTES, 0)
    // The rest of the file is missing.
    const text = gunzipSync(bytes.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
    const [, orders] = /^ {2}"orders": (\d+),$/m.exec(text.slice(0, text.indexOf('"files"'))) ?? []
    return orders === undefined ? null : Number(orders)
  } catch {
    return null
  } finally {
    closeSync(handle)
  }
}
