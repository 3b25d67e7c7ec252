/** What a backup says of itself, and the rules for what may be in one. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

export const MANIFEST = 'manifest.json'
export const DATABASE = 'haat.db'
export const MEDIA = 'media'
export const SECRETS = 'secrets.json'
/** Goes up when an older program could not read what is written. */
export const FORMAT = 1

const FileEntry = z.object({ path: z.string(), size: z.int(), sha256: z.string() })
export type FileEntry = z.output<typeof FileEntry>

export const Manifest = z.object({
  haat_backup: z.int(),
  /** Version of the program that wrote it. */
  program: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(FileEntry),
})
export type Manifest = z.output<typeof Manifest>

/** Whether a path may be in a backup: nothing leads out of the folder or into another. */
export const isAllowed = (path: string): boolean =>
  [MANIFEST, DATABASE, SECRETS].includes(path) || /^media\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/.test(path)

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A backup that must not be restored, or cannot be made; says why in one line. */
export class BackupRefused extends Error {}
