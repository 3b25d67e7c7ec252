/** A4 documents in a font that has ₹: text in columns, and tables that continue over pages. Lengths are in points. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Pdf from 'pdfkit'

const MARGIN = 40
const FOOTER = 20
const PAGE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - FOOTER
const INK = '#1f1a17'
const SOFT = '#6b625c'
const LINE = '#d9d2cb'

const require = createRequire(import.meta.url)
const fonts = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'))
// Used by path, not by registered name: after each table cell pdfkit goes back to the font by its path, and would
// parse the file again.
const REGULAR = join(fonts, '400Regular/NotoSans_400Regular.ttf')
const BOLD = join(fonts, '700Bold/NotoSans_700Bold.ttf')

export interface Column {
  title: string
  /** Width relative to the other columns. */
  share: number
  align?: 'left' | 'right'
}

interface TextStyle {
  size?: number
  bold?: boolean
  soft?: boolean
  align?: 'left' | 'right' | 'center'
}

const cellStyle = () => ({
  padding: { top: 4, right: 3, bottom: 4, left: 3 },
  border: { top: 0, right: 0, bottom: 0.4, left: 0 },
  borderColor: { top: LINE, right: LINE, bottom: LINE, left: LINE },
})

export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>

  /** @param created the date in the file; a fixed one makes the bytes the same every time */
  constructor(title: string, created: Date) {
    this.#doc = new Pdf({
      size: 'A4',
      margins: { top: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER, left: MARGIN },
      bufferPages: true,
      info: { Title: title, Producer: 'Haat', Creator: 'Haat', CreationDate: created, ModDate: created },
    })
    this.#doc.font(REGULAR)
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
    const doc = this.#doc
    const gap = 20
    const width = (WIDTH - gap * (blocks.length - 1)) / blocks.length
    doc.font(BOLD).fontSize(9)
    const height = (block: string[]): number =>
      block.reduce((sum, text) => sum + doc.heightOfString(text, { width }) + 1, 0)
    if (doc.y + Math.max(...blocks.map(height)) > BOTTOM) doc.addPage()
    const top = doc.y
    const ends = blocks.map((block, column) => {
      doc.y = top
      for (const [index, text] of block.entries()) {
        const style = index === 0 ? (styles[column] ?? {}) : { align: styles[column]?.align }
        this.#write(text, MARGIN + column * (width + gap), width, style)
        doc.y += 1
      }
      return doc.y
    })
    doc.y = Math.max(...ends)
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
    this.rule()
  }

  gap(height: number): void {
    this.#doc.y += height
  }

  rule(): void {
    const { y } = this.#doc
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.6)
      .stroke(LINE)
    this.gap(8)
  }

  /**
   * Draws rows under column titles, which every page repeats.
   *
   * @param boldRows how many of the last rows are bold
   */
  table(columns: Column[], rows: string[][], boldRows = 0): void {
    const doc = this.#doc
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const columnStyles = columns.map(({ share, align = 'left' }) => ({
      width: (share / shares) * WIDTH,
      align: { x: align, y: 'top' as const },
    }))
    const drawTitles = (): void => {
      doc.table({
        position: { x: MARGIN, y: doc.y },
        columnStyles: structuredClone(columnStyles),
        rowStyles: () => ({ font: { src: BOLD, size: 7.5 }, textColor: SOFT }),
        defaultStyle: cellStyle(),
        data: [columns.map(({ title }) => title)],
      })
    }
    // pdfkit starts the rows of a new page at the top margin: below the titles, while a table is drawn.
    const top = doc.y
    drawTitles()
    const titlesHeight = doc.y - top
    const reserveTitles = (): void => {
      doc.page.margins.top = MARGIN + titlesHeight
    }
    const continueTable = (): void => {
      drawTitles()
      reserveTitles()
    }
    reserveTitles()
    doc.on('pageAdded', continueTable)
    doc.table({
      position: { x: MARGIN, y: doc.y },
      columnStyles,
      rowStyles: (row) => ({
        font: { src: row >= rows.length - boldRows ? BOLD : REGULAR, size: 8 },
        textColor: INK,
      }),
      defaultStyle: cellStyle(),
      data: rows,
    })
    doc.off('pageAdded', continueTable)
  }

  /** Writes at the current height and moves below the text. */
  #write(text: string, x: number, width: number, style: TextStyle): void {
    const { size = 9, bold = false, soft = false, align = 'left' } = style
    this.#doc
      .font(bold ? BOLD : REGULAR)
      .fontSize(size)
      .fillColor(soft ? SOFT : INK)
      .text(text, x, this.#doc.y, { width, align })
  }

  /** Writes `footer` and the page number at the bottom of each page. @returns the bytes of the file */
  async end(footer: string): Promise<Buffer> {
    const doc = this.#doc
    const { start, count } = doc.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      doc.switchToPage(page)
      doc.page.margins.bottom = 0
      doc.y = PAGE.height - MARGIN
      const place = count > 1 ? `  ·  Page ${page + 1} of ${count}` : ''
      this.#write(`${footer}${place}`, MARGIN, WIDTH, { size: 7.5, soft: true, align: 'center' })
    }
    doc.end()
    return this.#bytes
  }
}
