import { bodyOf, drawingNamed, shadowOf, type Ids } from './drawings.ts'
import { oneWay } from './poses.ts'

export interface Placing {
  /** Centre of the drawing's box. */
  cx: number
  /** Where its foot stands, for `stood`; its centre, for `laid`. */
  cy: number
  /** Longest side it may take. */
  width: number
  height: number
  turn?: number
  flip?: boolean
  colour?: string | undefined
  /** Shears the drawing a little, as if seen from the side. */
  aside?: boolean
}

const n = (v: number) => Math.round(v * 100) / 100

function matrix(name: string, at: Placing, foot: boolean) {
  const [x, y, w, h] = drawingNamed(name).box
  const scale = Math.min(at.width / w, at.height / h)
  const flip = at.flip && !oneWay.has(name) ? -1 : 1
  const turn = at.turn ? `rotate(${at.turn}) ` : ''
  const aside = at.aside ? 'skewY(-5) scale(.92 1) ' : ''
  const pivotY = foot ? y + h : y + h / 2
  const inner = `${turn}${aside}scale(${n(flip * scale)} ${n(scale)}) translate(${n(-x - w / 2)} ${n(-pivotY)})`
  return { inner, width: w * scale, height: h * scale }
}

/** The drawing on the floor, with the dark line where it touches and the shade it throws to the right. */
export function stood(name: string, at: Placing, ids: Ids, shade: string): string {
  const { inner, width, height } = matrix(name, at, true)
  const drawing = drawingNamed(name)
  const where = `translate(${n(at.cx)} ${n(at.cy)})`
  return (
    `<g transform="${where} skewX(-52) scale(1 .26)" opacity=".2" filter="url(#soft)">` +
    `<g transform="${inner}">${shadowOf(drawing, ids, shade)}</g></g>` +
    `<ellipse cx="${n(at.cx)}" cy="${n(at.cy - height * 0.004)}" rx="${n(width * 0.56)}" ry="${n(16 + width * 0.045)}" fill="url(#contact)"/>` +
    `<g transform="${where} ${inner}">${bodyOf(drawing, ids, at.colour)}</g>`
  )
}

/** The drawing laid on a surface and seen from above; its shadow falls down and to the right. */
export function laid(name: string, at: Placing, ids: Ids, shade: string): string {
  const { inner, width, height } = matrix(name, at, false)
  const drawing = drawingNamed(name)
  const lift = 8 + Math.max(width, height) * 0.028
  return (
    `<g transform="translate(${n(at.cx + lift * 0.7)} ${n(at.cy + lift)}) ${inner}" opacity=".3" filter="url(#near)">${shadowOf(drawing, ids, shade)}</g>` +
    `<g transform="translate(${n(at.cx)} ${n(at.cy)}) ${inner}">${bodyOf(drawing, ids, at.colour)}</g>`
  )
}
