/** Pictures that come with a file: a folder, or a zip file. */
import { createReadStream } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { unescape } from 'node:querystring'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { bytesOf, PICTURE_BYTES, tooLarge } from '../../acts/pictures/fetch-picture.ts'
import { PictureRejected } from '../../features/media/picture-rejected.ts'
import { UserError } from '../user-error.ts'

const ZIP_ENTRIES_MAX = 500_000

/** A folder or zip file of pictures. Reads nothing outside of it. */
export interface PictureArchive {
  /** Finds a picture by its path or file name. */
  find(ref: string): Promise<Buffer | null>
  close(): void
}

/** @throws UserError */
export async function openPictureArchive(path: string): Promise<PictureArchive> {
  const stats = await stat(path).catch(() => null)
  if (stats === null) throw new UserError(`There is no folder or zip "${path}".`)
  return stats.isDirectory() ? openFolder(await realpath(path)) : openZip(path)
}

/** The names to look for: the path, and the file name alone. */
function candidateNames(ref: string): string[] {
  const path = unescape(ref.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, ''))
  const plain = path.replaceAll('\\', '/').replace(/^\/+/, '')
  if (plain.split('/').includes('..') || plain.includes('\0'))
    throw new PictureRejected('The path is outside of the folder')
  return [...new Set([plain, basename(plain)])].filter(Boolean)
}

function openFolder(root: string): PictureArchive {
  return {
    async find(ref) {
      for (const name of candidateNames(ref)) {
        const file = join(root, name)
        const stats = await lstat(file).catch(() => null)
        if (!stats) continue
        const real = await realpath(file)
        if (!stats.isFile() || !real.startsWith(root + sep))
          throw new PictureRejected('The path is outside of the folder')
        if (stats.size > PICTURE_BYTES) throw tooLarge()
        return bytesOf(createReadStream(real))
      }
      return null
    },
    close: () => undefined,
  }
}

async function openZip(path: string): Promise<PictureArchive> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new UserError(`"${path}" is neither a folder nor a zip.`)
  })
  const entries = await readEntries(zip).catch((error: Error) => {
    zip.close()
    throw new UserError(`The zip "${path}" is not safe to read: ${error.message}.`)
  })
  return {
    async find(ref) {
      const entry = candidateNames(ref)
        .map((name) => entries.get(name.toLowerCase()))
        .find((match) => match !== undefined)
      if (!entry) return null
      if (entry.isEncrypted()) throw new PictureRejected('The zip has a password')
      // yauzl stops at the size that the entry declares: a zip bomb fails early.
      if (entry.uncompressedSize > PICTURE_BYTES) throw tooLarge()
      const bytes = zip.openReadStreamPromise(entry).then(bytesOf)
      return bytes.catch((error: unknown) => {
        throw error instanceof PictureRejected ? error : new PictureRejected('The zip is damaged here')
      })
    },
    close: () => zip.close(),
  }
}

/**
 * Entries by lower-case path and file name.
 *
 * @throws for a zip with a path that leads out of it: it is rejected as a whole
 */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ZIP_ENTRIES_MAX) throw new Error(`more than ${ZIP_ENTRIES_MAX} files`)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (name.endsWith('/')) continue
    entries.set(name, entry)
    if (!entries.has(basename(name))) entries.set(basename(name), entry)
  }
  return entries
}
