/**
 * Pictures in the sizes a page asks for. The original lies in `<data>/media`; each size is made once and kept
 * in `<data>/cache/media`, which may be deleted at any time.
 */
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

export type PictureFormat = 'avif' | 'webp'

/** Kinds an original may have. Drawn ones are the demo shop's own and never leave the server as SVG. */
const ORIGINALS = ['webp', 'jpg', 'png', 'avif', 'svg'] as const
const PIXELS_MAX = 50_000_000
const RENDERS_AT_ONCE = 2

sharp.cache(false)
sharp.concurrency(1)

export interface Pictures {
  /** Folder of the originals. */
  root: string
  /** Folder of the sizes. */
  cache: string
  /**
   * The file of a picture in one width and format, made now if need be; null without an original.
   *
   * @param width pixels; a smaller original is not enlarged
   */
  find(base: string, width: number, format: PictureFormat): Promise<string | null>
}

export function openPictures(dataDir: string): Pictures {
  const root = join(dataDir, 'media')
  const cache = join(dataDir, 'cache', 'media')
  mkdirSync(root, { recursive: true })
  mkdirSync(cache, { recursive: true })
  const rendering = new Map<string, Promise<string>>()
  const gate = new Gate(RENDERS_AT_ONCE)

  return {
    root,
    cache,
    async find(base, width, format) {
      const file = join(cache, `${base}-${width}.${format}`)
      if (await exists(file)) return file
      const original = findOriginal(root, base)
      if (original === null) return null
      const running = rendering.get(file) ?? gate.pass(() => render(original, file, width, format))
      rendering.set(file, running)
      try {
        return await running
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

async function render(original: string, file: string, width: number, format: PictureFormat): Promise<string> {
  const unfinished = `${file}.${process.pid}.part`
  const image = sharp(original, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width, withoutEnlargement: true })
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

/** Lets a few pieces of work run at a time; the others wait their turn. */
class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#free -= 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
