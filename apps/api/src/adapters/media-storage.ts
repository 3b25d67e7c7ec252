/** Where pictures and videos are kept: in the data folder, or in the bucket of an S3 server. */
import { randomUUID } from 'node:crypto'
import { accessSync, constants, lstatSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Config } from '../config.ts'
import {
  type Files,
  checkName,
  FileUnreadable,
  foreignFile,
  isFileName,
  StorageUnavailable,
} from './files.ts'
import { bucketFiles } from './s3.ts'
import { describeLocation } from './s3-location.ts'

/** Files of a storage, with a folder of this server. */
export interface FileStore extends Files {
  /** The folder of the files, or of the copies that this server has made of them. */
  readonly folder: string
  /** The name of the first file `<base>.<extension>` that exists, or null. */
  find(base: string, extensions: readonly string[]): Promise<string | null>
  /** A local file with the content, for reading; null when there is none. */
  fetch(name: string): Promise<string | null>
}

export interface MediaStorage {
  /** For people, without secrets. */
  readonly place: string
  /** Whether other servers see the same files. */
  readonly isShared: boolean
  /** Pictures and videos as they were stored. */
  readonly originals: FileStore
  /** The same, without the copies that this server has made of them. */
  readonly files: Files
  /** Folder of this server for pictures in the sizes that pages use. They can be rendered again. */
  readonly sizes: string
  /** Requests to the storage that have failed since the start. */
  readonly failures: () => number
  /** Why the storage, or a file in the data folder, cannot be read now, or null. */
  check(): Promise<string | null>
}

/**
 * Files in a folder, which the first write creates.
 *
 * @param access throws if this user may not read the file
 */
export function folderStore(folder: string, access = accessSync): FileStore {
  const path = (name: string): string => join(folder, checkName(name))
  /** Not what a symbolic link leads to. @throws FileUnreadable */
  const isFile = (file: string): boolean => {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
    try {
      access(file, constants.R_OK)
      return true
    } catch {
      throw new FileUnreadable(foreignFile(file, folder))
    }
  }
  return {
    folder,
    async list(start = '') {
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => isFileName(name) && name.startsWith(start)).toSorted()
    },
    read: async (name) => (isFile(path(name)) ? readFile(path(name)) : null),
    async write(name, bytes) {
      const temporary = join(folder, `.${randomUUID()}.part`)
      await mkdir(folder, { recursive: true })
      try {
        await writeFile(temporary, bytes)
        await rename(temporary, path(name))
      } finally {
        await rm(temporary, { force: true })
      }
    },
    delete: (name) => rm(path(name), { force: true }),
    find: async (base, extensions) =>
      extensions.map((extension) => `${base}.${extension}`).find((name) => isFile(path(name))) ?? null,
    fetch: async (name) => (isFile(path(name)) ? path(name) : null),
  }
}

/** The first file of the folder that this user may not read is named. */
const unreadableIn = async ({ list, fetch }: FileStore): Promise<string | null> => {
  try {
    for (const name of await list()) await fetch(name)
    return null
  } catch (error) {
    if (error instanceof FileUnreadable) return error.message
    throw error
  }
}

/** The time of every copy: the ETag of a file is made of its size and time, and is to be the same on every server. */
const COPIED_AT = new Date('2000-01-01T00:00:00Z')

/** Files that are looked for or loaded at the same time, and that may wait for it. */
const LOADING = { atOnce: 16, waitingMax: 256 }
/** Names that were not in the bucket, and how long that counts, in ms. */
const MISSING = { max: 10_000, ttl: 10_000 }

/** Remote files, and a folder with copies of those that this server has used. The folder may be deleted at any time. */
export function sharedStore(remote: Files, folder: string): FileStore {
  const copies = folderStore(folder)
  const queue = new PQueue({ concurrency: LOADING.atOnce })
  const loading = new Map<string, Promise<string | null>>()
  const missing = new LRUCache<string, true>(MISSING)
  /** Whoever asks may stop waiting, but what has begun is loaded to its end. */
  const look = async (name: string, work: () => Promise<string | null>): Promise<string | null> => {
    if (missing.has(name)) return null
    if (queue.size >= LOADING.waitingMax) throw new StorageUnavailable('Too many files are loading.')
    const found = await queue.add(work)
    if (found === null) missing.set(name, true)
    return found
  }
  const load = async (name: string): Promise<string | null> => {
    const bytes = await remote.read(name)
    if (bytes === null) return null
    await copies.write(name, bytes)
    await utimes(join(folder, name), COPIED_AT, COPIED_AT)
    return copies.fetch(name)
  }
  return {
    ...remote,
    folder,
    find: (base, extensions) =>
      look(base, async () => {
        const names = await remote.list(`${base}.`)
        const extension = extensions.find((candidate) => names.includes(`${base}.${candidate}`))
        return extension === undefined ? null : `${base}.${extension}`
      }),
    async fetch(name) {
      const copy = await copies.fetch(name)
      if (copy !== null) return copy
      const running = loading.get(name) ?? look(name, () => load(name)).finally(() => loading.delete(name))
      loading.set(name, running)
      return running
    },
    async delete(name) {
      await remote.delete(name)
      await copies.delete(name)
    },
  }
}

/**
 * The storage that MEDIA_URL names. An S3 server is first asked when a file is needed.
 *
 * @param answerMs how long it may take to begin an answer
 */
export function openMediaStorage(
  { dataDir, media }: Pick<Config, 'dataDir' | 'media'>,
  answerMs?: number,
): MediaStorage {
  const sizes = join(dataDir, 'cache', 'media')
  if (media === null) {
    const place = join(dataDir, 'media')
    const originals = folderStore(place)
    return {
      place,
      originals,
      files: originals,
      sizes,
      isShared: false,
      failures: () => 0,
      check: () => unreadableIn(originals),
    }
  }
  let failed = 0
  const count = (): void => void (failed += 1)
  const place = describeLocation(media)
  const files = bucketFiles(media, count, answerMs)
  return {
    place,
    isShared: true,
    originals: sharedStore(files, join(dataDir, 'cache', 'originals')),
    files,
    sizes,
    failures: () => failed,
    check: () =>
      files.list('probe').then(
        () => null,
        (error: Error) => error.message,
      ),
  }
}
