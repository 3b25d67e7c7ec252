/** The price rule of all layouts: which columns give price and MRP, and whether a sale is running. */
import { parseMoment } from '../../../acts/cells/parse-moment.ts'
import type { Cell, CellOf, Cells } from './rows.ts'

/** Columns of prices, each `heading, heading`: the first one that the file has counts. */
export interface PriceHeadings {
  usual: string
  /** A price that comes before the usual one, which is the MRP where there is no list price. */
  sale?: string
  list?: string
  /** The days on which the sale begins and ends. One column may hold both, with a slash between them. */
  starts?: string
  ends?: string
}

const hasAmount = ({ text }: Cell): boolean => /[1-9]/.test(text)
const amountOf = ({ text }: Cell): number => Number(text.replaceAll(/[^\d.]/g, ''))
const withoutText = (cell: Cell | undefined): Cell | undefined => cell && { ...cell, text: '' }

/**
 * Gives the cells of a row the price that is in force and the MRP, unless they have them.
 *
 * @param isComplete see Layout: without a sale the usual price is then no MRP
 * @returns the cell of a date that is none, if there is one
 */
export function applyPrices(
  cells: Cells,
  prices: PriceHeadings,
  cell: CellOf,
  { isComplete, now }: { isComplete: boolean; now: Date },
): Cell | null {
  const [usual, listed] = [cell(prices.usual), cell(prices.list)]
  const list = listed?.column === usual?.column ? undefined : listed
  const sale = cells.price ? undefined : cell(prices.sale)
  const runs = sale && hasAmount(sale) && saleRuns(cell(prices.starts), cell(prices.ends), now)
  if (typeof runs === 'object') return runs
  cells.price ??= runs ? sale : (usual ?? (sale && list))
  cells.mrp ??= list ?? (sale && (runs || !isComplete ? usual : withoutText(usual)))
  if (!isComplete || !cells.price || !cells.mrp) return null
  // Other shops write 0 for no MRP.
  if (/0/.test(cells.mrp.text) && !hasAmount(cells.mrp)) cells.mrp = withoutText(cells.mrp)
  const isSale = cells.mrp && amountOf(cells.mrp) > amountOf(cells.price)
  cells.is_on_sale ??= { column: cells.mrp?.column ?? '', text: isSale ? '1' : '0' }
  return null
}

/** The columns of price and MRP in words. @param heading the one that the file has of `heading, heading` */
export function describePrices(
  prices: PriceHeadings,
  heading: (names: string | undefined) => string | undefined,
): { price?: string | undefined; mrp?: string | undefined } {
  const [sale, usual, list] = [heading(prices.sale), heading(prices.usual), heading(prices.list)]
  if (!sale) return { price: usual, mrp: list === usual ? undefined : list }
  const dates = [heading(prices.starts), heading(prices.ends)].filter(Boolean).join(', ')
  const otherwise = usual ?? list
  const price = `${sale}${dates && ` (dates: ${dates})`}${otherwise ? `, or ${otherwise} if empty` : ''}`
  return { price, mrp: list ?? usual }
}

const PERIOD = /^(\d{4}-.*)\/(\d{4}-.*)$/

/** Whether a sale runs, or the cell of a date that is none. Its last day counts. */
export function saleRuns(starts: Cell | undefined, ends: Cell | undefined, now: Date): boolean | Cell {
  const [, first = starts?.text, last = ends?.text] = PERIOD.exec(starts?.text ?? '') ?? []
  const [from, to] = [first, last].map(parseMoment)
  if (starts && !from) return starts
  if (ends && !to) return ends
  return now.getTime() >= (from?.start ?? -Infinity) && now.getTime() < (to?.end ?? Infinity)
}
