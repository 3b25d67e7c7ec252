/** Copies pictures and videos from one storage to another. */
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { FileDamaged, type Files } from '../../adapters/files.ts'
import type { MediaStorage } from '../../adapters/media-storage.ts'
import { UserError } from '../user-error.ts'

export interface MoveMediaOptions {
  /** Reads and compares, and writes nothing. */
  dryRun?: boolean
  /** Deletes the files at the source once all are at the target. */
  deleteSource?: boolean
  onProgress?: (done: number, total: number) => void
}

export interface MoveMediaResult {
  from: string
  to: string
  files: number
  /** Files that the target lacked or had with another content. */
  copied: number
  bytes: number
  /** Names of files at the source that are damaged, or no pictures or videos. They are not copied, and nothing is deleted. */
  damaged: string[]
  deleted: number
}

const AT_ONCE = 4

type Place = Pick<MediaStorage, 'place' | 'files'>

interface File {
  name: string
  source: Files
  target: Files
  /** The target has a file of this name. */
  isThere: boolean
}

/**
 * Copies every file that the target lacks or has with another content, and reads each copy back. It may be stopped and
 * run again. Other files of the target stay, and so do its copies of files that are damaged at the source.
 *
 * @throws UserError when a copy differs, or both are one place and its files were to be deleted; StorageUnavailable
 */
export async function moveMedia(
  from: Place,
  to: Place,
  { dryRun = false, deleteSource = false, onProgress = () => undefined }: MoveMediaOptions = {},
): Promise<MoveMediaResult> {
  if (deleteSource) await checkPlacesDiffer(from, to)
  const files = await compare(from.files, to.files)
  const done: (File & Copied)[] = []
  await fewAtOnce(files, async (file) => {
    done.push({ ...file, ...(await copy(file, to.place, dryRun)) })
    onProgress(done.length, files.length)
  })
  const namesOf = (outcome: Copied['outcome']): string[] =>
    done.flatMap((file) => (file.outcome === outcome ? [file.name] : [])).toSorted()
  const damaged = namesOf('damaged')
  const compared = done.filter(({ outcome }) => outcome === 'same' || outcome === 'copied')
  const isDeleted = deleteSource && damaged.length === 0
  if (isDeleted) await fewAtOnce(compared, ({ name, source }) => source.delete(name))
  return {
    from: from.place,
    to: to.place,
    files: files.length,
    copied: namesOf('copied').length,
    bytes: done.reduce((sum, { bytes }) => sum + bytes, 0),
    damaged,
    deleted: isDeleted ? compared.length : 0,
  }
}

/** One bucket may have several addresses. A file is stored at the source, and must not appear at the target. */
async function checkPlacesDiffer(from: Place, to: Place): Promise<void> {
  const name = `MOVE-${randomUUID()}`
  try {
    await from.files.write(name, Buffer.from(name))
    if ((await to.files.read(name)) === null) return
  } finally {
    await from.files.delete(name)
  }
  throw new UserError(`${from.place} and ${to.place} are one place. Nothing was copied or deleted.`)
}

async function compare(source: Files, target: Files): Promise<File[]> {
  const there = new Set(await target.list())
  return (await source.list()).map((name) => ({ name, source, target, isThere: there.has(name) }))
}

interface Copied {
  /** `gone`: it was deleted meanwhile. */
  outcome: 'same' | 'copied' | 'gone' | 'damaged'
  /** Written, or to be written. */
  bytes: number
}

async function copy(
  { name, source, target, isThere }: File,
  place: string,
  dryRun: boolean,
): Promise<Copied> {
  const without = (outcome: Copied['outcome']): Copied => ({ outcome, bytes: 0 })
  const read = await source.read(name).catch((error: unknown) => {
    if (error instanceof FileDamaged) return without('damaged')
    throw error
  })
  if (read === null) return without((await source.list(name)).includes(name) ? 'damaged' : 'gone')
  if ('outcome' in read) return read
  const isSame = async () => (await target.read(name))?.equals(read) ?? false
  // A damaged copy cannot be read: it is written again.
  if (isThere && (await isSame().catch(() => false))) return without('same')
  if (dryRun) return { outcome: 'copied', bytes: read.length }
  await target.write(name, read)
  const why = await isSame().then(
    (same) => (same ? null : 'it differs.'),
    (error: Error) => error.message,
  )
  if (why !== null)
    throw new UserError(
      `The copy of ${name} in ${place} could not be confirmed: ${why} Nothing was deleted; run the command again.`,
    )
  return { outcome: 'copied', bytes: read.length }
}

async function fewAtOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  try {
    await queue.addAll(items.map((item) => () => work(item)))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
}
