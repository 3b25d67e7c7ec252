/** Pictures that lie beside the file, in a folder or a zip. Nothing outside of it is ever read. */
import { createReadStream } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ImportError } from '../fields.ts'
import { bytesOf, PICTURE_BYTES, PictureRefused, tooLarge } from './fetch-picture.ts'

const ENTRIES_MAX = 500_000

export interface PictureShelf {
  /** The bytes of a picture by its path or name; null when it is not there. */
  find(ref: string): Promise<Buffer | null>
  close(): void
}

/** @throws ImportError */
export async function openShelf(path: string): Promise<PictureShelf> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ImportError(`There is no folder or zip "${path}".`)
  return found.isDirectory() ? openFolder(await realpath(path)) : openZip(path)
}

/** What a reference may be called: the path as it is, and the bare file name. */
function namesOf(ref: string): string[] {
  const path = decoded(ref.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, ''))
  const plain = path.replaceAll('\\', '/').replace(/^\/+/, '')
  if (plain.split('/').includes('..') || plain.includes('\0'))
    throw new PictureRefused('The path leads out of the folder')
  return [...new Set([plain, basename(plain)])].filter(Boolean)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function openFolder(root: string): PictureShelf {
  return {
    async find(ref) {
      for (const name of namesOf(ref)) {
        const file = join(root, name)
        const known = await lstat(file).catch(() => null)
        if (!known) continue
        const real = await realpath(file)
        if (!known.isFile() || !real.startsWith(root + sep))
          throw new PictureRefused('The path leads out of the folder')
        if (known.size > PICTURE_BYTES) throw tooLarge()
        return bytesOf(createReadStream(real))
      }
      return null
    },
    close: () => undefined,
  }
}

async function openZip(path: string): Promise<PictureShelf> {
  const zip = await zipAt(path)
  const entries = await entriesOf(zip, path)
  return {
    async find(ref) {
      const entry = namesOf(ref)
        .map((name) => entries.get(name.toLowerCase()))
        .find((one) => one !== undefined)
      if (!entry) return null
      if (entry.isEncrypted()) throw new PictureRefused('The zip has a password')
      if (entry.uncompressedSize > PICTURE_BYTES) throw tooLarge()
      return unpack(zip, entry)
    },
    close: () => zip.close(),
  }
}

function zipAt(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error || !zip) reject(new ImportError(`"${path}" is neither a folder nor a zip.`))
      else resolve(zip)
    })
  })
}

/** Entries by lower-case path and by bare name; a zip with a path that leads out of it is refused as a whole. */
function entriesOf(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    const refuse = (reason: string): void => {
      zip.close()
      reject(new ImportError(`The zip "${path}" is not safe to read: ${reason}.`))
    }
    if (zip.entryCount > ENTRIES_MAX) return refuse(`more than ${ENTRIES_MAX} files`)
    zip.on('error', (error: Error) => refuse(error.message))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName.toLowerCase()
      if (!name.endsWith('/')) {
        entries.set(name, entry)
        if (!entries.has(basename(name))) entries.set(basename(name), entry)
      }
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** The unpacked size is held to what the entry says, and that to the limit: a bomb bursts early. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await bytesOf(await streamOf(zip, entry))
  } catch (error) {
    throw error instanceof PictureRefused ? error : new PictureRefused('The zip is damaged here')
  }
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    })
  })
}
