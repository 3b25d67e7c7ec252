/** Mails and log lines to the merchant: new orders, low stock, and payments that need a look. */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { itemName, PATTERNS, tenDigits, variantLabel } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { lockName } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { mailPage, mailShop, paragraph, textFooter } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { testBankMark } from '../payments/payments.ts'
import { readSettings } from '../settings/settings.store.ts'
import * as store from './alerts.store.ts'

type AlertShop = Pick<Shop, 'db' | 'now' | 'log'>

/** In this time, at most `SINGLE_MAX` alerts get a mail each; more wait and share one. */
const WINDOW_MS = 10 * 60_000
const SINGLE_MAX = 10
/** Alerts of one mail. */
const BATCH = 1000
/** Lines of one mail: the others are counted. */
const LINES_MAX = 100
const RETENTION_MS = 30 * 86_400_000

/** A mail to the address of the setting `alerts.email`; none is sent when that is empty by then. */
export const alertMails = mailKind({
  kind: 'alert',
  payload: z.object({ subject: z.string(), lines: z.array(z.string()) }),
  async compose(shop, { subject, lines }) {
    const { alerts } = await readSettings(shop.db)
    if (alerts.email === null) return null
    const footer = await mailShop(shop)
    return {
      to: alerts.email,
      subject,
      text: [lines.join('\n'), textFooter(footer)].join('\n\n'),
      html: mailPage({
        shop: footer,
        preview: lines[0] ?? '',
        heading: subject,
        body: lines.map((line) => paragraph(line)),
      }),
    }
  },
})

interface AlertText {
  subject: string
  lines: string[]
}

const LowStock = z.object({ count: z.int(), lines: z.array(z.string()) })
const Held = z.object({ product: z.string(), held: z.int(), stock: z.int() })
/** Paise. */
const Amount = z.object({ amount: z.int() })

/** What happened, in one line as the subject, and what to do in the others. */
function alertText(
  { kind, details, order, pieces }: store.OpenAlert,
  items: readonly store.AlertItem[] = [],
): AlertText {
  if (kind === 'low_stock') {
    const { count, lines } = LowStock.parse(JSON.parse(details))
    const [only = ''] = lines
    const rest = count > lines.length ? [`And ${count - lines.length} more: haat stock low`] : []
    return {
      subject: count === 1 ? `Low stock: ${only}` : `Low stock: ${count} products`,
      lines: [...lines, ...rest],
    }
  }
  if (kind === 'unconfirmed_orders') {
    const { product, held, stock } = Held.parse(JSON.parse(details))
    return {
      subject: `New cash on delivery orders hold ${held} of ${held + stock} pieces of ${product}`,
      lines: ['Call the customers, then prepare or cancel: haat orders list --status CONFIRMED'],
    }
  }
  const { order_number = '', payment_method } = order ?? {}
  const total = formatShortRupees(order ? payableOf(order) : 0)
  const mark = order ? testBankMark(order) : ''
  const instruction = `Details: haat orders show ${order_number}`
  if (kind === 'refund_due') {
    const due = formatShortRupees(Amount.parse(JSON.parse(details)).amount)
    return {
      subject: `Refund due for order ${order_number}: ${due}${mark}`,
      lines: [
        `${due} for order ${order_number} must be paid back.`,
        `When you have paid it: haat orders refund ${order_number}`,
        instruction,
      ],
    }
  }
  if (kind === 'amount_mismatch') {
    const paid = formatShortRupees(Amount.parse(JSON.parse(details)).amount)
    return {
      subject: `Payment of ${paid} for order ${order_number} does not match${mark}`,
      lines: [
        `The payment provider reports ${paid}, but order ${order_number} costs ${total}. The order did not change.`,
        'Compare it with the records of your payment provider.',
        instruction,
      ],
    }
  }
  const method = payment_method === 'ONLINE' ? 'paid online' : 'cash on delivery'
  return {
    subject: `New order ${order_number}: ${total}, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}, ${method}${mark}`,
    lines: [...(order ? orderLines(order, items) : []), instruction],
  }
}

/** What is in the parcel, and whom to call: enough to work from on a phone. */
function orderLines(
  order: NonNullable<store.OpenAlert['order']>,
  items: readonly store.AlertItem[],
): string[] {
  const { shipping_name, shipping_street, shipping_city, shipping_state, shipping_zip, shipping_phone } =
    order
  const digits = tenDigits(shipping_phone)
  return [
    ...items
      .filter(({ order_id }) => order_id === order.id)
      .map((item) => `${item.quantity} × ${itemName(item)}${item.sku ? ` (${item.sku})` : ''}`),
    `Deliver to ${shipping_name}, ${shipping_street}, ${shipping_city}, ${shipping_state} ${shipping_zip}.`,
    `Phone ${shipping_phone}${PATTERNS.phone.test(digits) ? `, WhatsApp https://wa.me/91${digits}` : ''}`,
  ]
}

/** What is most urgent comes first. */
const NAMES = {
  amount_mismatch: ['payment that does not match', 'payments that do not match'],
  refund_due: ['refund due', 'refunds due'],
  new_order: ['new order', 'new orders'],
  low_stock: ['low stock report', 'low stock reports'],
  unconfirmed_orders: ['product held by new orders', 'products held by new orders'],
} as const

/** One text for many alerts: their numbers as the subject, payments first. */
function digestOf(alerts: readonly store.OpenAlert[]): AlertText {
  const groups = Object.entries(NAMES)
    .map(([kind, names]) => ({ names, found: alerts.filter((alert) => alert.kind === kind) }))
    .filter(({ found }) => found.length > 0)
  const subjects = groups.flatMap(({ found }) => found.map((alert) => alertText(alert).subject))
  const more = subjects.length - LINES_MAX
  return {
    subject: groups
      .map(({ names, found }) => `${found.length} ${names[found.length === 1 ? 0 : 1]}`)
      .join(', '),
    lines: [...subjects.slice(0, LINES_MAX), ...(more > 0 ? [`And ${more} more: haat orders list`] : [])],
  }
}

/**
 * Logs the alerts that are open and enqueues their mails: one for each, or one for all of a burst, which waits until
 * ten minutes have passed without a mail.
 */
export async function sendAlerts({ db, now, log }: AlertShop): Promise<void> {
  if ((await store.findOpenAlerts(db, 1)).length === 0) return
  await db.transaction(async (tx) => {
    await lockName(tx, 'alerts')
    const open = await store.findOpenAlerts(tx, BATCH)
    const { email } = (await readSettings(tx)).alerts
    const sent = await store.countSentSince(tx, new Date(now().getTime() - WINDOW_MS))
    const isBurst = sent + open.length > SINGLE_MAX
    if (open.length === 0 || (email !== null && isBurst && sent > 0)) return
    const ids = open.map(({ id }) => id)
    if (email !== null && isBurst)
      await alertMails.enqueue(tx, digestOf(open), `alerts:${ids[0]}-${ids.at(-1)}`)
    else if (email !== null) {
      const items = await store.findAlertItems(tx, open)
      for (const alert of open) await alertMails.enqueue(tx, alertText(alert, items), `alert:${alert.id}`)
    }
    await store.markSent(tx, ids, now())
    tx.afterCommit(() => {
      for (const { kind, order, ...alert } of open)
        log[kind === 'new_order' ? 'info' : 'warn'](
          { alert: kind, ...(order && { order_id: order.id }) },
          alertText({ kind, order, ...alert }).subject,
        )
    })
  })
}

/** Reports the variants that have become low on stock since the last look. One that is filled up may be reported again. */
export async function reportLowStock({ db, now }: AlertShop): Promise<void> {
  const { low_stock } = (await readSettings(db)).alerts
  if (low_stock === null) return
  const low = await store.findLowVariants(db, low_stock)
  const ids = low.map(({ id }) => id).toSorted((a, b) => a - b)
  if (String(ids) === String(await store.findReportedVariants(db))) return
  await db.transaction(async (tx) => {
    await lockName(tx, 'alerts')
    const reported = new Set(await store.findReportedVariants(tx))
    const lines = low
      .filter(({ id }) => !reported.has(id))
      .map(({ product, sku, stock, ...variant }) => {
        const name = itemName({ product_name: product, variant_name: variantLabel(variant) })
        return `${name}${sku === null ? '' : ` (${sku})`}, ${stock === 0 ? 'sold out' : `${stock} left`}`
      })
    await store.storeReportedVariants(tx, ids)
    if (lines.length === 0) return
    const at = now()
    const alert = { kind: 'low_stock' as const, order_id: null, dedupe_key: `low_stock:${at.getTime()}`, at }
    await store.enqueueAlert(tx, alert, { count: lines.length, lines: lines.slice(0, LINES_MAX) })
  })
}

/** Reports, once a day, the variants of which new cash on delivery orders hold more than a third: they cost nothing. */
export async function reportUnconfirmedOrders({ db, now }: AlertShop): Promise<void> {
  const held = await store.findVariantsHeldUnconfirmed(db)
  if (held.length === 0) return
  const at = now()
  const day = at.toISOString().slice(0, 10)
  await db.transaction(async (tx) => {
    for (const { id, ...details } of held) {
      const dedupe_key = `unconfirmed_orders:${id}:${day}`
      await store.enqueueAlert(tx, { kind: 'unconfirmed_orders', order_id: null, dedupe_key, at }, details)
    }
  })
}

/** Deletes alerts that were sent a month ago. */
export async function sweepAlerts({ db, now }: AlertShop): Promise<void> {
  await db.transaction((tx) => store.deleteAlertsSentUntil(tx, new Date(now().getTime() - RETENTION_MS)))
}
