/** A4 documents in the scripts of India: text in columns, and tables that continue over pages. Lengths are in points. */
import type { Font } from 'fontkit'
import Pdf from 'pdfkit'
import { baseFace, breakLines, type Face, type Line } from './pdf-text.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Takes a parsed font too, which its types do not say. */
      font(font: Font, name: string): this
    }
  }
}

const MARGIN = 40
const FOOTER = 20
const PAGE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - FOOTER
const INK = '#1f1a17'
const SOFT = '#6b625c'
const RULE = '#d9d2cb'
const CELL = { top: 4, side: 3 }
const CELL_SIZES = { normal: 8, least: 5 }
/** The widest column of text is not narrower than this, as long as a smaller size of the table's text helps. */
const TEXT_COLUMN_MIN = 80

export interface Column {
  title: string
  /** Width relative to the other columns. */
  share: number
  align?: 'left' | 'right'
  /** As wide as its widest cell if it must be, so that no cell breaks: for numbers. */
  noWrap?: boolean
}

interface TextStyle {
  size?: number
  bold?: boolean
  soft?: boolean
  align?: 'left' | 'right' | 'center'
  noWrap?: boolean
}

interface Block {
  lines: Line[]
  size: number
  style: TextStyle
  height: number
}

export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>
  /** Of the document that is drawn now. */
  #firstPage = 0

  /** @param created the date in the file; a fixed one makes the bytes the same every time */
  constructor(title: string, created: Date) {
    this.#doc = new Pdf({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      font: '',
      info: { Title: title, Producer: 'Haat', Creator: 'Haat', CreationDate: created, ModDate: created },
    })
    const { font, path } = baseFace(false)
    this.#doc.font(font, path)
    const chunks: Buffer[] = []
    this.#bytes = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.#doc.on('end', () => resolve(Buffer.concat(chunks)))
      this.#doc.on('error', reject)
    })
  }

  /** One paragraph over the whole width. */
  text(text: string, style: TextStyle = {}): void {
    this.columns([[text]], [style])
  }

  /**
   * Draws paragraphs side by side.
   *
   * @param blocks the paragraphs of each column
   * @param styles of the first paragraph of each column; the others are regular
   */
  columns(blocks: string[][], styles: TextStyle[] = []): void {
    const gap = 20
    const width = (WIDTH - gap * (blocks.length - 1)) / blocks.length
    const laidOut = blocks.map((block, column) =>
      block.map((text, index) => {
        const { align = 'left' } = styles[column] ?? {}
        return this.#layOut(text, width, index === 0 ? (styles[column] ?? {}) : { align })
      }),
    )
    const heights = laidOut.map((column) => column.reduce((sum, { height }) => sum + height + 1, 0))
    this.#reserve(Math.max(...heights))
    const top = this.#doc.y
    for (const [index, column] of laidOut.entries()) {
      let y = top
      for (const block of column) {
        this.#draw(block, MARGIN + index * (width + gap), y, width)
        y += block.height + 1
      }
    }
    this.#doc.y = top + Math.max(...heights)
  }

  /** The first lines of a document, above a rule: the shop, and beside it the document's title and a line below it. */
  heading(shopName: string, title: string, line: string): void {
    this.columns(
      [[shopName], [title, line]],
      [
        { size: 18, bold: true },
        { size: 14, bold: true, align: 'right' },
      ],
    )
    this.gap(6)
    this.#rule(0.6)
    this.gap(8)
  }

  gap(height: number): void {
    this.#doc.y += height
  }

  /**
   * Draws rows under column titles, which every page repeats. Text becomes smaller where the numbers need the room.
   *
   * @param boldRows how many of the last rows are bold
   */
  table(columns: Column[], rows: string[][], boldRows = 0): void {
    const isBold = (row: number): boolean => row >= rows.length - boldRows
    const { size, widths } = this.#fit(columns, rows, isBold)
    const rowOf = (cells: string[], style: TextStyle) => {
      const blocks = columns.map(({ align = 'left', noWrap = false }, column) =>
        this.#layOut(cells[column] ?? '', widths[column]! - 2 * CELL.side, { noWrap, ...style, align }),
      )
      return { blocks, height: Math.max(...blocks.map((block) => block.height)) + 2 * CELL.top }
    }
    const titles = rowOf(
      columns.map(({ title }) => title),
      { size: Math.min(size, 7.5), bold: true, soft: true, noWrap: false },
    )
    for (const [index, cells] of rows.entries()) {
      const row = rowOf(cells, { size, bold: isBold(index) })
      const isFirst = index === 0
      if (this.#reserve(row.height + (isFirst ? titles.height : 0)) || isFirst) this.#drawRow(titles, widths)
      this.#drawRow(row, widths)
    }
  }

  #drawRow({ blocks, height }: { blocks: Block[]; height: number }, widths: number[]): void {
    const { y } = this.#doc
    let x = MARGIN
    for (const [column, block] of blocks.entries()) {
      const width = widths[column]!
      this.#draw(block, x + CELL.side, y + CELL.top, width - 2 * CELL.side)
      x += width
    }
    this.#doc.y = y + height
    this.#rule(0.4)
  }

  /** The widths of the columns, and the largest text size at which the numbers leave room for the text. */
  #fit(columns: Column[], rows: string[][], isBold: (row: number) => boolean) {
    const sharesOf = (some: Column[]): number => some.reduce((sum, { share }) => sum + share, 0)
    const textShares = sharesOf(columns.filter(({ noWrap }) => !noWrap))
    for (let size = CELL_SIZES.normal; ; size -= 0.5) {
      const fixed = columns.map(({ noWrap, share }, column) => {
        if (!noWrap) return 0
        const widest = rows.map((row, at) => this.#widthOf(row[column] ?? '', { size, bold: isBold(at) }))
        return Math.max((share / sharesOf(columns)) * WIDTH, ...widest.map((width) => width + 2 * CELL.side))
      })
      const left = WIDTH - fixed.reduce((sum, width) => sum + width, 0)
      const textWidths = columns.map(({ noWrap, share }) => (noWrap ? 0 : (left * share) / textShares))
      if (Math.max(...textWidths) < TEXT_COLUMN_MIN && size > CELL_SIZES.least) continue
      return { size, widths: columns.map((_, column) => fixed[column]! + textWidths[column]!) }
    }
  }

  #widthOf(text: string, { size, bold = false }: TextStyle & { size: number }): number {
    return Math.max(0, ...breakLines(text, bold, Infinity, this.#measure(size)).map(({ width }) => width))
  }

  #measure =
    (size: number) =>
    (text: string, { font, path }: Face): number =>
      this.#doc.font(font, path).fontSize(size).widthOfString(text)

  #layOut(text: string, width: number, style: TextStyle): Block {
    const { size = 9, bold = false } = style
    const lines = breakLines(text, bold, style.noWrap ? Infinity : width, this.#measure(size))
    const height = lines.reduce((sum, line) => sum + size * (ascentOf(line) + descentOf(line)), 0)
    return { lines, size, style, height }
  }

  #draw({ lines, size, style }: Block, left: number, top: number, width: number): void {
    const doc = this.#doc.fillColor(style.soft ? SOFT : INK)
    const { y: before } = doc
    let y = top
    for (const line of lines) {
      const baseline = y + size * ascentOf(line)
      let x = left + (width - line.width) * { left: 0, center: 0.5, right: 1 }[style.align ?? 'left']
      for (const { text, face, width: runWidth } of line.runs) {
        doc.font(face.font, face.path).fontSize(size)
        doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
        x += runWidth
      }
      y = baseline + size * descentOf(line)
    }
    doc.y = before
  }

  #rule(thickness: number): void {
    const { y } = this.#doc
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(thickness)
      .stroke(RULE)
  }

  /** Moves to a new page unless there is room. @returns whether it did */
  #reserve(height: number): boolean {
    if (this.#doc.y + height <= BOTTOM) return false
    this.#doc.addPage()
    return true
  }

  /** Writes `footer` and the page number at the bottom of each page of the document that ends. */
  #foot(footer: string): void {
    const { count } = this.#doc.bufferedPageRange()
    const own = count - this.#firstPage
    for (let page = this.#firstPage; page < count; page += 1) {
      this.#doc.switchToPage(page)
      const place = own > 1 ? `  ·  Page ${page - this.#firstPage + 1} of ${own}` : ''
      const style = { size: 7.5, soft: true, align: 'center' } as const
      this.#draw(this.#layOut(`${footer}${place}`, WIDTH, style), MARGIN, PAGE.height - MARGIN, WIDTH)
    }
  }

  /** Begins another document in the same file, after the one with this footer. */
  next(footer: string): void {
    this.#foot(footer)
    this.#doc.addPage()
    this.#firstPage = this.#doc.bufferedPageRange().count - 1
  }

  /** @returns the bytes of the file */
  async end(footer: string): Promise<Buffer> {
    this.#foot(footer)
    this.#doc.end()
    return this.#bytes
  }
}

/** The heights of a line above and below its baseline, for a text size of 1. */
const ascentOf = (line: Line): number =>
  Math.max(...fontsOf(line).map(({ ascent, unitsPerEm }) => ascent / unitsPerEm))
const descentOf = (line: Line): number =>
  Math.max(...fontsOf(line).map(({ descent, unitsPerEm }) => -descent / unitsPerEm))
const fontsOf = ({ runs }: Line): Font[] =>
  [baseFace(false), ...runs.map(({ face }) => face)].map(({ font }) => font)
