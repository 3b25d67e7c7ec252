/** Renders pictures in other sizes and formats. Loads sharp, so it is loaded on demand. */
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const PIXELS_MAX = 50_000_000
const RENDER_TIMEOUT_SECONDS = 14

sharp.cache(false)
sharp.concurrency(1)

/** @param file path of the result; its extension is the format */
export async function renderPicture(original: string, file: string, width: number): Promise<string> {
  // An earlier rendering that took too long may still be writing.
  const unfinished = join(dirname(file), `.${randomUUID()}.part`)
  const image = sharp(original, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: RENDER_TIMEOUT_SECONDS })
  try {
    await encoded(image, file).toFile(unfinished)
    await rename(unfinished, file)
    return file
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function encoded(image: Sharp, file: string): Sharp {
  if (file.endsWith('.avif')) return image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' })
  if (file.endsWith('.webp')) return image.webp({ quality: 78, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true })
}
