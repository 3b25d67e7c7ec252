/**
 * Pictures in the sizes that pages use. Each size is rendered once, by one of the servers that share a storage, and kept
 * beside the originals; sizes may be deleted at any time.
 */
import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, parse } from 'node:path'
import { PICTURE_WIDTHS } from '@haat/contract/rules'
import { LRUCache } from 'lru-cache'
import PQueue, { TimeoutError } from 'p-queue'
import { StorageUnavailable } from '../../adapters/files.ts'
import { folderFiles, type MediaStorage } from '../../adapters/media-storage.ts'
import { unavailable } from '../../http/failure.ts'
import { parseMediaName } from './media-urls.ts'
import type { PictureColors } from './picture-colors.store.ts'

type RenderPicture = typeof import('./render-picture.ts').renderPicture

type PictureFormat = 'avif' | 'webp'

/** File types of originals. SVG files are the demo shop's own and never leave the server as SVG. */
const ORIGINALS = ['webp', 'jpg', 'png', 'avif', 'svg'] as const
/** One core stays free for everything else. */
const RENDERS_AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Renders that may wait, of all callers and of one. A page shows about twenty pictures. */
const WAITING_MAX = 64
const WAITING_PER_CALLER = 24
const WAIT_MS = 10_000
/** Files that are loaded from an S3 server at the same time, and that may wait for it. */
const LOADS = { atOnce: 8, waitingMax: 256, perCaller: 64, waitMs: 3000 }
/** Names that were not in the bucket, and how long that counts. Names of new pictures are new, and nobody has asked for them. */
const MISSING = { max: 10_000, ttl: 10_000 }
/** Names that one caller may try in vain in a minute: each costs requests to the S3 server, which may bill them. */
const MISSES_MAX = 200
const MISSES = { max: 10_000, ttl: 60_000, noUpdateTTL: true }
/** For reading, rendering and writing; with the wait less than the 30 s after which a connection is cut. */
const PICTURE_TIMEOUT_MS = 15_000
/** AVIF is the smaller format, but wide pictures take seconds to encode. */
const AVIF_WIDTH_MAX = 960
/** The widths that cards and product pages use on most screens, in the order of their need. */
const AHEAD_WIDTHS = [320, 640, 480, 960] as const

interface Picture {
  file: string
  format: PictureFormat
  /** False for another width, which stands in while the requested one cannot be rendered. */
  isExact: boolean
}

export interface Pictures {
  /** Local folder of the originals. */
  root: string
  /** Local folder of the sizes. */
  cache: string
  /**
   * A picture in one width, loaded or rendered now if needed, or in the nearest width that is here if that is not
   * possible; null without an original.
   *
   * @param width pixels; a smaller original is not enlarged
   * @param caller whose share of the queue this is
   * @throws Failure 503 when the picture cannot be rendered now and is here in no width
   */
  find(base: string, width: number, acceptsAvif: boolean, caller: string): Promise<Picture | null>
  /**
   * A file that is drawn once, in its turn among the renders, and kept beside the sizes.
   *
   * @param base of the original that is drawn from, if there is one
   * @param draw makes the file from the path of the original
   * @returns the local file
   * @throws Failure 503 when it cannot be drawn now
   */
  derive(
    name: string,
    base: string | null,
    caller: string,
    draw: (original: string | null) => Promise<Buffer>,
  ): Promise<string>
  /** The local file of a video, or null. @throws Failure 503 when it cannot be loaded now */
  findVideo(name: string, caller: string): Promise<string | null>
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
  render?: RenderPicture
  /** Where the colours of rendered pictures are stored; nowhere without it. */
  colors?: PictureColors
}

export function openPictures(
  { originals, sizes, isShared }: Pick<MediaStorage, 'originals' | 'sizes' | 'isShared'>,
  limits: Limits = {},
): Pictures {
  const { render = renderBySharp, colors } = limits
  const root = originals.folder
  const cache = sizes.folder
  mkdirSync(root, { recursive: true })
  mkdirSync(cache, { recursive: true })
  const queue = new PictureQueue(limits)
  const loads = new PictureQueue({ ...limits, ...LOADS })
  const running = new Map<string, Promise<string | null>>()
  const missing = new LRUCache<string, true>(MISSING)
  const misses = new LRUCache<string, number>(MISSES)
  const failed = new Set<string>()
  const fileOf = (base: string, width: number, format: PictureFormat): string =>
    join(cache, `${base}-${width}.${format}`)

  /** A local file of the storage, which may be slow if it is on another machine. */
  const load = (caller: string, find: () => Promise<string | null>): Promise<string | null> =>
    isShared ? loads.add(caller, find) : find()

  /**
   * Loads or renders a file, once for all who request it at the same moment.
   *
   * @param name what a bucket is not asked for again at once when it has no such original
   */
  const share = (
    caller: string,
    file: string,
    name: string,
    work: () => Promise<string | null>,
  ): Promise<string | null> => {
    if (missing.has(name)) return Promise.resolve(null)
    const missed = misses.get(caller) ?? 0
    if (missed >= MISSES_MAX) return Promise.reject(new TimeoutError('Too many pictures do not exist.'))
    const remember = (found: string | null): string | null => {
      if (found !== null || !isShared || missing.has(name)) return found
      missing.set(name, true)
      misses.set(caller, (misses.get(caller) ?? 0) + 1)
      return null
    }
    const shared =
      running.get(file) ??
      work()
        .then(remember)
        .finally(() => running.delete(file))
    running.set(file, shared)
    return shared
  }

  const loadOriginal = (caller: string, base: string): Promise<string | null> =>
    share(caller, join(root, base), base, () =>
      load(caller, async () => {
        const name = await originals.find(base, ORIGINALS)
        return name === null ? null : originals.fetch(name)
      }),
    )

  /** Nobody is refused a picture because its colour cannot be stored; renderMissing() stores it later. */
  const recordColor = async (base: string, file: string): Promise<void> => {
    await colors?.record(base, file).catch(() => undefined)
  }

  /** @returns null without an original */
  const make = async (caller: string, base: string, file: string, width: number): Promise<string | null> => {
    const stored = isShared ? await load(caller, () => sizes.fetch(basename(file))) : null
    if (stored !== null) return stored
    const original = await loadOriginal(caller, base)
    if (original === null) return null
    const rendered = await queue.add(caller, () => render(original, file, width))
    // Not this time: renderMissing() stores it later.
    await sizes.publish(basename(rendered)).catch(unlessUnavailable)
    await recordColor(base, rendered)
    return rendered
  }

  const makeOnce = (caller: string, base: string, file: string, width: number): Promise<string | null> =>
    share(caller, file, base, () => make(caller, base, file, width))

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
      try {
        const made = await makeOnce(caller, base, file, width)
        return made === null ? null : { file, format, isExact: true }
      } catch (error) {
        if (!isPassing(error)) throw error
        const fallback = await nearest(base, width, acceptsAvif)
        if (fallback === null) throw unavailable(error instanceof StorageUnavailable ? error : undefined)
        return fallback
      }
    },
    async derive(name, base, caller, draw) {
      const file = join(cache, name)
      if (await exists(file)) return file
      try {
        await share(caller, file, name, async () => {
          const stored = isShared ? await load(caller, () => sizes.fetch(name)) : null
          if (stored !== null) return stored
          const original = base === null ? null : await loadOriginal(caller, base)
          const bytes = await queue.add(caller, () => draw(original))
          await folderFiles(cache).write(name, bytes)
          await sizes.publish(name).catch(unlessUnavailable)
          return file
        })
        return file
      } catch (error) {
        throw isPassing(error) ? unavailable(error) : error
      }
    },
    findVideo: (name, caller) =>
      share(caller, join(root, name), name, () => load(caller, () => originals.fetch(name))).catch(
        (error: unknown) => {
          throw isPassing(error) ? unavailable(error) : error
        },
      ),
    async renderMissing(stopping, report) {
      const names = await originals.list()
      const bases = new Set(names.map((name) => parse(name).name).filter((base) => isPictureBase(base)))
      const done = new Set(await sizes.list())
      for (const width of AHEAD_WIDTHS) {
        for (const base of bases) {
          const file = fileOf(base, width, 'avif')
          if (done.has(basename(file)) || failed.has(file)) continue
          await queue.idle()
          if (stopping.aborted) return
          try {
            if (await exists(file)) await sizes.publish(basename(file))
            if (!(await exists(file))) await makeOnce('', base, file, width)
          } catch (error) {
            if (error instanceof StorageUnavailable) return
            // The queue had no time for it; the next run may have.
            if (error instanceof TimeoutError) continue
            failed.add(file)
            report(file, error)
          }
        }
      }
      // Of pictures whose sizes an older version rendered.
      for (const base of (await colors?.findMissing([...bases])) ?? []) {
        if (stopping.aborted) return
        const file = await sizes.fetch(basename(fileOf(base, AHEAD_WIDTHS[0], 'avif')))
        if (file !== null) await recordColor(base, file)
      }
    },
  }
}

/** Loaded on demand: the renderer takes memory, and most pictures are ready. */
const renderBySharp: RenderPicture = async (...values) =>
  (await import('./render-picture.ts')).renderPicture(...values)

/** Whether the same may be possible a moment later. */
const isPassing = (error: unknown): boolean =>
  error instanceof TimeoutError || error instanceof StorageUnavailable

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailable)) throw error
}

/** Runs work a few at a time. A caller with less waiting work comes first, so callers take turns. */
class PictureQueue {
  readonly #limits: Required<Omit<Limits, 'render' | 'colors'>>
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

  /** Resolves when nothing runs or waits. */
  idle(): Promise<void> {
    return this.#queue.onIdle()
  }

  /** Rejects with TimeoutError where too many wait, or the work does not begin or end in time. */
  async add<T>(caller: string, work: () => Promise<T>): Promise<T> {
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
    const begin = (): Promise<T> => {
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
