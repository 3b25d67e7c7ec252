/** The papers of orders, and the sheet of the courier who takes the parcels. */
import * as z from 'zod/mini'
import { Id } from '../wire.ts'
import { act, each, field, FileReply, csvText, flag, line, optional, table, TextOrNull } from './act.ts'

const orders = field(z.array(z.string()).check(z.minLength(1)), 'numbers or ids of the orders')

const ShippedRow = z.object({
  ...each(z.string(), 'order', 'tracking', 'courier'),
  id: z.nullable(Id),
  /** Null for an order that was shipped; with `dry_run`, for one that can be. */
  ...each(TextOrNull, 'customer', 'problem'),
})
export type ShippedRow = z.output<typeof ShippedRow>

/** A document of orders; those of several orders are pages of one file. */
const paper = (
  name: string,
  permission: 'orders.read' | 'orders.pack' | 'orders.ship' | 'invoices.write',
  summary: string,
  method: 'GET' | 'POST' = 'POST',
) =>
  act(`orders ${name} <orders...>`, {
    route: `${method} /api/desk/orders/${name}`,
    permission,
    summary: `${summary}, as a PDF; several orders in one`,
    help: `Examples:\n  haat orders ${name} 42\n  haat orders ${name} 42 43 44 --out ${name}s.pdf`,
    input: { orders },
    reply: FileReply,
    file: 'application/pdf',
    audited: true,
    undo: false,
  })

export const orderPapers = {
  ship_sheet: act('orders ship-sheet <sheet>', {
    route: 'POST /api/desk/orders/ship-sheet',
    permission: 'orders.ship',
    summary: "ship the orders of a courier's sheet; a line that is refused does not stop the others",
    help: `Columns: order number, tracking number and courier, divided by tabs or commas; headings may say another order.

Example:
  haat orders ship-sheet manifest.csv --courier Delhivery --dry-run`,
    input: {
      sheet: csvText('the sheet, as text'),
      courier: optional(line(100, 'name of the courier'), 'name of the courier where the sheet names none'),
      dry_run: flag('only say what would happen'),
    },
    reply: table(ShippedRow),
  }),
  invoice: paper('invoice', 'orders.read', 'write the GST invoices (without a GSTIN: bills of supply)'),
  reissue: paper(
    'reissue',
    'invoices.write',
    "make invoices of this month void and write new ones, with today's seller and address",
  ),
  credit_note: paper(
    'credit-note',
    'orders.read',
    'write the credit notes for what came back or was cancelled',
    'GET',
  ),
  packing_slip: paper('packing-slip', 'orders.pack', 'write the packing slips for the parcels', 'GET'),
  label: paper('label', 'orders.pack', 'write the labels of 100 × 150 mm for the parcels', 'GET'),
  pick_list: paper('pick-list', 'orders.pack', 'list what to take from the shelf, by SKU', 'GET'),
  manifest: paper('manifest', 'orders.ship', 'list the parcels that each courier takes over', 'GET'),
}
