import type { DemoPicture } from '../shape.ts'
import { cuboid, footOf, plinth, room, table, type Setting, type Surface } from './backdrop.ts'
import { chance, pick } from './chance.ts'
import { drawingNamed, type Ids } from './drawings.ts'
import { laid, stood, type Placing } from './place.ts'
import type { Tone } from './tones.ts'

export interface Studio {
  picture: DemoPicture
  tone: Tone
  ids: Ids
}

const lies = (name: string) => drawingNamed(name).pose === 'lie'

const isWide = (name: string) => {
  const [, , w, h] = drawingNamed(name).box
  return w > h * 1.25
}

/** Flat or slim things may be wider or taller than others, so that all weigh the same on a page of cards. */
const sizeOf = (name: string) => (isWide(name) ? { width: 880, height: 700 } : { width: 740, height: 770 })

export function drawFront({ picture, tone, ids }: Studio): string {
  const { drawing, seed, colour } = picture
  const flip = chance(`${seed}flip`) > 0.5
  if (lies(drawing)) {
    const surface = pick<Surface>(`${seed}surface`, ['plain', 'diagonal', 'tray', 'round'])
    const turn = Math.round(chance(`${seed}turn`) * 16 - 8)
    const at = { cx: 600, cy: 600, width: 820, height: 820, turn, flip, colour }
    return table(surface, tone) + laid(drawing, at, ids, tone.shade)
  }
  const setting = pick<Setting>(`${seed}setting`, ['plain', 'disc', 'arch', 'sun', 'block'])
  const foot = footOf[setting]
  return (
    room(setting, tone) +
    stood(drawing, { cx: 600, cy: foot, ...sizeOf(drawing), flip, colour }, ids, tone.shade)
  )
}

export function drawAngle({ picture, tone, ids }: Studio): string {
  const { drawing, seed, colour } = picture
  const flip = chance(`${seed}flip`) <= 0.5
  if (lies(drawing)) {
    const turn = 70 + Math.round(chance(`${seed}turn`) * 50)
    const at = { cx: 590, cy: 610, width: 900, height: 900, turn, flip: !flip, colour }
    return table('diagonal', tone) + laid(drawing, at, ids, tone.shade)
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
  return room('window', tone) + plinth(605, 890, 470, 190, tone) + stood(drawing, at, ids, tone.shade)
}

/** A crop at two and a half times the size of the front, with the `spot` in its middle. */
export function drawDetail({ picture, tone, ids }: Studio): string {
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
    laid(drawing, { cx, cy, width: reach, height: reach, turn, colour }, ids, tone.shade)
  )
}

/** Places round a knolled middle, for things seen from above. */
const around: [x: number, y: number, turn: number][] = [
  [225, 235, -14],
  [985, 965, 12],
  [975, 235, 18],
  [230, 970, -8],
]

function knolled({ picture, tone, ids }: Studio): string {
  const { drawing, seed, colour, companions = [] } = picture
  const rest = companions.map((name, i) => {
    const [cx, cy, turn] = around[i % around.length] ?? [250, 270, 0]
    return laid(name, { cx, cy, width: 310, height: 310, turn }, ids, tone.shade)
  })
  const turn = Math.round(chance(`${seed}knoll`) * 24 - 12)
  const hero = laid(drawing, { cx: 600, cy: 600, width: 640, height: 640, turn, colour }, ids, tone.shade)
  return table('plain', tone) + rest.join('') + hero
}

/** The product in front, its companions behind it on blocks of different heights. */
export function drawScene(studio: Studio): string {
  const { picture, tone, ids } = studio
  const { drawing, seed, colour, companions = [] } = picture
  if (lies(drawing)) return knolled(studio)
  const left = chance(`${seed}side`) > 0.5
  const mirror = (x: number) => (left ? x : 1200 - x)
  const spots: Placing[] = [
    { cx: mirror(905), cy: 640, width: 350, height: 400 },
    { cx: mirror(265), cy: 655, width: 300, height: 340 },
    { cx: mirror(1010), cy: 1080, width: 270, height: 280 },
  ]
  const blocks = cuboid(mirror(905) - 215, 900, 430, 250, tone) + plinth(mirror(265), 645, 205, 205, tone)
  const rest = companions.slice(0, 3).map((name, i) => {
    const at = spots[i] as Placing
    return stood(name, at, ids, tone.shade)
  })
  const { width, height } = sizeOf(drawing)
  const at = { cx: mirror(500), cy: 1090, width: width * 0.8, height: height * 0.8, colour, flip: !left }
  const setting = pick<Setting>(`${seed}scene`, ['plain', 'window'])
  return room(setting, tone) + blocks + rest.join('') + stood(drawing, at, ids, tone.shade)
}

/** Several of the same, a row behind a row. */
export function drawSet({ picture, tone, ids }: Studio): string {
  const { drawing, colour, copies = 3 } = picture
  const count = Math.min(copies, 12)
  if (lies(drawing) || count > 6) {
    const columns = count <= 4 ? 2 : count <= 6 ? 3 : 4
    const rows = Math.ceil(count / columns)
    const cell = Math.min(870 / columns, 870 / rows)
    const each = Array.from({ length: count }, (_, i) => {
      const cx = 600 + ((i % columns) - (columns - 1) / 2) * cell
      const cy = 600 + (Math.floor(i / columns) - (rows - 1) / 2) * cell
      return laid(drawing, { cx, cy, width: cell * 0.82, height: cell * 0.82, colour }, ids, tone.shade)
    })
    return table('tray', tone) + each.join('')
  }
  const back = Math.floor(count / 2)
  const row = (many: number, cy: number, size: number) => {
    const gap = Math.min(size * 0.86, 960 / many)
    return Array.from({ length: many }, (_, i) => {
      const cx = 600 + (i - (many - 1) / 2) * gap
      return stood(drawing, { cx, cy, width: gap * 1.06, height: size, colour }, ids, tone.shade)
    }).join('')
  }
  return room('plain', tone) + row(back, 770, 440) + row(count - back, 1010, 500)
}
