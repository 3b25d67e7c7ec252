/** Unpacks a backup beside the shop and judges it, before anything is touched. */
import { existsSync, lstatSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BackupRefused,
  DATABASE,
  FORMAT,
  isAllowed,
  MANIFEST,
  Manifest,
  MEDIA,
  sha256Of,
} from './manifest.ts'

const NOT_ONE = 'is not a backup made by haat.'

/**
 * Unpacks a backup into an empty folder and checks every byte of it.
 *
 * @throws BackupRefused when it is damaged, newer than this program or no backup
 */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  if (!existsSync(file) || !lstatSync(file).isFile()) throw new BackupRefused(`There is no file ${file}.`)
  await extractInto(file, folder)
  const manifest = await readManifest(file, folder)
  if (manifest.haat_backup > FORMAT)
    throw new BackupRefused(
      `${file} was made by a newer Haat (${manifest.program}). Restore it with that one.`,
    )
  await checkFiles(file, folder, manifest)
  return manifest
}

async function extractInto(file: string, folder: string): Promise<void> {
  const { extract } = await import('tar')
  let foreign: string | null = null
  try {
    // Not asynchronously: an extraction that fails would go on writing for a while.
    extract({
      sync: true,
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter: (path, entry) => {
        const isFile = 'type' in entry && (entry.type === 'File' || entry.type === 'OldFile')
        if (isFile && isAllowed(path)) return true
        foreign ??= path
        return false
      },
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'ENOSPC') throw new BackupRefused('The disk is full: nothing was restored.')
    if (code === 'EACCES') throw new BackupRefused(`${file} cannot be read.`)
    throw new BackupRefused(`${file} is damaged, or ${NOT_ONE}`)
  }
  if (foreign !== null) throw new BackupRefused(`${file} ${NOT_ONE} It holds "${String(foreign)}".`)
}

async function readManifest(file: string, folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupRefused(`${file} ${NOT_ONE}`)
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new BackupRefused(`${file} ${NOT_ONE}`)
  }
}

async function checkFiles(file: string, folder: string, { files }: Manifest): Promise<void> {
  const damaged = (why: string) => new BackupRefused(`${file} is damaged: ${why}. Nothing was changed.`)
  const named = new Set(files.map(({ path }) => path))
  if (!named.has(DATABASE)) throw damaged('it has no database')
  const media = existsSync(join(folder, MEDIA)) ? await readdir(join(folder, MEDIA)) : []
  const there = [
    ...(await readdir(folder)).filter((name) => name !== MEDIA && name !== MANIFEST),
    ...media.map((name) => `${MEDIA}/${name}`),
  ]
  const unnamed = there.find((path) => !named.has(path))
  if (unnamed !== undefined) throw damaged(`${unnamed} is not in its list`)
  for (const { path, size, sha256 } of files) {
    if (!isAllowed(path) || !existsSync(join(folder, path))) throw damaged(`${path} is missing`)
    const same =
      (await stat(join(folder, path))).size === size && (await sha256Of(join(folder, path))) === sha256
    if (!same) throw damaged(`${path} differs from what was saved`)
  }
}
