/** The colours of products, by the names that shoppers read. */
export const swatches: Record<string, string> = {
  Red: '#d8322f',
  Maroon: '#7c2230',
  Coral: '#f0705c',
  Orange: '#f07d1e',
  Saffron: '#f4a224',
  Yellow: '#f4c91f',
  Lime: '#b3d63a',
  Green: '#2f9e52',
  Forest: '#2b5e40',
  Olive: '#73783f',
  Mint: '#8fd3b6',
  Teal: '#15858c',
  Sky: '#5db4e6',
  Blue: '#2a6fd0',
  Navy: '#25386b',
  Indigo: '#4b4aa8',
  Purple: '#7d4bb0',
  Lavender: '#b9a3de',
  Pink: '#ef7fa6',
  Rose: '#d56a7d',
  White: '#f1f0ec',
  Ivory: '#efe4cd',
  Sand: '#d6bc92',
  Tan: '#b98551',
  Brown: '#7a4b2e',
  Grey: '#8f979c',
  Steel: '#a9b4bb',
  Charcoal: '#474d53',
  Black: '#2b2d31',
  Copper: '#bf6f45',
  Gold: '#cf9d3c',
}

interface Oklch {
  l: number
  c: number
  h: number
}

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function toOklch(hex: string): Oklch {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function toHex({ l: light, c, h }: Oklch): string {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const part = (v: number) => Math.round(255 * Math.min(1, Math.max(0, toGamma(Math.max(0, v)))))
  return `#${rgb.map((v) => part(v).toString(16).padStart(2, '0')).join('')}`
}

/** Below this chroma a colour counts as neutral: metal, cloth, paper. */
const NEUTRAL = 0.035

function isNearPaint(colour: Oklch, paint: Oklch): boolean {
  if (paint.c < NEUTRAL) return colour.c < NEUTRAL + 0.025 && Math.abs(colour.l - paint.l) < 0.3
  if (colour.c < NEUTRAL) return false
  const apart = Math.abs(Math.atan2(Math.sin(colour.h - paint.h), Math.cos(colour.h - paint.h)))
  return apart < 0.62
}

const clamp = (v: number, low: number, high: number) => Math.min(high, Math.max(low, v))

function shift(colour: Oklch, paint: Oklch, target: Oklch): Oklch {
  const contrast = target.l < 0.4 || target.l > 0.9 ? 0.7 : 0.9
  const strength = paint.c < NEUTRAL ? 1 : clamp(colour.c / paint.c, 0.35, 1.15)
  return {
    l: clamp(target.l + (colour.l - paint.l) * contrast, 0.12, 0.985),
    c: target.c * strength,
    h: target.h,
  }
}

const HEX = /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])/gi

/**
 * Changes a drawing's main colour and keeps its shading: colours near `paint` move to the swatch, each lighter or
 * darker by as much as before.
 *
 * @param colour name of a swatch
 */
export function recolour(body: string, paint: string, colour: string): string {
  const swatch = swatches[colour]
  if (swatch === undefined) throw new Error(`No swatch named ${colour}`)
  const from = toOklch(paint)
  const to = toOklch(swatch)
  return body.replaceAll(HEX, (hex) => {
    const old = toOklch(hex)
    return isNearPaint(old, from) ? toHex(shift(old, from, to)) : hex
  })
}

/** The drawing's outline filled with one colour, for its shadow. */
export function silhouette(body: string, colour: string): string {
  return body.replaceAll(HEX, colour)
}
