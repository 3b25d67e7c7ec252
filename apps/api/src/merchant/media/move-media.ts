/** Copies pictures and videos from one storage to another. */
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { FileDamaged, type Files, ForeignFile } from '../../adapters/files.ts'
import type { MediaFiles } from '../../adapters/media-storage.ts'
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
  originals: number
  sizes: number
  /** Files that the target lacked or had with another content. */
  copied: number
  bytes: number
  /** Names of files that cannot be read at the source. They are not copied, and nothing is deleted. */
  damaged: string[]
  /** Names of files at the source that are no pictures or videos of the shop. They stay there. */
  foreign: string[]
  deleted: number
}

const AT_ONCE = 4

interface File {
  name: string
  source: Files
  target: Files
  /** The target has a file of this name. */
  isThere: boolean
  /** It cannot be rendered again. */
  isOriginal: boolean
}

/**
 * Copies every file that the target lacks or has with another content, and reads each copy back. It may be stopped and
 * run again. Other files of the target stay, and so do its copies of files that are damaged at the source.
 *
 * @throws UserError when a copy differs, or both are one place and its files were to be deleted; StorageUnavailable
 */
export async function moveMedia(
  from: MediaFiles,
  to: MediaFiles,
  { dryRun = false, deleteSource = false, onProgress = () => undefined }: MoveMediaOptions = {},
): Promise<MoveMediaResult> {
  if (deleteSource) await checkPlacesDiffer(from, to)
  // Originals first: sizes can be rendered again.
  const originals = await compare(from.originals, to.originals, true)
  const sizes = await compare(from.sizes, to.sizes, false)
  const files = [...originals, ...sizes]
  const done: (File & Copied)[] = []
  await fewAtOnce(files, async (file) => {
    done.push({ ...file, ...(await copy(file, to.place, dryRun)) })
    onProgress(done.length, files.length)
  })
  const namesOf = (outcome: Copied['outcome']): string[] =>
    done.flatMap((file) => (file.outcome === outcome ? [file.name] : [])).toSorted()
  const [damaged, foreign] = [namesOf('damaged'), namesOf('foreign')]
  const compared = done.filter(({ outcome }) => outcome === 'same' || outcome === 'copied')
  const isDeleted = deleteSource && damaged.length === 0
  if (isDeleted) await fewAtOnce(compared, ({ name, source }) => source.delete(name))
  return {
    from: from.place,
    to: to.place,
    originals: originals.length - foreign.length,
    sizes: sizes.length,
    copied: namesOf('copied').length,
    bytes: done.reduce((sum, { bytes }) => sum + bytes, 0),
    damaged,
    foreign,
    deleted: isDeleted ? compared.length : 0,
  }
}

/** One bucket may have several addresses. A file is stored at the source, and must not appear at the target. */
async function checkPlacesDiffer(from: MediaFiles, to: MediaFiles): Promise<void> {
  const name = `MOVE-${randomUUID()}`
  try {
    await from.originals.write(name, Buffer.from(name))
    if ((await to.originals.read(name)) === null) return
  } finally {
    await from.originals.delete(name)
  }
  throw new UserError(`${from.place} and ${to.place} are one place. Nothing was copied or deleted.`)
}

async function compare(source: Files, target: Files, isOriginal: boolean): Promise<File[]> {
  const there = new Set(await target.list())
  return (await source.list()).map((name) => ({
    name,
    source,
    target,
    isThere: there.has(name),
    isOriginal,
  }))
}

interface Copied {
  /** `gone`: it was deleted meanwhile. */
  outcome: 'same' | 'copied' | 'gone' | 'damaged' | 'foreign'
  /** Written, or to be written. */
  bytes: number
}

async function copy(
  { name, source, target, isThere, isOriginal }: File,
  place: string,
  dryRun: boolean,
): Promise<Copied> {
  const without = (outcome: Copied['outcome']): Copied => ({ outcome, bytes: 0 })
  const read = await source.read(name).catch((error: unknown) => {
    if (error instanceof ForeignFile) return without('foreign')
    if (error instanceof FileDamaged) return without('damaged')
    throw error
  })
  // Sizes of another program are never read.
  if (read === null)
    return without(isOriginal && (await source.list(name)).includes(name) ? 'damaged' : 'gone')
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
