/** Issues the invoice of an order, and draws it beside the requests. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Contract } from '@haat/contract'
import { isSold } from '@haat/contract/rules'
import PQueue from 'p-queue'
import type { Tx } from '../../db/database.ts'
import { notFound, unavailable } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { PACKAGE } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { findItems, findOrderRow, type OrderRow } from '../orders/orders.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type Invoice, numberIn, type Seller, seriesOf, toInvoice } from './invoice.ts'
import { nextCount, storeInvoice } from './invoices.store.ts'

/** From the sources, which are there next to a build as well. */
const WORKER = join(PACKAGE, 'src/features/invoices/draw-worker.ts')
const DRAW_WITHIN_MS = 20_000
const WAITING_MAX = 100

/**
 * Draws invoices in a thread of their own, one after the other: drawing takes long enough to delay other
 * requests, and the thread's memory is free again afterwards.
 *
 * @param options.within ms that drawing one invoice may take; the thread is then ended
 */
export function createDrawer({ worker = WORKER, within = DRAW_WITHIN_MS } = {}) {
  const queue = new PQueue({ concurrency: 1, timeout: within })
  const drawInThread = (invoice: Invoice, signal?: AbortSignal): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(worker, { workerData: invoice })
      signal?.addEventListener('abort', () => void thread.terminate())
      thread.once('message', (bytes: Uint8Array) => resolve(bytes))
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('The drawing thread ended without an invoice.')))
    })
  /** @throws Failure 503 when too many invoices are waiting, or this one cannot be drawn */
  return async (invoice: Invoice, log: Pick<Shop['log'], 'error'>): Promise<Uint8Array> => {
    if (queue.size >= WAITING_MAX) throw unavailable()
    try {
      return await queue.add(({ signal }) => drawInThread(invoice, signal))
    } catch (error) {
      log.error({ err: error, invoice: invoice.number }, 'an invoice was not drawn')
      throw unavailable()
    }
  }
}

const draw = createDrawer()

export const invoices: Handlers<Contract['invoices']> = {
  async get({ params, customerId }, shop) {
    const invoice = await issueInvoice(shop, params.id, customerId)
    if (!invoice) throw notFound('Invoice')
    return { name: `invoice-${params.id}.pdf`, bytes: await draw(invoice, shop.log) }
  },
}

/**
 * Returns the order's invoice: the one it has, or a new one when the order is sold and has none.
 *
 * @param customerId null for the merchant, who may see every order
 * @returns null when there is no such order, it is another customer's, or it is not sold
 */
export async function issueInvoice(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  customerId: number | null,
): Promise<Invoice | null> {
  const found = await findOrderRow(db, orderId)
  if (!found || (customerId !== null && found.user_id !== customerId)) return null
  if (found.invoice_number !== null) return toInvoice(found, await findItems(db, orderId))
  if (!isSold(found.status)) return null
  const order = await db.transaction((tx) => giveNumber(tx, found, now()))
  return order && toInvoice(order, await findItems(db, orderId))
}

/** Numbers an order's invoice once, in the series of the financial year. */
async function giveNumber(tx: Tx, { id, user_id }: OrderRow, now: Date): Promise<OrderRow | null> {
  await lockCustomer(tx, user_id)
  const order = await findOrderRow(tx, id)
  if (!order || order.invoice_number !== null) return order ?? null
  if (!isSold(order.status)) return null
  const { shop_name, seller } = await readSettings(tx)
  const { legal_name, address, state, gstin } = seller
  const series = seriesOf(gstin ? 'tax_invoice' : 'bill_of_supply', now)
  const issued = {
    invoice_number: numberIn(series, await nextCount(tx, series)),
    invoiced_at: now,
    invoice_seller: JSON.stringify({ shop_name, legal_name, address, state, gstin } satisfies Seller),
  }
  await storeInvoice(tx, id, issued)
  return { ...order, ...issued }
}
