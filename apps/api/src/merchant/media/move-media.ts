/** Copies pictures and videos from one storage to another. */
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { FileDamaged } from '../../adapters/files.ts'
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
  const there = new Set(await to.files.list())
  const names = await from.files.list()
  const done = new Map<string, Copied>()
  await fewAtOnce(names, async (name) => {
    done.set(name, await copy(name, from, to, there.has(name), dryRun))
    onProgress(done.size, names.length)
  })
  const namesOf = (...outcomes: Copied['outcome'][]): string[] =>
    names.filter((name) => outcomes.includes(done.get(name)!.outcome)).toSorted()
  const damaged = namesOf('damaged')
  const deleted = deleteSource && damaged.length === 0 ? namesOf('same', 'copied') : []
  await fewAtOnce(deleted, (name) => from.files.delete(name))
  return {
    from: from.place,
    to: to.place,
    files: names.length,
    copied: namesOf('copied').length,
    bytes: [...done.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    damaged,
    deleted: deleted.length,
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

interface Copied {
  /** `gone`: it was deleted meanwhile. */
  outcome: 'same' | 'copied' | 'gone' | 'damaged'
  /** Written, or to be written. */
  bytes: number
}

/** @param isThere whether the target has a file of this name */
async function copy(
  name: string,
  from: Place,
  to: Place,
  isThere: boolean,
  dryRun: boolean,
): Promise<Copied> {
  const without = (outcome: Copied['outcome']): Copied => ({ outcome, bytes: 0 })
  const read = await from.files.read(name).catch((error: unknown) => {
    if (error instanceof FileDamaged) return without('damaged')
    throw error
  })
  if (read === null) return without((await from.files.list(name)).includes(name) ? 'damaged' : 'gone')
  if ('outcome' in read) return read
  const isSame = async () => (await to.files.read(name))?.equals(read) ?? false
  // A damaged copy cannot be read: it is written again.
  if (isThere && (await isSame().catch(() => false))) return without('same')
  const copied = { outcome: 'copied', bytes: read.length } as const
  if (dryRun) return copied
  await to.files.write(name, read)
  const isSound = await isSame().catch((error: Error) => error.message)
  if (isSound === true) return copied
  throw new UserError(
    `The copy of ${name} in ${to.place} could not be confirmed: ${isSound || 'it differs.'} Nothing was deleted; run the command again.`,
  )
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
