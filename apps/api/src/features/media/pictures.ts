/**
 * Pictures in the sizes that pages use. Originals are in `<data>/media`; each size is rendered once into
 * `<data>/cache/media`, which may be deleted at any time.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, parse } from 'node:path'
import { PICTURE_WIDTHS } from '@haat/contract/rules'
import PQueue, { TimeoutError } from 'p-queue'
import sharp from 'sharp'
import { unavailable } from '../../http/failure.ts'
import { parseMediaName } from './media-urls.ts'

type PictureFormat = 'avif' | 'webp'

/** File types of originals. SVG files are the demo shop's own and never leave the server as SVG. */
const ORIGINALS = ['webp', 'jpg', 'png', 'avif', 'svg'] as const
const PIXELS_MAX = 50_000_000
/** One core stays free for everything else. */
const RENDERS_AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Renders that may wait, of all callers and of one. A page shows about twenty pictures. */
const WAITING_MAX = 64
const WAITING_PER_CALLER = 24
const WAIT_MS = 10_000
const RENDER_TIMEOUT_SECONDS = 14
/** For reading, rendering and writing; with the wait less than the 30 s after which a connection is cut. */
const PICTURE_TIMEOUT_MS = 15_000
/** AVIF is the smaller format, but wide pictures take seconds to encode. */
const AVIF_WIDTH_MAX = 960
/** The widths that cards and product pages use on most screens, in the order of their need. */
const AHEAD_WIDTHS = [320, 640, 480, 960]

sharp.cache(false)
sharp.concurrency(1)

interface Picture {
  file: string
  format: PictureFormat
  /** False for another width, which stands in while the requested one cannot be rendered. */
  isExact: boolean
}

export interface Pictures {
  /** Folder of the originals. */
  root: string
  /** Folder of the sizes. */
  cache: string
  /**
   * A picture in one width, rendered now if needed, or in the nearest width that exists if the queue is full or slow;
   * null without an original.
   *
   * @param width pixels; a smaller original is not enlarged
   * @param caller whose share of the queue this is
   * @throws Failure 503 when the picture cannot be rendered now and exists in no width
   */
  find(base: string, width: number, acceptsAvif: boolean, caller: string): Promise<Picture | null>
  /**
   * Renders the sizes that pages use and that do not exist yet, one at a time while nobody waits for another.
   *
   * @param report a picture that cannot be rendered; it is not tried again
   */
  renderMissing(stopping: AbortSignal, report: (file: string, error: unknown) => void): Promise<void>
}

interface Limits {
  atOnce?: number
  waitingMax?: number
  perCaller?: number
  waitMs?: number
  timeoutMs?: number
  render?: typeof renderPicture
}

export function openPictures(dataDir: string, limits: Limits = {}): Pictures {
  const { render = renderPicture } = limits
  const root = join(dataDir, 'media')
  const cache = join(dataDir, 'cache', 'media')
  mkdirSync(root, { recursive: true })
  mkdirSync(cache, { recursive: true })
  const queue = new RenderQueue(limits)
  const rendering = new Map<string, Promise<string>>()
  const failed = new Set<string>()
  const fileOf = (base: string, width: number, format: PictureFormat): string =>
    join(cache, `${base}-${width}.${format}`)

  const renderOnce = (caller: string, original: string, file: string, width: number): Promise<string> => {
    const running =
      rendering.get(file) ??
      queue.add(caller, () => render(original, file, width)).finally(() => rendering.delete(file))
    rendering.set(file, running)
    return running
  }

  const nearest = async (base: string, width: number, acceptsAvif: boolean): Promise<Picture | null> => {
    const widths = PICTURE_WIDTHS.toSorted((a, b) => Math.abs(a - width) - Math.abs(b - width))
    for (const other of widths) {
      for (const format of acceptsAvif ? (['avif', 'webp'] as const) : (['webp'] as const)) {
        const file = fileOf(base, other, format)
        if (await exists(file)) return { file, format, isExact: false }
      }
    }
    return null
  }

  return {
    root,
    cache,
    async find(base, width, acceptsAvif, caller) {
      const format = acceptsAvif && width <= AVIF_WIDTH_MAX ? 'avif' : 'webp'
      const file = fileOf(base, width, format)
      if (await exists(file)) return { file, format, isExact: true }
      const original = findOriginal(root, base)
      if (original === null) return null
      try {
        return { file: await renderOnce(caller, original, file, width), format, isExact: true }
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        const fallback = await nearest(base, width, acceptsAvif)
        if (fallback === null) throw unavailable()
        return fallback
      }
    },
    async renderMissing(stopping, report) {
      const names = await readdir(root)
      const bases = new Set(names.map((name) => parse(name).name).filter((base) => isPictureBase(base)))
      const done = new Set(await readdir(cache))
      for (const width of AHEAD_WIDTHS) {
        for (const base of bases) {
          const file = fileOf(base, width, 'avif')
          const original = done.has(basename(file)) || failed.has(file) ? null : findOriginal(root, base)
          if (original === null) continue
          await queue.idle()
          if (stopping.aborted) return
          await renderOnce('', original, file, width).catch((error: unknown) => {
            // The queue had no time for it; the next run may have.
            if (error instanceof TimeoutError) return
            failed.add(file)
            report(file, error)
          })
        }
      }
    },
  }
}

/** Runs renders a few at a time. A caller with fewer waiting renders comes first, so callers take turns. */
class RenderQueue {
  readonly #limits: Required<Omit<Limits, 'render'>>
  readonly #queue: PQueue
  readonly #waiting = new Map<string, number>()

  constructor(limits: Limits) {
    this.#limits = {
      atOnce: RENDERS_AT_ONCE,
      waitingMax: WAITING_MAX,
      perCaller: WAITING_PER_CALLER,
      waitMs: WAIT_MS,
      timeoutMs: PICTURE_TIMEOUT_MS,
      ...limits,
    }
    this.#queue = new PQueue({ concurrency: this.#limits.atOnce, timeout: this.#limits.timeoutMs })
  }

  /** Resolves when no render runs or waits. */
  idle(): Promise<void> {
    return this.#queue.onIdle()
  }

  /** Rejects with TimeoutError where too many wait, or the work does not begin or end in time. */
  async add(caller: string, work: () => Promise<string>): Promise<string> {
    const { atOnce, waitingMax, perCaller, waitMs } = this.#limits
    const waiting = this.#waiting.get(caller) ?? 0
    const isFull = this.#queue.size >= waitingMax || waiting >= perCaller
    if (isFull && this.#queue.pending >= atOnce) throw new TimeoutError('Too many pictures wait.')
    this.#waiting.set(caller, waiting + 1)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new TimeoutError('The picture waited too long.')), waitMs)
    const stopWaiting = once(() => {
      clearTimeout(timer)
      const left = (this.#waiting.get(caller) ?? 0) - 1
      if (left > 0) this.#waiting.set(caller, left)
      else this.#waiting.delete(caller)
    })
    const begin = (): Promise<string> => {
      stopWaiting()
      return work()
    }
    return this.#queue.add(begin, { priority: -waiting, signal: deadline.signal }).finally(stopWaiting)
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

const isPictureBase = (base: string): boolean => parseMediaName(`${base}.webp`) !== null

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

/** @param file path of the result; its extension is the format */
async function renderPicture(original: string, file: string, width: number): Promise<string> {
  // An earlier rendering that took too long may still be writing.
  const unfinished = `${file}.${randomUUID()}.part`
  const image = sharp(original, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: RENDER_TIMEOUT_SECONDS })
  const encoded = file.endsWith('.avif')
    ? image.avif({ quality: 52, effort: 1 })
    : image.webp({ quality: 78, effort: 3 })
  try {
    await encoded.toFile(unfinished)
    await rename(unfinished, file)
    return file
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
