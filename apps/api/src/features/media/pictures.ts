/** Pictures in the sizes that pages use. Each server renders a size once and keeps it; sizes may be deleted at any time. */
import { mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, parse } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue, { TimeoutError } from 'p-queue'
import { t } from '#say'
import { FileDamaged, FileUnreadable, StorageUnavailable } from '../../adapters/files.ts'
import type { MediaStorage } from '../../adapters/media-storage.ts'
import { Failure, unavailable } from '../../http/failure.ts'
import { parseMediaName } from './media-urls.ts'

type RenderPicture = typeof import('./render-picture.ts').renderPicture

/** Messengers that show a picture beside a link read JPEG. */
export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** File types of originals. SVG files are the demo shop's own and never leave the server as SVG. */
const ORIGINALS = ['webp', 'jpg', 'png', 'avif', 'svg'] as const
/** One core stays free for everything else. */
const RENDERS_AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Renders that may wait. A page shows about twenty pictures. */
const WAITING_MAX = 64
/** For waiting, reading, rendering and writing: less than the 30 s after which a connection is cut. */
const PICTURE_TIMEOUT_MS = 15_000
/** AVIF is the smaller format, but wide pictures take seconds to encode. */
const AVIF_WIDTH_MAX = 960
/** The widths that cards and product pages use on most screens, in the order of their need. */
const AHEAD_WIDTHS = [320, 640, 480, 960] as const

interface PictureOptions {
  atOnce?: number
  waitingMax?: number
  timeoutMs?: number
  render?: RenderPicture
}

export class Pictures {
  readonly #originals: MediaStorage['originals']
  readonly #sizes: MediaStorage['sizes']
  readonly #options: Required<PictureOptions>
  readonly #renders: PQueue
  readonly #running = new Map<string, Promise<string | null>>()
  /** Sizes that cannot be rendered ahead. */
  readonly #failed = new Set<string>()

  constructor({ originals, sizes }: Pick<MediaStorage, 'originals' | 'sizes'>, options: PictureOptions = {}) {
    this.#originals = originals
    this.#sizes = sizes
    this.#options = {
      atOnce: RENDERS_AT_ONCE,
      waitingMax: WAITING_MAX,
      timeoutMs: PICTURE_TIMEOUT_MS,
      // Loaded on demand: the renderer takes memory, and most pictures are ready.
      render: async (...picture) => (await import('./render-picture.ts')).renderPicture(...picture),
      ...options,
    }
    const { atOnce, timeoutMs } = this.#options
    this.#renders = new PQueue({ concurrency: atOnce, timeout: timeoutMs })
    mkdirSync(this.root, { recursive: true })
    mkdirSync(this.cache, { recursive: true })
  }

  /** Local folder of the originals. */
  get root(): string {
    return this.#originals.folder
  }

  /** Local folder of the sizes. */
  get cache(): string {
    return this.#sizes
  }

  /**
   * A picture in one width, loaded or rendered now if needed; null without an original.
   *
   * @param width pixels; a smaller original is not enlarged
   * @param accepted the best format that the caller accepts
   * @throws Failure 503 when the picture cannot be rendered now
   */
  async find(
    base: string,
    width: number,
    accepted: PictureFormat,
  ): Promise<{ file: string; format: PictureFormat } | null> {
    const format = accepted === 'avif' && width > AVIF_WIDTH_MAX ? 'webp' : accepted
    const file = this.#fileOf(base, width, format)
    try {
      const made = (await exists(file)) || (await this.#once(file, () => this.#make(base, file, width)))
      return made ? { file, format } : null
    } catch (error) {
      throw refusal(error)
    }
  }

  /** The local file of a video, or null. @throws Failure 503 when it cannot be loaded now */
  findVideo(name: string): Promise<string | null> {
    return this.#once(join(this.root, name), () => this.#originals.fetch(name)).catch((error: unknown) => {
      throw refusal(error)
    })
  }

  /**
   * Renders the sizes that pages use and that do not exist yet, one at a time while nobody waits for another.
   *
   * @param report a picture that cannot be rendered; it is not tried again
   */
  async renderMissing(stopping: AbortSignal, report: (file: string, error: unknown) => void): Promise<void> {
    const names = await this.#originals.list()
    const bases = new Set(
      names.map((name) => parse(name).name).filter((base) => parseMediaName(`${base}.webp`)),
    )
    const done = new Set(await readdir(this.cache))
    for (const width of AHEAD_WIDTHS) {
      for (const base of bases) {
        const file = this.#fileOf(base, width, 'avif')
        if (done.has(basename(file)) || this.#failed.has(file)) continue
        await this.#renders.onIdle()
        if (stopping.aborted) return
        try {
          if (!(await exists(file))) await this.#once(file, () => this.#make(base, file, width))
        } catch (error) {
          if (error instanceof StorageUnavailable && !(error instanceof FileDamaged)) return
          // The queue had no time for it; the next run may have.
          if (error instanceof TimeoutError) continue
          this.#failed.add(file)
          report(file, error)
        }
      }
    }
  }

  #fileOf(base: string, width: number, format: PictureFormat): string {
    return join(this.cache, `${base}-${width}.${format}`)
  }

  /** Works once for all who need the same file at the same moment. They wait for a limited time; the work goes on. */
  #once(file: string, work: () => Promise<string | null>): Promise<string | null> {
    const running = this.#running.get(file) ?? work().finally(() => this.#running.delete(file))
    this.#running.set(file, running)
    return Promise.race([running, this.#timeout()])
  }

  async #timeout(): Promise<never> {
    await sleep(this.#options.timeoutMs, undefined, { ref: false })
    throw new TimeoutError('The picture took too long.')
  }

  /** @returns the file, or null without an original */
  async #make(base: string, file: string, width: number): Promise<string | null> {
    const name = await this.#originals.find(base, ORIGINALS)
    const original = name && (await this.#originals.fetch(name))
    if (original === null) return null
    await this.#render(original, file, width)
    return file
  }

  async #render(...picture: Parameters<RenderPicture>): Promise<void> {
    const { atOnce, waitingMax, render } = this.#options
    if (this.#renders.size >= waitingMax && this.#renders.pending >= atOnce)
      throw new TimeoutError('Too many pictures wait.')
    await this.#renders.add(() => render(...picture))
  }
}

const refusal = (error: unknown): unknown => {
  if (error instanceof FileUnreadable) return new Failure(404, t`Media not found`, {}, undefined, error)
  // The same may be possible a moment later.
  if (error instanceof TimeoutError) return unavailable()
  return error instanceof StorageUnavailable ? unavailable(error) : error
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )
