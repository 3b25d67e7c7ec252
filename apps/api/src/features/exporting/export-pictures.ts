import { copyFile, mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../db/database.ts'
import { parseMediaName } from '../media/media-names.ts'
import { openPictures } from '../media/pictures.ts'
import { allProducts } from './exporting.store.ts'

const WIDTH = 1920

/**
 * Puts the pictures and films of all products into a folder, under the names that the export calls them.
 *
 * @returns how many there are now
 */
export async function exportPictures(reader: Reader, dataDir: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const pictures = openPictures(dataDir)
  const done = new Set<string>()
  for await (const page of allProducts(reader)) {
    for (const { media_url } of page.flatMap(({ media }) => media)) {
      const name = media_url.replace(/^\/media\//, '')
      const parsed = parseMediaName(name)
      if (!parsed || done.has(name)) continue
      const original = join(pictures.root, name)
      const file = existsSync(original)
        ? original
        : parsed.kind === 'picture' && (await pictures.find(parsed.base, WIDTH, 'webp'))
      if (!file) continue
      await copyFile(file, join(folder, name))
      done.add(name)
    }
  }
  return done.size
}
