/** `haat orders invoice|packing-slip`: an order on paper. */
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findAnyOrder } from './orders.store.ts'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { parseId, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  out?: string
}

export function registerOrderPapers(orders: Command): void {
  const paper = (name: string, what: string, make: (shop: Shop, id: number) => Promise<Uint8Array>) =>
    orders
      .command(name)
      .description(`write ${what}`)
      .argument('<order>', 'its number')
      .option('--out <file>', `where to (default: ${name}-<order>.pdf in this folder)`)
      .addHelpText('after', `\nExample:\n  haat orders ${name} 42 --out ${name}-42.pdf`)
      .action(async (order: string, { out }: Options) => {
        const id = parseId(order, 'order')
        const file = out ?? `${name}-${id}.pdf`
        await writeFile(file, await withShop((shop) => make(shop, id))).catch((error: unknown) => {
          throw isFileError(error) ? new UserError(`${file} cannot be written.`) : error
        })
        console.log(`Wrote ${file}.`)
      })
  paper('invoice', 'its GST invoice (a bill of supply when the shop has no GSTIN)', makeInvoice)
  paper('packing-slip', 'what goes into the parcel', makePackingSlip)
}

const isFileError = (error: unknown): boolean =>
  ['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'ENOTDIR'].includes(
    (error as { code?: string }).code ?? '',
  )

async function makeInvoice(shop: Shop, id: number): Promise<Uint8Array> {
  const paper = await issueInvoice(shop, id, null)
  if (!paper)
    throw new UserError(`There is nothing to invoice: no order ${id} that was confirmed and stands.`)
  const { drawInvoice } = await import('../../features/invoices/draw-invoice.ts')
  return drawInvoice(paper)
}

async function makePackingSlip({ db }: Shop, id: number): Promise<Uint8Array> {
  const found = await findAnyOrder(db, id)
  if (!found) throw new UserError(`There is no order ${id}.`)
  const { shop_name, contact } = await readSettings(db)
  const { drawPackingSlip } = await import('./draw-packing-slip.ts')
  const sender = { shop_name, address: contact.address, phone: contact.phones[0] ?? '' }
  return drawPackingSlip(sender, found.order, found.items)
}
