/** The command that replaces a damaged SQLite database by a backup. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'

/** More of a backup than its manifest takes up to its list of files. */
const READ_BYTES = 16 * 1024

interface ScheduledBackup {
  file: string
  /** When it was made, as `2026-03-02 06:30 UTC`. */
  at: string
  /** Null where an older version made the backup. */
  orders: number | null
  isWhole: boolean
}

/**
 * `haat restore … --replace` with the newest whole backup of the schedule beside a database that holds orders, and as a
 * comment what the backup holds. An empty one may be of a shop that was opened by mistake.
 *
 * @param file the damaged database
 */
export function restoreCommand(file: string): string {
  const folder = join(dirname(file), 'backups')
  const names = existsSync(folder) ? readdirSync(folder).toSorted().toReversed() : []
  const backups = names.flatMap((name) => scheduledBackup(folder, name))
  const whole = backups.filter(({ isWhole }) => isWhole)
  const chosen =
    whole.find(({ orders }) => orders !== null && orders > 0) ??
    whole.find(({ orders }) => orders === null) ??
    whole[0]
  if (!chosen) return 'haat restore backup.tar.gz --replace'
  const held = chosen.orders === null ? '' : `, ${chosen.orders} order${chosen.orders === 1 ? '' : 's'}`
  const skipped = backups.slice(0, backups.indexOf(chosen))
  return `haat restore ${chosen.file} --replace   # made ${chosen.at}${held}${whySkipped(skipped)}`
}

function whySkipped(skipped: ScheduledBackup[]): string {
  if (skipped.length === 0) return ''
  const areEmpty = skipped.every(({ isWhole, orders }) => isWhole && orders === 0)
  return areEmpty ? '; newer ones hold no orders' : '; newer ones are damaged or may hold no orders'
}

function scheduledBackup(folder: string, name: string): ScheduledBackup[] {
  const [, day, hour, minute] = /^haat-(.{10})T(\d\d)-(\d\d)-\d\dZ\.tar\.gz$/.exec(name) ?? []
  if (day === undefined) return []
  const file = join(folder, name)
  const handle = openSync(file, 'r')
  try {
    const at = `${day} ${hour}:${minute} UTC`
    return [{ file, at, orders: ordersIn(handle), isWhole: isWhole(handle) }]
  } finally {
    closeSync(handle)
  }
}

/** Files of a tar fill blocks of so many bytes. */
const TAR_BLOCK_BYTES = 512
/** The last bytes of gzip: the length of what it holds, modulo 2^32. */
const LENGTH_BYTES = 4

/** Whether the file ends as the gzip of a tar does: one that was cut ends with other bytes. */
function isWhole(handle: number): boolean {
  const { size } = fstatSync(handle)
  const end = Buffer.alloc(LENGTH_BYTES)
  if (size < LENGTH_BYTES) return false
  readSync(handle, end, 0, LENGTH_BYTES, size - LENGTH_BYTES)
  const length = end.readUInt32LE()
  // Gzip hardly lengthens what it holds. Beyond 2 GB the length may have passed 2^32.
  return length % TAR_BLOCK_BYTES === 0 && (2 * length > size || size > 2 ** 31)
}

/** The number of orders in a backup's manifest: its first file, which has the number before its list of files. */
function ordersIn(handle: number): number | null {
  const bytes = Buffer.alloc(READ_BYTES)
  const length = readSync(handle, bytes, 0, READ_BYTES, 0)
  try {
    // The rest of the file is missing.
    const text = gunzipSync(bytes.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
    const [, orders] = /^ {2}"orders": (\d+),$/m.exec(text.slice(0, text.indexOf('"files"'))) ?? []
    return orders === undefined ? null : Number(orders)
  } catch {
    return null
  }
}
