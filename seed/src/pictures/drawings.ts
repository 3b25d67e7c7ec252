import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoMedia, DemoPicture, DemoShop } from '../shape.ts'
import { recolour } from './recolour.ts'

/** Drawings of things that lie and are seen from above. All others stand. */
export const lying = new Set(
  (
    'foil epee sabre body-cord rope-coil carabiner knot chains link comb highlighter oximeter whistle ' +
    'test-tube syringe stethoscope adhesive-bandage crutch white-cane axe flashlight hook compass shovel pick ' +
    'thong-sandal toothbrush razor sponge hair-pick lipstick safety-pin wrench hammer screwdriver carpentry-saw ' +
    'hammer-and-wrench clamp nut-and-bolt gear bearing magnet straight-ruler triangular-ruler scissors pencil pen ' +
    'fountain-pen paintbrush pushpin paperclip linked-paperclips envelope name-badge label bookmark clipboard ' +
    'sunglasses glasses kitchen-knife fork-and-knife spoon chopsticks tawa watch gloves socks electric-plug ' +
    'herb leaf-fluttering-in-wind respirator martial-arts-uniform lab-coat fencing-jacket fencing-breeches ' +
    'fencing-glove t-shirt running-shirt jeans coat shorts safety-vest life-jacket scarf artist-palette eraser ' +
    'sewing-needle military-medal tear-off-calendar diving-mask fishing-pole badminton cricket-game ping-pong ' +
    'skateboard keyboard thermometer lotus hibiscus rose sunflower lemon locked-with-key key old-key x-ray ' +
    'fork-and-knife-with-plate bookmark-tabs receipt broken-chain goggles paintbrush crayon stopwatch no-entry ' +
    'stop-sign warning biohazard radioactive dna balloon ticket tennis field-hockey broom plunger pill ladder stopwatch cucumber banana hot-pepper carrot'
  ).split(' '),
)

/** Drawings that must not be mirrored: they show digits, writing or a right-handed helix. */
export const unmirrored = new Set(
  'oximeter bp-monitor scoring-box watch stopwatch x-ray dna compass cricket-game fencing-jacket lab-coat'.split(
    ' ',
  ),
)

/** A drawing as SVG: `box` is the smallest rectangle around its ink, `paint` its main colour. */
export interface Drawing {
  body: string
  box: [x: number, y: number, width: number, height: number]
  paint: string
  /** `stand`: seen from the side, on the floor. `lie`: seen from above. */
  pose: 'stand' | 'lie'
  /** A small PNG in Base64 of its blurred silhouette: blurring it in each picture would take most of the memory and time. */
  shadow: string
}

/** How much wider than its drawing a shadow is on each side. */
export const SHADOW_MARGIN = 9

const FILE = join(import.meta.dirname, '../../assets/drawings.json')

let library: Record<string, Drawing> | undefined

/** Every drawing by name; the file is read once, on first use. */
export function drawings(): Record<string, Drawing> {
  library ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Drawing>
  return library
}

export function drawingNamed(name: string): Drawing {
  const drawing = drawings()[name]
  if (drawing === undefined) throw new Error(`No drawing named ${name}`)
  return drawing
}

/** Prefixes every id in a drawing, so that two drawings in a picture never share a gradient. */
function prefixIds(body: string, prefix: string): string {
  return body
    .replaceAll(/\bid="([^"]+)"/g, `id="${prefix}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replaceAll(/href="#([^"]+)"/g, `href="#${prefix}$1"`)
}

/** Numbers the id prefixes of one picture. */
export class Ids {
  #next = 0
  prefix(): string {
    this.#next += 1
    return `d${this.#next}-`
  }
}

export function bodyOf(drawing: Drawing, ids: Ids, colour: string | undefined): string {
  const painted = colour === undefined ? drawing.body : recolour(drawing.body, drawing.paint, colour)
  return prefixIds(painted, ids.prefix())
}

function shadowOf({ box: [x, y, width, height], shadow }: Drawing): string {
  const [left, top] = [x - SHADOW_MARGIN, y - SHADOW_MARGIN].map(n)
  const [wide, tall] = [width + 2 * SHADOW_MARGIN, height + 2 * SHADOW_MARGIN].map(n)
  return `<image x="${left}" y="${top}" width="${wide}" height="${tall}" preserveAspectRatio="none" xlink:href="data:image/png;base64,${shadow}"/>`
}

export interface Placement {
  /** Centre of the drawing's box. */
  cx: number
  /** The drawing's foot for `drawStanding`, its centre for `drawLying`. */
  cy: number
  /** The largest size: the drawing is scaled to fit. */
  width: number
  height: number
  /** Degrees, clockwise. */
  turn?: number
  flip?: boolean
  colour?: string | undefined
  /** Shears the drawing a little, as if it were seen from the side. */
  aside?: boolean
}

const n = (v: number) => Math.round(v * 100) / 100

function matrix(name: string, at: Placement, foot: boolean) {
  const [x, y, w, h] = drawingNamed(name).box
  const scale = Math.min(at.width / w, at.height / h)
  const flip = at.flip && !unmirrored.has(name) ? -1 : 1
  const turn = at.turn ? `rotate(${at.turn}) ` : ''
  const aside = at.aside ? 'skewY(-5) scale(.92 1) ' : ''
  const pivotY = foot ? y + h : y + h / 2
  const inner = `${turn}${aside}scale(${n(flip * scale)} ${n(scale)}) translate(${n(-x - w / 2)} ${n(-pivotY)})`
  return { inner, width: w * scale, height: h * scale }
}

/** Draws a thing that stands on the floor, with its contact shadow and the shadow that falls to the right. */
export function drawStanding(name: string, at: Placement, ids: Ids): string {
  const { inner, width, height } = matrix(name, at, true)
  const drawing = drawingNamed(name)
  const where = `translate(${n(at.cx)} ${n(at.cy)})`
  return (
    `<g transform="${where} skewX(-52) scale(1 .26) ${inner}" opacity=".12">${shadowOf(drawing)}</g>` +
    `<ellipse cx="${n(at.cx)}" cy="${n(at.cy - height * 0.004)}" rx="${n(width * 0.56)}" ry="${n(16 + width * 0.045)}" fill="url(#contact)"/>` +
    `<g transform="${where} ${inner}">${bodyOf(drawing, ids, at.colour)}</g>`
  )
}

/** Draws a thing that lies on a surface, seen from above; its shadow falls down and to the right. */
export function drawLying(name: string, at: Placement, ids: Ids): string {
  const { inner, width, height } = matrix(name, at, false)
  const drawing = drawingNamed(name)
  const lift = 8 + Math.max(width, height) * 0.028
  return (
    `<g transform="translate(${n(at.cx + lift * 0.7)} ${n(at.cy + lift)}) ${inner}" opacity=".18">${shadowOf(drawing)}</g>` +
    `<g transform="translate(${n(at.cx)} ${n(at.cy)}) ${inner}">${bodyOf(drawing, ids, at.colour)}</g>`
  )
}

function pictureOf(media: DemoMedia): DemoPicture[] {
  return media.media_type === 'image' ? [media.picture] : []
}

/** All pictures of a shop: those of its categories, banners, products and variants. */
export function picturesOf(shop: DemoShop): DemoPicture[] {
  return [
    ...shop.categories.map((category) => category.picture),
    ...shop.banners.map((banner) => banner.picture),
    ...shop.products.flatMap((product) => [
      ...product.media.flatMap(pictureOf),
      ...product.variants.flatMap((variant) => variant.media.flatMap(pictureOf)),
    ]),
  ]
}

/** The names of all drawings in a shop's pictures, sorted. */
export function drawingNames(shop: DemoShop): string[] {
  const names = picturesOf(shop).flatMap((picture) => [picture.drawing, ...(picture.companions ?? [])])
  return [...new Set(names)].toSorted()
}
