/** Ships the orders of a courier's sheet: a line for each parcel. */
import { isUnshipped } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import type { ShippedRow } from '@haat/contract/staff/order-papers'
import { statusText } from '@haat/contract/staff/orders'
import { badRequest, Failure } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { csvRows } from '../cells/csv-rows.ts'
import { changeOrder, findOrderId, getOrder, refuseTests } from './orders.ts'

const HEADINGS = {
  order: /(^|[\W_])(order|reference|ref)([\W_]|$)/i,
  tracking: /(^|[\W_])(awb|way ?bill|tracking|docket|consignment)([\W_]|$)/i,
  courier: /(^|[\W_])(courier|carrier|partner)([\W_]|$)/i,
}
/** What a spreadsheet makes of a long number, whose last digits are lost: `1.23457E+13`. */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i
const MOST_ROWS = 500

/** The columns of a sheet: by its headings, or else order, AWB and courier. */
function rowsOf(sheet: string): Pick<ShippedRow, 'order' | 'tracking' | 'courier'>[] {
  const delimiter = sheet.includes('\t') ? '\t' : [',', ';']
  const refusal = 'A quotation mark in the sheet is not closed, or stands inside a cell.'
  const cells = csvRows(sheet, refusal, delimiter)
  const [head = []] = cells
  const at = (heading: RegExp): number => head.findIndex((cell) => heading.test(cell))
  // AWB first: "Order tracking number" is one.
  const tracking = at(HEADINGS.tracking)
  const hasHead = tracking >= 0 || at(HEADINGS.order) >= 0
  const order = hasHead ? head.findIndex((cell, index) => index !== tracking && HEADINGS.order.test(cell)) : 0
  const columns = hasHead
    ? { order, tracking, courier: at(HEADINGS.courier) }
    : { order, tracking: 1, courier: 2 }
  if (columns.order < 0 || columns.tracking < 0)
    throw badRequest('The sheet needs a column of order numbers and one of tracking numbers (AWB).')
  return (hasHead ? cells.slice(1) : cells).map((row) => ({
    order: row[columns.order] ?? '',
    tracking: row[columns.tracking] ?? '',
    courier: row[columns.courier] ?? '',
  }))
}

/** @returns for each line what happened, or with `dry_run` would happen; one that is refused does not stop the others */
export async function shipSheet(
  shop: Shop,
  { sheet, courier = '', dry_run }: InputOf<Staff['orders']['ship_sheet']>,
): Promise<ShippedRow[]> {
  const rows = rowsOf(sheet)
  if (rows.length === 0) throw badRequest('Paste at least one line: order number, tracking number, courier.')
  if (rows.length > MOST_ROWS) throw badRequest(`At most ${MOST_ROWS} lines at once, please.`)
  if (!dry_run) await refuseTests(shop)
  const done: ShippedRow[] = []
  for (const row of rows) {
    const shipped = { ...row, courier: row.courier || courier, id: null, customer: null, problem: null }
    done.push(await shipRow(shop, shipped, done, dry_run))
  }
  return done
}

async function shipRow(
  shop: Shop,
  row: ShippedRow,
  before: readonly ShippedRow[],
  isTrial: boolean,
): Promise<ShippedRow> {
  const { order: name, tracking, courier } = row
  try {
    const { order } = await getOrder(shop, await findOrderId(shop, name))
    const found = { ...row, id: order.id, customer: order.shipping_name }
    const refused = (problem: string): ShippedRow => ({ ...found, problem })
    const earlier = before.filter(({ problem }) => problem === null)
    if (earlier.some(({ id }) => id === order.id)) return refused('This order stands in the sheet twice.')
    if (!isUnshipped(order.status))
      return refused(`Order ${order.id} is ${statusText(order.status)}: it cannot be shipped.`)
    if (tracking === '') return refused('The tracking number is missing.')
    if (SHORTENED.test(tracking))
      return refused(
        `The spreadsheet has shortened the tracking number to ${tracking}: format its column as text.`,
      )
    if (tracking.length > 100 || courier.length > 100)
      return refused('A tracking number or courier has at most 100 letters.')
    if (earlier.some((one) => one.tracking === tracking))
      return refused('Another line has this tracking number.')
    if (courier === '') return refused('Which courier? Name one below, or in a third column.')
    if (!isTrial) await changeOrder(shop, order.id, 'ship', { courier, tracking_number: tracking })
    return found
  } catch (error) {
    if (error instanceof Failure) return { ...row, problem: error.message }
    throw error
  }
}
