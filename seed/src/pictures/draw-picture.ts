import type { DemoPicture } from '../shape.ts'
import {
  cuboid,
  definitions,
  footOf,
  plinth,
  room,
  type Setting,
  type Surface,
  table,
  type Tone,
  tones,
} from './backdrop.ts'
import { bodyOf, drawingNamed, Ids, drawLying, type Placement, drawStanding } from './drawings.ts'

const looks: Record<DemoPicture['look'], (canvas: Canvas) => string> = {
  front: drawFront,
  angle: drawAngle,
  detail: drawDetail,
  scene: drawScene,
  set: drawSet,
  pack: drawPack,
  tagged: drawTagged,
  category: drawCategory,
  banner: drawBanner,
}

const toneOf = ({ tone }: DemoPicture): Tone => {
  const found = tones[tone]
  if (found === undefined) throw new Error(`No tone named ${tone}`)
  return found
}

/**
 * Draws a picture as an SVG document of 1200 × 1200, or 1920 × 720 for a banner. A banner's left half is empty for
 * the text over it. The same picture always gives the same text.
 *
 * @throws Error for an unknown drawing, tone or colour
 */
export function drawPicture(picture: DemoPicture): string {
  const tone = toneOf(picture)
  const [width, height] = picture.look === 'banner' ? [1920, 720] : [1200, 1200]
  const [shown, tall] = picture.shape ?? [width, height]
  const content = looks[picture.look]({ picture, tone, ids: new Ids() })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${shown}" height="${tall}" viewBox="${(width - shown) / 2} ${(height - tall) / 2} ${shown} ${tall}">` +
    `<defs>${definitions(tone)}</defs>${content}</svg>`
  )
}

interface Canvas {
  picture: DemoPicture
  tone: Tone
  ids: Ids
}

const isLying = (name: string) => drawingNamed(name).pose === 'lie'

const isWide = (name: string) => {
  const [, , w, h] = drawingNamed(name).box
  return w > h * 1.25
}

/** Wide things may be wider and are less tall, so that all look equally large on product cards. */
const sizeOf = (name: string) => (isWide(name) ? { width: 880, height: 700 } : { width: 740, height: 770 })

function drawFront({ picture, tone, ids }: Canvas): string {
  const { drawing, seed, colour } = picture
  const flip = chance(`${seed}flip`) > 0.5
  if (isLying(drawing)) {
    const surface = pick<Surface>(`${seed}surface`, ['plain', 'diagonal', 'tray', 'round'])
    const turn = Math.round(chance(`${seed}turn`) * 16 - 8)
    const at = { cx: 600, cy: 600, width: 820, height: 820, turn, flip, colour }
    return table(surface, tone) + drawLying(drawing, at, ids)
  }
  const setting = pick<Setting>(`${seed}setting`, ['plain', 'disc', 'arch', 'sun', 'block'])
  const foot = footOf[setting]
  return (
    room(setting, tone) + drawStanding(drawing, { cx: 600, cy: foot, ...sizeOf(drawing), flip, colour }, ids)
  )
}

function drawAngle({ picture, tone, ids }: Canvas): string {
  const { drawing, seed, colour } = picture
  const flip = chance(`${seed}flip`) <= 0.5
  if (isLying(drawing)) {
    const turn = 70 + Math.round(chance(`${seed}turn`) * 50)
    const at = { cx: 590, cy: 610, width: 900, height: 900, turn, flip: !flip, colour }
    return table('diagonal', tone) + drawLying(drawing, at, ids)
  }
  const { width, height } = sizeOf(drawing)
  const at = {
    cx: 605,
    cy: 912,
    width: width * 0.9,
    height: height * 0.94,
    flip,
    colour,
    aside: isWide(drawing),
  }
  return room('window', tone) + plinth(605, 890, 470, 190, tone) + drawStanding(drawing, at, ids)
}

/** A close-up with the `spot` in its middle. */
function drawDetail({ picture, tone, ids }: Canvas): string {
  const { drawing, seed, colour, spot = [0.5, 0.4] } = picture
  const [, , w, h] = drawingNamed(drawing).box
  const reach = 1750
  const scale = Math.min(reach / w, reach / h)
  const turn = Math.round(chance(`${seed}lean`) * 20 - 10)
  const lean = (turn * Math.PI) / 180
  const [dx, dy] = [(0.5 - spot[0]) * w * scale, (0.5 - spot[1]) * h * scale]
  const cx = 600 + dx * Math.cos(lean) - dy * Math.sin(lean)
  const cy = 600 + dx * Math.sin(lean) + dy * Math.cos(lean)
  return (
    `<rect width="1200" height="1200" fill="${tone.prop}"/><rect width="1200" height="1200" fill="url(#light)"/>` +
    drawLying(drawing, { cx, cy, width: reach, height: reach, turn, colour }, ids)
  )
}

/** Positions of companions companionSpots a product that lies in the middle. */
const companionSpots: [x: number, y: number, turn: number][] = [
  [225, 235, -14],
  [985, 965, 12],
  [975, 235, 18],
  [230, 970, -8],
]

function drawLyingScene({ picture, tone, ids }: Canvas): string {
  const { drawing, seed, colour, companions = [] } = picture
  const rest = companions.map((name, i) => {
    const [cx, cy, turn] = companionSpots[i % companionSpots.length] ?? [250, 270, 0]
    return drawLying(name, { cx, cy, width: 310, height: 310, turn }, ids)
  })
  const turn = Math.round(chance(`${seed}knoll`) * 24 - 12)
  const hero = drawLying(drawing, { cx: 600, cy: 600, width: 640, height: 640, turn, colour }, ids)
  return table('plain', tone) + rest.join('') + hero
}

/** The product in front of its companions, which stand on blocks. */
function drawScene(canvas: Canvas): string {
  const { picture, tone, ids } = canvas
  const { drawing, seed, colour, companions = [] } = picture
  if (isLying(drawing)) return drawLyingScene(canvas)
  const left = chance(`${seed}side`) > 0.5
  const mirror = (x: number) => (left ? x : 1200 - x)
  const spots: Placement[] = [
    { cx: mirror(905), cy: 640, width: 350, height: 400 },
    { cx: mirror(265), cy: 655, width: 300, height: 340 },
    { cx: mirror(1010), cy: 1080, width: 270, height: 280 },
  ]
  const blocks = cuboid(mirror(905) - 215, 900, 430, 250, tone) + plinth(mirror(265), 645, 205, 205, tone)
  const rest = companions.slice(0, 3).map((name, i) => {
    const at = spots[i] as Placement
    return drawStanding(name, at, ids)
  })
  const { width, height } = sizeOf(drawing)
  const at = { cx: mirror(500), cy: 1090, width: width * 0.8, height: height * 0.8, colour, flip: !left }
  const setting = pick<Setting>(`${seed}scene`, ['plain', 'window'])
  return room(setting, tone) + blocks + rest.join('') + drawStanding(drawing, at, ids)
}

/** Several of the same: lying ones in a grid, standing ones in two rows. */
function drawSet({ picture, tone, ids }: Canvas): string {
  const { drawing, colour, copies = 3 } = picture
  const count = Math.min(copies, 12)
  if (isLying(drawing) || count > 6) {
    const columns = count <= 4 ? 2 : count <= 6 ? 3 : 4
    const rows = Math.ceil(count / columns)
    const cell = Math.min(870 / columns, 870 / rows)
    const each = Array.from({ length: count }, (_, i) => {
      const cx = 600 + ((i % columns) - (columns - 1) / 2) * cell
      const cy = 600 + (Math.floor(i / columns) - (rows - 1) / 2) * cell
      return drawLying(drawing, { cx, cy, width: cell * 0.82, height: cell * 0.82, colour }, ids)
    })
    return table('tray', tone) + each.join('')
  }
  const back = Math.floor(count / 2)
  const row = (many: number, cy: number, size: number) => {
    const gap = Math.min(size * 0.86, 960 / many)
    return Array.from({ length: many }, (_, i) => {
      const cx = 600 + (i - (many - 1) / 2) * gap
      return drawStanding(drawing, { cx, cy, width: gap * 1.06, height: size, colour }, ids)
    }).join('')
  }
  return room('plain', tone) + row(back, 770, 440) + row(count - back, 1010, 500)
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One centred line of text. Its size leaves room for the widest sans-serif fonts. */
function line(text: string, x: number, y: number, width: number, largest: number, style: string): string {
  const size = Math.round(Math.min(largest, width / (text.length * 0.64)))
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" text-anchor="middle" ${style}>${escape(text)}</text>`
}

/** The carton: a front, a side and a lid, with a round window that shows the product. */
function carton({ picture, tone, ids }: Canvas): string {
  const { drawing, colour, label } = picture
  const art = drawingNamed(drawing)
  const [x, y, w, h] = art.box
  const scale = 250 / Math.max(w, h)
  const centre = `translate(430 560) scale(${Math.round(scale * 100) / 100}) translate(${-x - w / 2} ${-y - h / 2})`
  return (
    `<ellipse cx="560" cy="965" rx="420" ry="46" fill="url(#contact)"/>` +
    `<path d="M210 300 300 240h530l-90 60z" fill="#fffaf2"/><path d="M210 300 300 240h530l-90 60z" fill="${tone.accent}" opacity=".55"/>` +
    `<path d="M740 300l90-60v660l-90 60z" fill="${tone.accent}"/><path d="M740 300l90-60v660l-90 60z" fill="#000" opacity=".3"/>` +
    `<path d="M210 300h530v660H210z" fill="${tone.accent}"/><path d="M210 300h530v660H210z" fill="url(#light)" opacity=".3"/>` +
    `<path d="M210 770h530v190H210z" fill="#fffaf2"/><circle cx="430" cy="560" r="186" fill="${tone.floor}"/>` +
    `<g transform="${centre}">${bodyOf(art, ids, colour)}</g>` +
    line(
      (label?.brand ?? '').toUpperCase(),
      475,
      358,
      460,
      44,
      'font-weight="700" letter-spacing="2" fill="#fffaf2"',
    ) +
    line(label?.text ?? '', 475, 880, 460, 60, `font-weight="600" fill="${tone.accent}"`)
  )
}

/** The carton with the product in front. */
function drawPack(canvas: Canvas): string {
  const { picture, tone, ids } = canvas
  const at = { width: 420, height: 460, colour: picture.colour }
  const product =
    drawingNamed(picture.drawing).pose === 'lie'
      ? drawLying(picture.drawing, { ...at, cx: 945, cy: 900, turn: 6 }, ids)
      : drawStanding(picture.drawing, { ...at, cx: 945, cy: 1080 }, ids)
  return room('plain', tone) + `<g transform="translate(-95 0)">${carton(canvas)}</g>` + product
}

/** A folded card with the variant's name on it. */
function card(text: string, cx: number, y: number, accent: string): string {
  const width = Math.min(640, 130 + text.length * 34)
  const left = Math.min(cx - width / 2, 1110 - width)
  const middle = left + width / 2
  return (
    `<ellipse cx="${middle + 20}" cy="${y}" rx="${width * 0.6}" ry="24" fill="url(#contact)"/>` +
    `<path d="M${left + width} ${y}l36-14V${y - 158}l-24-6z" fill="#d9cfc0"/>` +
    `<path d="M${left} ${y}h${width}l12-164h${-width}z" fill="#fffdf8"/><path d="M${left} ${y}h${width}l1-16H${left + 1}z" fill="${accent}"/>` +
    line(text, middle + 6, y - 62, width - 70, 58, `font-weight="600" fill="${accent}"`)
  )
}

/** The product and a card with its size or kind. */
function drawTagged(canvas: Canvas): string {
  const { picture, tone, ids } = canvas
  const { drawing, colour, label } = picture
  if (drawingNamed(drawing).pose === 'lie') {
    const at = { cx: 570, cy: 510, width: 760, height: 760, turn: -6, colour }
    return (
      table('plain', tone) + drawLying(drawing, at, ids) + card(label?.text ?? '', 820, 1090, tone.accent)
    )
  }
  const at = { cx: 540, cy: 965, width: 760, height: 760, colour }
  return (
    room('plain', tone) + drawStanding(drawing, at, ids) + card(label?.text ?? '', 850, 1110, tone.accent)
  )
}

/** Three products on blocks in front of an arch. */
function drawCategory({ picture, tone, ids }: Canvas): string {
  const [second, third] = picture.companions ?? []
  const arch = `<path d="M150 960V560a450 450 0 0 1 900 0v400z" fill="${tone.prop}" opacity=".7"/>`
  const stage = plinth(915, 700, 215, 240, tone) + cuboid(90, 960, 380, 200, tone)
  const rest =
    (second ? drawStanding(second, { cx: 915, cy: 712, width: 390, height: 430 }, ids) : '') +
    (third ? drawStanding(third, { cx: 275, cy: 745, width: 360, height: 380 }, ids) : '')
  const hero = { cx: 615, cy: 1100, width: 600, height: 560, colour: picture.colour }
  return room('plain', tone) + arch + stage + rest + drawStanding(picture.drawing, hero, ids)
}

/** Four products in the right half; the left half is empty. */
function drawBanner({ picture, tone, ids }: Canvas): string {
  const [second, third, fourth] = picture.companions ?? []
  const ground =
    `<rect width="1920" height="720" fill="${tone.wall}"/><path d="M0 560h1920v160H0z" fill="${tone.floor}"/>` +
    `<circle cx="1390" cy="350" r="380" fill="${tone.prop}" opacity=".75"/><rect width="1920" height="720" fill="url(#light)"/>`
  const stage = cuboid(1000, 640, 260, 130, tone) + plinth(1690, 500, 150, 130, tone)
  const rest = [
    second && drawStanding(second, { cx: 1690, cy: 508, width: 280, height: 320 }, ids),
    third && drawStanding(third, { cx: 1130, cy: 502, width: 240, height: 270 }, ids),
    fourth && drawStanding(fourth, { cx: 1770, cy: 700, width: 190, height: 180 }, ids),
  ]
  const hero = { cx: 1430, cy: 672, width: 430, height: 480, colour: picture.colour }
  return ground + stage + rest.filter(Boolean).join('') + drawStanding(picture.drawing, hero, ids)
}

/** FNV-1a, a fast hash of a text. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** A number from 0 to 1, always the same for the same text. */
function chance(text: string): number {
  let h = hash(text)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000
}

function pick<T>(text: string, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(chance(text) * choices.length)] ?? choices[0]
}
