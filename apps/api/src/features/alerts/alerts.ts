/** What the merchant is told by mail and log: here of stock, in `features/orders/order-alerts.ts` of orders. */
import { itemName, variantLabel } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { lockName } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { letter, textFooter } from '../mail/mail-layout.ts'
import { type MailDraft, mailKind } from '../mail/outbox.ts'
import { readSettings } from '../settings/settings.store.ts'
import * as store from './alerts.store.ts'

/** Lines of one mail: the others are counted. */
const LINES_MAX = 100

/** What happened, in one line as the subject, and what to do in the others. */
export interface AlertText {
  subject: string
  lines: string[]
}

/**
 * Logs an alert, and makes the mail to the address of the setting `alerts.email`; null while that is empty.
 *
 * @param about what the log names beside the text
 */
export async function alertMail(
  shop: Pick<Shop, 'db' | 'config' | 'log'>,
  about: { alert: string; order_id?: number },
  { subject, lines }: AlertText,
): Promise<MailDraft | null> {
  shop.log[about.alert === 'new_order' ? 'info' : 'warn'](about, subject)
  const { email } = (await readSettings(shop.db)).alerts
  if (email === null) return null
  return {
    to: email,
    write: (from) => ({
      ...letter(from, { heading: subject, lines }),
      subject,
      text: [lines.join('\n'), textFooter(from)].join('\n\n'),
    }),
  }
}

export const stockAlerts = mailKind({
  kind: 'stock_alert',
  payload: z.object({ alert: z.string(), subject: z.string(), lines: z.array(z.string()) }),
  compose: (shop, { alert, ...text }) => alertMail(shop, { alert }, text),
})

/** Reports the variants that have become low on stock since the last look. One that is filled up may be reported again. */
export async function reportLowStock({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const { low_stock } = (await readSettings(db)).alerts
  if (low_stock === null) return
  const low = await store.findLowStock(db, low_stock)
  const ids = low.map(({ variant_id }) => variant_id).toSorted((a, b) => a - b)
  if (String(ids) === String(await store.findReportedVariants(db))) return
  await db.transaction(async (tx) => {
    await lockName(tx, 'alerts')
    const reported = new Set(await store.findReportedVariants(tx))
    const lines = low
      .filter(({ variant_id }) => !reported.has(variant_id))
      .map(({ product, sku, stock, ...variant }) => {
        const name = itemName({ product_name: product, variant_name: variantLabel(variant) })
        return `${name}${sku === null ? '' : ` (${sku})`}, ${stock === 0 ? 'sold out' : `${stock} left`}`
      })
    await store.storeReportedVariants(tx, ids)
    const [only] = lines
    if (only === undefined) return
    const more = lines.length - LINES_MAX
    const alert = {
      alert: 'low_stock',
      subject: `Low stock: ${lines.length === 1 ? only : `${lines.length} products`}`,
      lines: [...lines.slice(0, LINES_MAX), ...(more > 0 ? [`And ${more} more: haat stock low`] : [])],
    }
    await stockAlerts.enqueue(tx, alert, `low_stock:${now().getTime()}`)
  })
}

/** Reports, once a day, the variants of which new cash on delivery orders hold more than a third: they cost nothing. */
export async function reportUnconfirmedOrders({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const found = await store.findVariantsHeldUnconfirmed(db)
  if (found.length === 0) return
  const day = now().toISOString().slice(0, 10)
  await db.transaction(async (tx) => {
    for (const { id, product, held, stock, ...variant } of found) {
      const name = itemName({ product_name: product, variant_name: variantLabel(variant) })
      const alert = {
        alert: 'unconfirmed_orders',
        subject: `New cash on delivery orders hold ${held} of ${held + stock} pieces of ${name}`,
        lines: ['Call the customers, then prepare or cancel: haat orders list --status CONFIRMED'],
      }
      await stockAlerts.enqueue(tx, alert, `unconfirmed_orders:${id}:${day}`)
    }
  })
}
