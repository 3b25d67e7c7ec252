/** Copies pictures and videos from one storage to another. */
import { hash, randomUUID } from 'node:crypto'
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
  const places = { from: from.place, to: to.place }
  const copied: number[] = []
  const compared: File[] = []
  const damaged: string[] = []
  const foreign: string[] = []
  let done = 0
  await fewAtOnce(files, async (file) => {
    const bytes = await copy(file, to.place, dryRun)
    if (bytes === 'damaged') damaged.push(file.name)
    else if (bytes === 'foreign') foreign.push(file.name)
    else if (bytes !== 'gone') compared.push(file)
    if (typeof bytes === 'number') copied.push(bytes)
    onProgress((done += 1), files.length)
  })
  const isDeleted = deleteSource && damaged.length === 0
  if (isDeleted) await fewAtOnce(compared, ({ name, source }) => source.delete(name))
  return {
    ...places,
    originals: originals.length - foreign.length,
    sizes: sizes.length,
    copied: copied.length,
    bytes: copied.reduce((sum, bytes) => sum + bytes, 0),
    damaged: damaged.toSorted(),
    foreign: foreign.toSorted(),
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

/**
 * @returns the bytes written, or to be written; null when the target has the same file already; `gone` without a file
 *   at the source
 */
async function copy(
  { name, source, target, isThere, isOriginal }: File,
  place: string,
  dryRun: boolean,
): Promise<number | null | 'gone' | 'damaged' | 'foreign'> {
  const bytes = await source.read(name).catch((error: unknown) => {
    if (error instanceof ForeignFile) return 'foreign'
    if (error instanceof FileDamaged) return 'damaged'
    throw error
  })
  if (bytes === 'damaged' || bytes === 'foreign') return bytes
  // It may have been deleted meanwhile. Sizes of another program are never read.
  if (bytes === null) return isOriginal && (await source.list(name)).includes(name) ? 'damaged' : 'gone'
  const digest = hash('sha256', bytes)
  const isSame = async () => {
    const copied = await target.read(name)
    return copied?.length === bytes.length && hash('sha256', copied) === digest
  }
  // A damaged copy cannot be read: it is written again.
  if (isThere && (await isSame().catch(() => false))) return null
  if (dryRun) return bytes.length
  await target.write(name, bytes)
  const why = await isSame().then(
    (same) => (same ? null : 'it differs.'),
    (error: Error) => error.message,
  )
  if (why !== null)
    throw new UserError(
      `The copy of ${name} in ${place} could not be confirmed: ${why} Nothing was deleted; run the command again.`,
    )
  return bytes.length
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
