/**
 * Pictures in the sizes that pages use. Originals are in `<data>/media`; each size is rendered once into
 * `<data>/cache/media`, which may be deleted at any time.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue, { TimeoutError } from 'p-queue'
import sharp from 'sharp'
import { unavailable } from '../../http/failure.ts'

export type PictureFormat = 'avif' | 'webp'

/** File types of originals. SVG files are the demo shop's own and never leave the server as SVG. */
const ORIGINALS = ['webp', 'jpg', 'png', 'avif', 'svg'] as const
const PIXELS_MAX = 50_000_000
const RENDERS_AT_ONCE = 2
const RENDERS_WAITING_MAX = 500
const RENDER_TIMEOUT_SECONDS = 20
/** For reading, rendering and writing. sharp's own limit covers the rendering only. */
const PICTURE_TIMEOUT_MS = 30_000

sharp.cache(false)
sharp.concurrency(1)

export interface Pictures {
  /** Folder of the originals. */
  root: string
  /** Folder of the sizes. */
  cache: string
  /**
   * The file of a picture in one width and format, rendered now if needed; null without an original.
   *
   * @param width pixels; a smaller original is not enlarged
   * @throws Failure 503 when too many pictures wait to be rendered, or this one takes too long
   */
  find(base: string, width: number, format: PictureFormat): Promise<string | null>
}

interface Rendering {
  /** Renders that may wait; more are refused with 503. */
  waitingMax?: number
  timeoutMs?: number
  render?: typeof renderPicture
}

export function openPictures(
  dataDir: string,
  {
    waitingMax = RENDERS_WAITING_MAX,
    timeoutMs = PICTURE_TIMEOUT_MS,
    render = renderPicture,
  }: Rendering = {},
): Pictures {
  const root = join(dataDir, 'media')
  const cache = join(dataDir, 'cache', 'media')
  mkdirSync(root, { recursive: true })
  mkdirSync(cache, { recursive: true })
  const rendering = new Map<string, Promise<string>>()
  const queue = new PQueue({ concurrency: RENDERS_AT_ONCE, timeout: timeoutMs })

  const enqueue = (work: () => Promise<string>): Promise<string> => {
    if (queue.pending >= RENDERS_AT_ONCE && queue.size >= waitingMax) throw unavailable()
    return queue.add(work)
  }

  return {
    root,
    cache,
    async find(base, width, format) {
      const file = join(cache, `${base}-${width}.${format}`)
      if (await exists(file)) return file
      const original = findOriginal(root, base)
      if (original === null) return null
      const running = rendering.get(file) ?? enqueue(() => render(original, file, width, format))
      rendering.set(file, running)
      try {
        return await running
      } catch (error) {
        throw error instanceof TimeoutError ? unavailable() : error
      } finally {
        rendering.delete(file)
      }
    },
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

function findOriginal(root: string, base: string): string | null {
  for (const kind of ORIGINALS) {
    const file = join(root, `${base}.${kind}`)
    if (existsSync(file) && lstatSync(file).isFile()) return file
  }
  return null
}

async function renderPicture(
  original: string,
  file: string,
  width: number,
  format: PictureFormat,
): Promise<string> {
  // An earlier rendering that took too long may still be writing.
  const unfinished = `${file}.${randomUUID()}.part`
  const image = sharp(original, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: RENDER_TIMEOUT_SECONDS })
  const encoded =
    format === 'avif' ? image.avif({ quality: 52, effort: 1 }) : image.webp({ quality: 78, effort: 3 })
  try {
    await encoded.toFile(unfinished)
    await rename(unfinished, file)
    return file
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
