/**
 * Collects the drawings of the demo shop in assets/drawings.json, the only file that is read at run time. A drawing
 * comes from art/ if there is an SVG of its name, else from Noto Emoji. Measures each drawing's box and main colour, and
 * blurs its shadow.
 * Run: pnpm drawings
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { demoShop } from './index.ts'
import { type Drawing, drawingNames, lying, SHADOW_MARGIN } from './pictures/drawings.ts'
import { recolour, silhouette, swatches } from './pictures/recolour.ts'

/** Main colours that differ from the colour which covers most of the drawing. */
const paints: Record<string, string> = {
  'court-shoe': '#2a6fd0',
  lantern: '#33683e',
  'cloth-tape': '#b4bdc3',
}

/** Colours of drawings whose metal Noto Emoji draws in blue. */
const repainted: Record<string, string> = {
  wrench: 'Steel',
  clamp: 'Steel',
  'nut-and-bolt': 'Steel',
  gear: 'Steel',
  chains: 'Steel',
  'straight-ruler': 'Steel',
  'balance-scale': 'Gold',
  wastebasket: 'Grey',
}

/** Degrees that turn a slanted drawing level. */
const tilts: Record<string, number> = { 'running-shoe': -12, 'hiking-boot': -8 }

interface IconSet {
  width: number
  height: number
  icons: Record<string, { body: string; width?: number; height?: number } | undefined>
  aliases: Record<string, { parent: string } | undefined>
}

const noto = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/noto/icons.json')), 'utf8'),
) as IconSet

function bodyNamed(name: string): string {
  const file = new URL(`../art/${name}.svg`, import.meta.url)
  if (existsSync(file)) {
    return readFileSync(file, 'utf8')
      .trim()
      .replaceAll(/^<svg[^>]*>|<\/svg>$/g, '')
  }
  const icon = noto.icons[name] ?? noto.icons[noto.aliases[name]?.parent ?? '']
  if (icon === undefined) throw new Error(`Neither art/ nor Noto Emoji has a drawing named ${name}`)
  return icon.body
}

const SCALE = 4
/** Pixels of a shadow's width. A picture shows it larger and fainter. */
const SHADOW_WIDTH = 48

const svgOf = (body: string, viewBox: number[], width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" viewBox="${viewBox.join(' ')}">${body}</svg>`,
  )

async function measure(body: string): Promise<{ box: Drawing['box']; paint: string }> {
  const side = 128 * SCALE
  const { data } = await sharp(svgOf(body, [0, 0, 128, 128], side))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const edge = { left: side, top: side, right: 0, bottom: 0 }
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 24) continue
    const x = (at / 4) % side
    const y = Math.floor(at / 4 / side)
    edge.left = Math.min(edge.left, x)
    edge.right = Math.max(edge.right, x + 1)
    edge.top = Math.min(edge.top, y)
    edge.bottom = Math.max(edge.bottom, y + 1)
    const rgb = [0, 1, 2].map((part) => (data[at + part] ?? 0) & 0xf0)
    const chroma = Math.max(...rgb) - Math.min(...rgb)
    const key = `#${rgb.map((v) => (v + 8).toString(16).padStart(2, '0')).join('')}`
    counts.set(key, (counts.get(key) ?? 0) + (chroma > 48 ? 3 : 1))
  }
  const [paint] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['#808080', 0])
  const { left, top, right, bottom } = edge
  const box = [left, top, right - left, bottom - top].map((v) => v / SCALE) as Drawing['box']
  return { box, paint }
}

/** @returns a PNG in Base64 */
async function shadowOf(body: string, [x, y, width, height]: Drawing['box']): Promise<string> {
  const blurred = `<filter id="blur" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="${SHADOW_MARGIN / 3}"/></filter><g filter="url(#blur)">${silhouette(body, '#000')}</g>`
  const view = [x - SHADOW_MARGIN, y - SHADOW_MARGIN, width + 2 * SHADOW_MARGIN, height + 2 * SHADOW_MARGIN]
  const shadow = sharp(svgOf(blurred, view, SHADOW_WIDTH))
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
  return (await shadow.toBuffer()).toString('base64')
}

const collected: Record<string, Drawing> = {}
for (const name of drawingNames(demoShop)) {
  const tilt = tilts[name]
  const drawn = bodyNamed(name)
  const level = tilt === undefined ? drawn : `<g transform="rotate(${tilt} 64 64)">${drawn}</g>`
  const { box, paint } = await measure(level)
  const colour = repainted[name]
  collected[name] = {
    body: colour === undefined ? level : recolour(level, paint, colour),
    box,
    paint: paints[name] ?? (colour === undefined ? paint : (swatches[colour] ?? paint)),
    pose: lying.has(name) ? 'lie' : 'stand',
    shadow: await shadowOf(level, box),
  }
}
const lines = Object.entries(collected).map(
  ([name, drawing]) => `${JSON.stringify(name)}:${JSON.stringify(drawing)}`,
)
writeFileSync(new URL('../assets/drawings.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} drawings collected`)
