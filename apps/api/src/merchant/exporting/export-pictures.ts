import { copyFile, mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../db/database.ts'
import { parseMediaName } from '../../features/media/media-urls.ts'
import { openPictures } from '../../features/media/pictures.ts'
import { allProducts, countMedia } from './exporting.store.ts'

/** Of drawings, which have no size of their own. */
const WIDTH = 1280

/**
 * Puts the pictures and films of all products into a folder, under the names that the export calls them.
 *
 * @returns how many there are now
 */
export async function exportPictures(
  reader: Reader,
  dataDir: string,
  folder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const pictures = openPictures(dataDir)
  const total = await countMedia(reader)
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
      onProgress(done.size, total)
    }
  }
  return done.size
}
