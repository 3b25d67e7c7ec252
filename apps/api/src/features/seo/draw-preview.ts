/** Draws link previews. Texts become outlines of the fonts that invoices use, since a server may have no others. */
import { PREVIEW } from '@haat/contract/link-previews'
import sharp from 'sharp'
import { html as xml, Html } from '../../html.ts'
import type { PreviewDrawing } from './previews.ts'
import { breakLines, type Face, type Line } from '../invoices/pdf-text.ts'

const INK = '#1f1a17'
const SOFT = '#6b625c'
const PAPER = '#fbf5e9'
const PEACOCK = '#0c4a57'
const PIXELS_MAX = 50_000_000
const QUALITY = 82
/** The picture is a square on the left. */
const SQUARE = PREVIEW.height
const MARGIN = 56
const TITLE = { sizes: [60, 52, 44], lines: 4 }
/** The stall of the storefront's `favicon.svg`, in a square of 32. */
const STALL = new Html(
  '<rect width="32" height="32" rx="7" fill="#0c4a57"/><path d="M5 8h22v6a3.67 3.67 0 0 1-7.33 0 3.67 3.67 0 0 1-7.34 0A3.67 3.67 0 0 1 5 14z" fill="#fbf5e9"/><path d="M12.33 8h7.34v6a3.67 3.67 0 0 1-7.34 0z" fill="#f3a31c"/><path d="M8 20h3v7H8zm13 0h3v7h-3z" fill="#fbf5e9"/>',
)

interface TextStyle {
  size: number
  bold: boolean
  color: string
}

const measure =
  (size: number) =>
  (text: string, { font }: Face): number =>
    (font.layout(text).advanceWidth / font.unitsPerEm) * size

/** One line of text from `left`, on its baseline. */
function drawLine({ runs }: Line, left: number, baseline: number, { size, color }: TextStyle): Html {
  let x = left
  const drawn = runs.map(({ text, face, width }) => {
    const { font } = face
    const { glyphs, positions } = font.layout(text)
    const scale = size / font.unitsPerEm
    let at = 0
    const paths = glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const path = xml`<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}" />`
      at += xAdvance
      return path
    })
    const run = xml`<g transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${paths}</g>`
    x += width
    return run
  })
  return xml`<g fill="${color}">${drawn}</g>`
}

/** A text in at most some lines, the last of which ends in `…` where the text goes on. */
function linesOf(text: string, { size, bold }: TextStyle, width: number, max: number): Line[] {
  const lines = breakLines(text, bold, width, measure(size))
  if (lines.length <= max) return lines
  const [dots] = breakLines('…', bold, width, measure(size))
  return lines
    .slice(0, max)
    .map((line, index) =>
      index === max - 1 && dots
        ? { runs: [...line.runs, ...dots.runs], width: line.width + dots.width }
        : line,
    )
}

function drawText(text: string, left: number, top: number, style: TextStyle, width: number, max: number) {
  const lines = linesOf(text, style, width, max)
  const drawn = lines.map((line, index) => drawLine(line, left, top + style.size * (1 + index * 1.25), style))
  return { drawn, bottom: top + lines.length * style.size * 1.25, width: lines[0]?.width ?? 0 }
}

/** The largest size at which a title has few enough lines, else the smallest. */
function titleStyle(title: string, width: number, color: string): TextStyle {
  const styles = TITLE.sizes.map((size) => ({ size, bold: true, color }))
  const fits = (style: TextStyle) => breakLines(title, true, width, measure(style.size)).length < TITLE.lines
  return styles.find(fits) ?? styles.at(-1)!
}

const icon = (left: number, top: number, size: number): Html =>
  xml`<svg x="${left}" y="${top}" width="${size}" height="${size}" viewBox="0 0 32 32">
    ${STALL}
  </svg>`

/** The texts of a product or category beside its picture. */
function productTexts({ shop_name, title, price, mrp, picture }: PreviewDrawing): Html {
  const left = SQUARE + MARGIN
  const width = PREVIEW.width - left - MARGIN / 2
  const shop = drawText(shop_name, left + 60, MARGIN, { size: 34, bold: true, color: PEACOCK }, width - 60, 1)
  const style = titleStyle(title, width, INK)
  const name = drawText(title, left, MARGIN + 78, style, width, TITLE.lines)
  const bottom = PREVIEW.height - MARGIN
  const amountStyle = { size: 64, bold: true, color: PEACOCK }
  const amount = price === null ? null : drawText(price, left, bottom - 84, amountStyle, width, 1).drawn
  const before = mrp === null ? null : struckOut(mrp, left, bottom - 132)
  return xml`<rect width="100%" height="100%" fill="${PAPER}" />
    <rect width="${SQUARE}" height="${SQUARE}" fill="#ffffff" />
    ${picture === null ? icon(SQUARE / 4, SQUARE / 4, SQUARE / 2) : null}
    ${icon(left, MARGIN - 2, 46)}${shop.drawn}${name.drawn}${before}${amount}`
}

function struckOut(text: string, left: number, top: number): Html {
  const style = { size: 32, bold: false, color: SOFT }
  const { drawn, width } = drawText(text, left, top, style, PREVIEW.width, 1)
  const y = top + style.size * 0.68
  return xml`${drawn}<rect x="${left - 2}" y="${y}" width="${width + 4}" height="3" fill="${SOFT}" />`
}

function shopTexts({ shop_name, title }: PreviewDrawing): Html {
  const left = 420
  const width = PREVIEW.width - left - MARGIN
  const name = drawText(shop_name, left, 170, { size: 92, bold: true, color: PAPER }, width, 2)
  const line = drawText(title, left, name.bottom + 12, { size: 44, bold: false, color: PAPER }, width, 3)
  return xml`<rect
      width="100%"
      height="100%"
      fill="${PEACOCK}"
    />${icon(80, 175, 280)}${name.drawn}${line.drawn}`
}

/** @returns a JPEG of `PREVIEW`'s size */
export async function drawPreview(drawing: PreviewDrawing): Promise<Buffer> {
  const content =
    drawing.price === null && drawing.picture === null ? shopTexts(drawing) : productTexts(drawing)
  const { width, height } = PREVIEW
  const svg = xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${content}
  </svg>`
  const image = sharp(Buffer.from(svg.text))
  if (drawing.picture !== null) image.composite([{ input: await square(drawing.picture), left: 0, top: 0 }])
  return image.flatten({ background: PAPER }).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
}

const square = (original: string | Buffer): Promise<Buffer> =>
  sharp(original, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width: SQUARE, height: SQUARE, fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
