/** The pictures that visitors of the measured shop see. */
import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { renderPicture } from '../src/features/media/render-picture.ts'
import type { Call } from './load.ts'
import { mixed, pick } from './reading.ts'
import type { BenchShop } from './server.ts'

/** The widths that a shop in production renders before anybody asks. */
const AHEAD = [320, 480, 640, 960]
/** What twenty pictures of a visit are asked for: cards, galleries, and one in the full width. */
const SHOWN = [...Array<number>(8).fill(320), 480, 480, 480, 480, 640, 640, 640, 640, 640, 960, 960, 1280]
/** One browser in so many shows no AVIF, for which nothing is rendered ahead. */
const OLD_BROWSER = 20
/** A merchant who is at work: one new picture in 30 s. */
const UPLOAD_EVERY = 500
const ACCEPT = 'image/avif,image/webp,*/*'

/**
 * The pictures of a shop that has been in production for a day: the usual sizes are there, all others are rendered for
 * the first who asks. A merchant uploads some more.
 */
export async function viewing({ env }: BenchShop): Promise<(n: number) => Call> {
  const [originals, sizes] = [
    join(env['DATA_DIR'] ?? '', 'media'),
    join(env['DATA_DIR'] ?? '', 'cache/media'),
  ]
  const files = readdirSync(originals).filter((name) => /\.(svg|webp|jpg|png|avif)$/.test(name))
  const bases = files.map((name) => parse(name).name)
  mkdirSync(sizes, { recursive: true })
  for (const width of AHEAD) {
    // What a file shows is the same to the server: one is rendered, and counts as all of its width.
    const rendered = join(sizes, `ahead-${width}.avif`)
    await renderPicture(join(originals, pick(files, 0)), rendered, width)
    for (const base of bases) linkSync(rendered, join(sizes, `${base}-${width}.avif`))
  }
  const waiting: Call[] = []
  const upload = (n: number): void => {
    const file = pick(files, mixed(n) >>> 8)
    copyFileSync(join(originals, file), join(originals, `upload-${n}${parse(file).ext}`))
    waiting.push(...AHEAD.map((w) => ({ path: `/media/upload-${n}.webp?w=${w}`, accept: ACCEPT })))
  }
  let asked = 0
  return (n) => {
    asked += 1
    if (asked % UPLOAD_EVERY === 1) upload(n)
    const dice = mixed(mixed(asked))
    // Zipf's law: the tenth is seen a tenth as often as the first.
    const base = bases[Math.floor(bases.length ** (mixed(asked) / 2 ** 32)) - 1] ?? ''
    const path = `/media/${base}.webp?w=${pick(SHOWN, dice >>> 8)}`
    const viewed = (dice >>> 4) % OLD_BROWSER === 0 ? { path } : { path, accept: ACCEPT }
    return waiting.shift() ?? viewed
  }
}
