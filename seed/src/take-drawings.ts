/**
 * Collects every drawing that the demo shop uses into assets/drawings.json, so that nothing but that small
 * file is read at run time. A drawing is ours when art/ holds an SVG of its name, else it is Noto Emoji's.
 * Measures where its ink is and what its main colour is. Run: pnpm drawings
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { demoShop } from './index.ts'
import type { Drawing } from './pictures/drawings.ts'
import { lying, paints, retouched, tilts } from './pictures/poses.ts'
import { recolour } from './pictures/recolour.ts'
import { swatches } from './pictures/swatches.ts'
import { pictureDrawings } from './pictures/used-drawings.ts'

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
  const own = new URL(`../art/${name}.svg`, import.meta.url)
  if (existsSync(own)) {
    return readFileSync(own, 'utf8')
      .trim()
      .replaceAll(/^<svg[^>]*>|<\/svg>$/g, '')
  }
  const icon = noto.icons[name] ?? noto.icons[noto.aliases[name]?.parent ?? '']
  if (icon === undefined) throw new Error(`Neither art/ nor Noto Emoji has a drawing named ${name}`)
  return icon.body
}

const SCALE = 4

async function measure(body: string): Promise<{ box: Drawing['box']; paint: string }> {
  const side = 128 * SCALE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}" viewBox="0 0 128 128">${body}</svg>`
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const edge = { left: side, top: side, right: 0, bottom: 0 }
  const tally = new Map<string, number>()
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
    tally.set(key, (tally.get(key) ?? 0) + (chroma > 48 ? 3 : 1))
  }
  const [paint] = [...tally].reduce((most, next) => (next[1] > most[1] ? next : most), ['#808080', 0])
  const { left, top, right, bottom } = edge
  const box = [left, top, right - left, bottom - top].map((v) => v / SCALE) as Drawing['box']
  return { box, paint }
}

const taken: Record<string, Drawing> = {}
for (const name of pictureDrawings(demoShop)) {
  const tilt = tilts[name]
  const drawn = bodyNamed(name)
  const level = tilt === undefined ? drawn : `<g transform="rotate(${tilt} 64 64)">${drawn}</g>`
  const { box, paint } = await measure(level)
  const coat = retouched[name]
  taken[name] = {
    body: coat === undefined ? level : recolour(level, paint, coat),
    box,
    paint: paints[name] ?? (coat === undefined ? paint : (swatches[coat] ?? paint)),
    pose: lying.has(name) ? 'lie' : 'stand',
  }
}
const lines = Object.entries(taken).map(
  ([name, drawing]) => `${JSON.stringify(name)}:${JSON.stringify(drawing)}`,
)
writeFileSync(new URL('../assets/drawings.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} drawings taken`)
