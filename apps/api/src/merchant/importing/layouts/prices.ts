/** The price rule of all layouts: which columns give price and MRP, and whether a sale is running. */
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import type { Headings } from './columns.ts'
import type { Cell, Cells } from './fields.ts'

/** Headings of prices, each `heading, heading`: the first one that the file has counts. */
export interface PriceHeadings {
  usual: string
  /** A price that comes before the usual one, which is the MRP where there is no list price. */
  sale?: string
  list?: string
  /** The days on which the sale begins and ends. One column may hold both, with a slash between them. */
  starts?: string
  ends?: string
}

/** Indexes of columns; -1 if the file has none. */
export interface PriceColumns {
  price: number
  mrp: number
  /** The price of rows whose sale price is empty or not in force; -1 if the file has no sale price. */
  otherwise: number
  starts: number
  ends: number
}

export const NO_PRICES: PriceColumns = { price: -1, mrp: -1, otherwise: -1, starts: -1, ends: -1 }

/** @param hasOwnPrice whether the user has chosen the column of the price */
export function bindPrices(names: PriceHeadings, headings: Headings, hasOwnPrice: boolean): PriceColumns {
  const [usual, list] = [headings.findFirst(names.usual), headings.findFirst(names.list)]
  const sale = hasOwnPrice ? -1 : headings.findFirst(names.sale)
  if (sale < 0) return { ...NO_PRICES, price: usual, mrp: list }
  return {
    price: sale,
    mrp: list < 0 ? usual : list,
    otherwise: usual < 0 ? list : usual,
    starts: headings.findFirst(names.starts),
    ends: headings.findFirst(names.ends),
  }
}

const hasAmount = (cell: Cell | undefined): boolean => cell !== undefined && /[1-9]/.test(cell.text)
const amountOf = ({ text }: Cell): number => Number(text.replaceAll(/[^\d.]/g, ''))

/**
 * Leaves the price that is in force in the cells of a row.
 *
 * @param cellAt the row's cell in a column
 * @param isComplete see Layout: without a sale the usual price is then no MRP
 * @returns the cell of a date that is none, if there is one
 */
export function applyPrices(
  cells: Cells,
  columns: PriceColumns,
  cellAt: (at: number) => Cell | undefined,
  { isComplete, now }: { isComplete: boolean; now: Date },
): Cell | null {
  if (columns.otherwise >= 0) {
    const runs = hasAmount(cells.price) && saleRuns(cellAt(columns.starts), cellAt(columns.ends), now)
    if (typeof runs === 'object') return runs
    if (!runs) cells.price = cellAt(columns.otherwise)
    if (!runs && isComplete && cells.mrp && columns.mrp === columns.otherwise) cells.mrp.text = ''
  }
  const { price, mrp } = cells
  if (!isComplete || !price || !mrp) return null
  // Other shops write 0 for no MRP.
  if (/0/.test(mrp.text) && !hasAmount(mrp)) mrp.text = ''
  cells.is_on_sale ??= { column: mrp.column, text: amountOf(mrp) > amountOf(price) ? '1' : '0' }
  return null
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

const DAY = 24 * 60 * 60 * 1000
const DAY_FIRST = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4})$/
const YEAR_FIRST = /^(\d{4})[/-](\d\d?)[/-](\d\d?)(.*)$/
const ZONE = /(Z|[+-]\d\d:?\d\d)$/

/** When a day begins and ends, as in 31/12/2026 or 2026-12-31, or a moment; in India's time if it names none. */
function parseMoment(text = ''): { start: number; end: number } | null {
  if (text === '') return { start: -Infinity, end: Infinity }
  const [year, month = '', day = '', time = ''] =
    YEAR_FIRST.exec(text)?.slice(1) ?? DAY_FIRST.exec(text)?.slice(1).toReversed() ?? []
  if (year === undefined) return null
  // Exports write a day as the midnight that it begins with.
  const isDay = /^([ T]00:00(:00)?)?$/.test(time)
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const start = Date.parse(`${date}${isDay ? 'T00:00' : time}${ZONE.test(time) ? '' : SHOP_UTC_OFFSET}`)
  // 31/02 would be a day of March.
  const dayInIndia = new Date(Date.parse(`${date}T00:00Z`)).getUTCDate()
  if (Number.isNaN(start) || dayInIndia !== Number(day)) return null
  return { start, end: isDay ? start + DAY : start }
}
