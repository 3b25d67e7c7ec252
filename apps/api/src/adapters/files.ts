/** Files of a storage, and what may be wrong with them. */
import { userInfo } from 'node:os'

/** Names of files in every storage: no separator, no hidden file. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/

export const isFileName = (name: string): boolean => NAME.test(name)

/** @throws when a name could lead anywhere else. Callers check names first. */
export function checkName(name: string): string {
  if (!isFileName(name)) throw new Error(`Not the name of a media file: ${JSON.stringify(name)}`)
  return name
}

/** The storage cannot be used now. The message names it and the reason, without secrets. */
export class StorageUnavailable extends Error {}

/** One file of the storage is damaged, or no picture or video: others can be used. */
export class FileDamaged extends StorageUnavailable {}

/** One file belongs to another user. */
export class FileUnreadable extends FileDamaged {}

/** What to tell whoever runs the shop about a file that this user may not use. */
export const foreignFile = (file: string, folder: string): string =>
  `${file} belongs to another user, or is read-only. To give the folder to this one: sudo chown -R ${userInfo().username} ${folder}`

/** Files of one folder, or below one prefix of a bucket. All methods may throw StorageUnavailable. */
export interface Files {
  /** Names that begin with this text, in order. */
  list(start?: string): Promise<string[]>
  read(name: string): Promise<Buffer | null>
  /** Replaces the whole file at once: a reader finds the old one or the new one. */
  write(name: string, bytes: Buffer): Promise<void>
  delete(name: string): Promise<void>
}
