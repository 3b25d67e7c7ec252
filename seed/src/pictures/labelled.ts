import { room, table } from './backdrop.ts'
import { bodyOf, drawingNamed } from './drawings.ts'
import type { Studio } from './looks.ts'
import { laid, stood } from './place.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One centred line that fits the width whatever the machine's sans-serif is. */
function line(text: string, x: number, y: number, width: number, largest: number, style: string): string {
  const size = Math.round(Math.min(largest, width / (text.length * 0.64)))
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" text-anchor="middle" ${style}>${escape(text)}</text>`
}

/** The carton: a front, a side and a lid, with a round window that shows the product. */
function carton({ picture, tone, ids }: Studio): string {
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

/** The carton with the product before it. */
export function drawPack(studio: Studio): string {
  const { picture, tone, ids } = studio
  const at = { width: 420, height: 460, colour: picture.colour }
  const product =
    drawingNamed(picture.drawing).pose === 'lie'
      ? laid(picture.drawing, { ...at, cx: 945, cy: 900, turn: 6 }, ids, tone.shade)
      : stood(picture.drawing, { ...at, cx: 945, cy: 1080 }, ids, tone.shade)
  return room('plain', tone) + `<g transform="translate(-95 0)">${carton(studio)}</g>` + product
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

/** The product and a card that tells the size or kind. */
export function drawTagged(studio: Studio): string {
  const { picture, tone, ids } = studio
  const { drawing, colour, label } = picture
  if (drawingNamed(drawing).pose === 'lie') {
    const at = { cx: 570, cy: 510, width: 760, height: 760, turn: -6, colour }
    return (
      table('plain', tone) +
      laid(drawing, at, ids, tone.shade) +
      card(label?.text ?? '', 820, 1090, tone.accent)
    )
  }
  const at = { cx: 540, cy: 965, width: 760, height: 760, colour }
  return (
    room('plain', tone) +
    stood(drawing, at, ids, tone.shade) +
    card(label?.text ?? '', 850, 1110, tone.accent)
  )
}
