/** A4 paper with a font that has ₹: text in columns and tables that go on over pages. Points, from the top left. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PdfDocument from 'pdfkit'

const MARGIN = 40
const PAGE = { width: 595.28, height: 841.89 }
export const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 20
const INK = '#1f1a17'
const SOFT = '#6b625c'
const LINE = '#d9d2cb'

const require = createRequire(import.meta.url)
const fonts = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'))
const REGULAR = join(fonts, '400Regular/NotoSans_400Regular.ttf')
const BOLD = join(fonts, '700Bold/NotoSans_700Bold.ttf')

export interface Column {
  title: string
  /** A share of the width, relative to the other columns. */
  share: number
  align?: 'left' | 'right'
}

interface TextStyle {
  size?: number
  bold?: boolean
  soft?: boolean
  align?: 'left' | 'right' | 'center'
}

export class Sheet {
  readonly #doc: PDFKit.PDFDocument
  readonly #done: Promise<Buffer>
  #y = MARGIN

  /** @param title what the document calls itself; `created` keeps its bytes the same every time */
  constructor(title: string, created: Date) {
    this.#doc = new PdfDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      info: { Title: title, Producer: 'Haat', Creator: 'Haat', CreationDate: created, ModDate: created },
    })
    this.#doc.registerFont('regular', REGULAR)
    this.#doc.registerFont('bold', BOLD)
    const chunks: Buffer[] = []
    this.#done = new Promise((resolve, reject) => {
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
   * Paragraphs side by side.
   *
   * @param styles of the first paragraph of each; the others are regular
   */
  columns(blocks: string[][], styles: TextStyle[] = []): void {
    const gap = 20
    const width = (WIDTH - gap * (blocks.length - 1)) / blocks.length
    this.#room(blocks.reduce((most, block) => Math.max(most, this.#height(block, width, 9)), 0))
    const ends = blocks.map((block, column) => {
      let y = this.#y
      for (const [index, text] of block.entries()) {
        const style = index === 0 ? (styles[column] ?? {}) : { align: styles[column]?.align }
        y += this.#write(text, MARGIN + column * (width + gap), y, width, { ...style }) + 1
      }
      return y
    })
    this.#y = Math.max(...ends)
  }

  gap(height: number): void {
    this.#y += height
  }

  rule(): void {
    this.#doc
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + WIDTH, this.#y)
      .lineWidth(0.6)
      .stroke(LINE)
    this.#y += 8
  }

  /** Rows under headings, which are said again on every page; the last `bold` rows stand out. */
  table(columns: Column[], rows: string[][], bold = 0): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns.map(({ share }) => (share / shares) * WIDTH)
    const head = columns.map(({ title }) => title)
    this.#row(columns, widths, head, { bold: true, size: 7.5, soft: true })
    for (const [index, row] of rows.entries()) {
      const isBold = index >= rows.length - bold
      if (this.#isFull(this.#rowHeight(row, widths, 8))) {
        this.#newPage()
        this.#row(columns, widths, head, { bold: true, size: 7.5, soft: true })
      }
      this.#row(columns, widths, row, { size: 8, bold: isBold })
    }
  }

  #row(columns: Column[], widths: number[], cells: string[], style: TextStyle): void {
    const height = this.#rowHeight(cells, widths, style.size ?? 8)
    this.#room(height)
    let x = MARGIN
    for (const [index, cell] of cells.entries()) {
      const width = widths[index] ?? 0
      this.#write(cell, x + 3, this.#y + 4, width - 6, { ...style, align: columns[index]?.align ?? 'left' })
      x += width
    }
    this.#y += height
    this.#doc
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + WIDTH, this.#y)
      .lineWidth(0.4)
      .stroke(LINE)
  }

  #rowHeight(cells: string[], widths: number[], size: number): number {
    this.#doc.font('bold').fontSize(size)
    return (
      8 +
      Math.max(
        ...cells.map((cell, index) => this.#doc.heightOfString(cell, { width: (widths[index] ?? 0) - 6 })),
      )
    )
  }

  #height(paragraphs: string[], width: number, size: number): number {
    this.#doc.font('bold').fontSize(size)
    return paragraphs.reduce((sum, text) => sum + this.#doc.heightOfString(text, { width }) + 1, 0)
  }

  #write(text: string, x: number, y: number, width: number, style: TextStyle): number {
    const { size = 9, bold = false, soft = false, align = 'left' } = style
    this.#doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(soft ? SOFT : INK)
    this.#doc.text(text, x, y, { width, align })
    return this.#doc.heightOfString(text, { width })
  }

  #isFull(height: number): boolean {
    return this.#y + height > BOTTOM
  }

  #room(height: number): void {
    if (this.#isFull(height)) this.#newPage()
  }

  #newPage(): void {
    this.#doc.addPage()
    this.#y = MARGIN
  }

  /** Ends the paper, with `footer` and the page's number at the foot of each page. */
  async end(footer: string): Promise<Buffer> {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      this.#doc.switchToPage(page)
      const place = `${footer}${count > 1 ? `  ·  Page ${page + 1} of ${count}` : ''}`
      this.#write(place, MARGIN, PAGE.height - MARGIN, WIDTH, { size: 7.5, soft: true, align: 'center' })
    }
    this.#doc.end()
    return this.#done
  }
}
