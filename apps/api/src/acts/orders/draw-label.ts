/** Labels of 100 × 150 mm (4 × 6 inches), in black alone: label printers have no other colour. Lengths are in points. */
import { buffer } from 'node:stream/consumers'
import bwip from '@bwip-js/node'
import Pdf from 'pdfkit'
import { drawRuns, heightOfRuns, writable } from '../../features/invoices/pdf-text.ts'

export interface Label {
  to: { name: string; street: string; place: string; pin: string; phone: string }
  /** `COD ₹1,249 · COLLECT`, or `PREPAID`. */
  payment: string
  /** Of the barcode: the courier's number, or else the order's. */
  code: { caption: string; text: string }
  /** Where it goes back to. */
  from: string[]
  facts: string[]
  items: string[]
}

const PAGE = { width: 283.46, height: 425.2 }
const MARGIN = 14
const WIDTH = PAGE.width - 2 * MARGIN
const BARS = { height: 46, module: 1.5 }
const BOTTOM = PAGE.height - MARGIN

interface Style {
  /** The largest of these at which the text fits in `lines`; in the last one the rest is cut off. */
  sizes: number[]
  lines?: number
  bold?: boolean
  align?: 'left' | 'center'
}

class LabelPage {
  readonly #doc: PDFKit.PDFDocument
  y = MARGIN

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    doc.addPage()
  }

  text(text: string, { sizes, lines = 1, bold = false, align = 'left' }: Style): void {
    const runs = writable(text, bold)
    const doc = this.#doc
    const heightAt = (size: number): number => heightOfRuns(doc.fontSize(size), runs, WIDTH)
    const lineHeights = (): number => lines * doc.currentLineHeight(true)
    const size = sizes.find((one) => heightAt(one) <= lineHeights() + 1) ?? sizes.at(-1) ?? 8
    const height = Math.min(heightAt(size), lineHeights())
    doc.fillColor('black')
    const at = { x: MARGIN, y: this.y, size }
    drawRuns(doc, runs, at, { width: WIDTH, height: height + 1, align, ellipsis: true })
    this.y += height
  }

  rule(): void {
    this.y += 4
    this.#doc
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .lineWidth(0.8)
      .stroke('black')
    this.y += 4
  }

  boxed(text: string): void {
    const top = this.y
    this.y += 3
    this.text(text, { sizes: [20, 17, 14], bold: true, align: 'center' })
    this.y += 3
    this.#doc
      .rect(MARGIN, top, WIDTH, this.y - top)
      .lineWidth(2)
      .stroke('black')
    this.y += 7
  }

  barcode(text: string): void {
    const [code] = bwip.raw({ bcid: 'code128', text })
    const widths = code && 'sbs' in code ? code.sbs : []
    const modules = widths.reduce((sum, width) => sum + width, 0)
    const module = Math.min(BARS.module, WIDTH / modules)
    let x = MARGIN + (WIDTH - modules * module) / 2
    for (const [index, width] of widths.entries()) {
      // Bars and spaces by turns.
      if (index % 2 === 0) this.#doc.rect(x, this.y, width * module, BARS.height).fill('black')
      x += width * module
    }
    this.y += BARS.height + 2
  }
}

function drawLabel(page: LabelPage, { to, payment, code, from, facts, items }: Label): void {
  page.boxed(payment)
  page.text('DELIVER TO', { sizes: [7], bold: true })
  page.text(to.name, { sizes: [13, 11, 9], bold: true })
  page.text(to.street, { sizes: [10, 8.5, 7], lines: 4 })
  page.text(to.place, { sizes: [10, 8.5] })
  page.text(`PIN ${to.pin}`, { sizes: [26], bold: true })
  page.text(`Phone ${to.phone}`, { sizes: [11], bold: true })
  page.rule()
  page.barcode(code.text)
  page.text(`${code.caption} ${code.text}`, { sizes: [10, 8], bold: true, align: 'center' })
  page.rule()
  page.text('IF UNDELIVERED, RETURN TO', { sizes: [7], bold: true })
  page.text(from.join(', '), { sizes: [8, 7, 6], lines: 3 })
  page.text(facts.join('  ·  '), { sizes: [8, 7, 6], lines: 2 })
  page.rule()
  for (const [index, item] of items.entries()) {
    const left = items.length - index
    if (page.y + (left > 1 ? 22 : 11) > BOTTOM) {
      page.text(`and ${left} more: see the packing slip`, { sizes: [7.5] })
      break
    }
    page.text(item, { sizes: [7.5] })
  }
}

/** @param created the date in the file */
export async function drawLabels(labels: readonly Label[], created: Date): Promise<Uint8Array> {
  const doc = new Pdf({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    info: { Title: 'Labels', Producer: 'Haat', Creator: 'Haat', CreationDate: created, ModDate: created },
  })
  const bytes = buffer(doc)
  for (const label of labels) drawLabel(new LabelPage(doc), label)
  doc.end()
  return bytes
}
