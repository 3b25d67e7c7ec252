/** A4 documents in the scripts of India: text in columns, and tables that continue over pages. Lengths are in points. */
import { buffer } from 'node:stream/consumers'
import type { Font } from 'fontkit'
import Pdf from 'pdfkit'
import { ascentOf, drawRuns, heightOfRuns, type Run, writable } from './pdf-text.ts'

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
/** Of Noto Sans, for a text size of 1. Texts beside each other have one baseline, whatever their fonts. */
const ASCENT = 1.069
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
  colour?: string
  align?: 'left' | 'right' | 'center'
}

interface Cell {
  text: string
  style: TextStyle
  width: number
}

/** How the shop's documents differ from Haat's. */
export interface PdfLook {
  /** Of its name and the rule below. */
  colour: string | null
  /** PNG. */
  logo: Uint8Array | null
}

const LOGO = { width: 160, height: 36 }

export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>
  readonly #look: PdfLook
  /** Of the document that is drawn now. */
  #firstPage = 0
  /** Each text is measured some times before it is drawn. */
  readonly #written = new Map<string, Run[]>()

  /** @param created the date in the file; a fixed one makes the bytes the same every time */
  constructor(title: string, created: Date, look: PdfLook = { colour: null, logo: null }) {
    this.#look = look
    this.#doc = new Pdf({
      size: 'A4',
      // Pages are begun here alone: see #reserve().
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
      bufferPages: true,
      font: '',
      info: { Title: title, Producer: 'Haat', Creator: 'Haat', CreationDate: created, ModDate: created },
    })
    this.#bytes = buffer(this.#doc)
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
    const columns = blocks.map((block, column) => {
      const first = styles[column] ?? {}
      const { align = 'left' } = first
      return block.map((text, index): Cell => ({ text, width, style: index === 0 ? first : { align } }))
    })
    const heightOf = (cell: Cell): number => this.#heightOf(cell) + 1
    const heights = columns.map((cells) => cells.reduce((sum, cell) => sum + heightOf(cell), 0))
    this.#reserve(Math.max(...heights))
    const top = this.#doc.y
    for (const [index, cells] of columns.entries()) {
      let y = top
      for (const cell of cells) {
        this.#draw(cell, MARGIN + index * (width + gap), y)
        y += heightOf(cell)
      }
    }
    this.#doc.y = top + Math.max(...heights)
  }

  /** The first lines of a document, above a rule: the shop, and beside it the document's title and a line below it. */
  heading(shopName: string, title: string, line: string): void {
    const { colour, logo } = this.#look
    if (logo !== null) {
      const { y } = this.#doc
      this.#doc.image(Buffer.from(logo), MARGIN, y, { fit: [LOGO.width, LOGO.height] })
      this.#doc.y = y + LOGO.height + 4
    }
    this.columns(
      [[shopName], [title, line]],
      [
        { size: 18, bold: true, ...(colour !== null && { colour }) },
        { size: 14, bold: true, align: 'right' },
      ],
    )
    this.gap(6)
    this.#rule(0.6, colour ?? RULE)
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
    const rowOf = (texts: string[], style: TextStyle) => {
      const cells = columns.map(({ align = 'left' }, column): Cell => {
        return {
          text: texts[column] ?? '',
          style: { ...style, align },
          width: widths[column]! - 2 * CELL.side,
        }
      })
      return { cells, height: Math.max(...cells.map((cell) => this.#heightOf(cell))) + 2 * CELL.top }
    }
    const titles = rowOf(
      columns.map(({ title }) => title),
      { size: Math.min(size, 7.5), bold: true, soft: true },
    )
    for (const [index, texts] of rows.entries()) {
      const row = rowOf(texts, { size, bold: isBold(index) })
      const isFirst = index === 0
      if (this.#reserve(row.height + (isFirst ? titles.height : 0)) || isFirst) this.#drawRow(titles)
      this.#drawRow(row)
    }
  }

  #drawRow({ cells, height }: { cells: Cell[]; height: number }): void {
    const { y } = this.#doc
    let x = MARGIN
    for (const cell of cells) {
      this.#draw(cell, x + CELL.side, y + CELL.top)
      x += cell.width + 2 * CELL.side
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

  /** @returns the runs of a text, and how far its baseline is to be lowered */
  #write(text: string, { size = 9, bold = false }: TextStyle): { runs: Run[]; lower: number } {
    const key = `${bold}${text}`
    const runs = this.#written.get(key) ?? writable(text, bold)
    this.#written.set(key, runs)
    this.#doc.fontSize(size)
    return { runs, lower: size * Math.max(0, ASCENT - ascentOf(runs)) }
  }

  /** Rounded up: in a column of this width the text does not break. */
  #widthOf(text: string, style: TextStyle): number {
    const widths = this.#write(text, style).runs.map((run) =>
      this.#doc.font(run.face.font, run.face.path).widthOfString(run.text),
    )
    return Math.ceil(widths.reduce((sum, width) => sum + width, 0))
  }

  #heightOf({ text, style, width }: Cell): number {
    const { runs, lower } = this.#write(text, style)
    return lower + heightOfRuns(this.#doc, runs, width)
  }

  #draw({ text, style, width }: Cell, x: number, y: number): void {
    const { runs, lower } = this.#write(text, style)
    const { align = 'left', size = 9 } = style
    this.#doc.fillColor(style.colour ?? (style.soft ? SOFT : INK))
    drawRuns(this.#doc, runs, { x, y: y + lower, size }, { width, align })
  }

  #rule(thickness: number, colour = RULE): void {
    const { y } = this.#doc
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(thickness)
      .stroke(colour)
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
      this.#draw({ text: `${footer}${place}`, style, width: WIDTH }, MARGIN, PAGE.height - MARGIN)
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
