/** Papers for parcels of many orders: labels, what to take from the shelf, and what the courier signs for. */
import { formatShortRupees } from '@haat/contract/money'
import { itemName } from '@haat/contract/rules'
import { plural } from '@haat/contract/staff/act'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatDay } from '../../format.ts'
import { conflict } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { Label } from './draw-label.ts'
import { cashOf } from './orders.ts'
import type { MerchantOrder } from './orders.store.ts'
import { nameFor, type PdfFile } from './papers.ts'

/** What Code 128 can write on a label. */
const CODE = /^[\x21-\x7e]{4,30}$/

export async function labelPdf(shop: Shop, orders: readonly MerchantOrder[]): Promise<PdfFile> {
  const { shop_name, contact, seller } = await readSettings(shop.db)
  const from = [shop_name, contact.address, ...contact.phones.slice(0, 1).map((phone) => `Phone ${phone}`)]
  const labels = orders.map((found): Label => {
    const { order, items } = found
    const cash = cashOf(found)
    const awb = CODE.test(order.tracking_number ?? '') ? order.tracking_number : null
    return {
      to: {
        name: order.shipping_name,
        street: order.shipping_street,
        place: `${order.shipping_city}, ${order.shipping_state}`,
        pin: order.shipping_zip,
        phone: order.shipping_phone,
      },
      payment: cash > 0 ? `COD ${formatShortRupees(cash)} · COLLECT` : 'PREPAID',
      code: { caption: awb ? `${order.courier ?? ''} AWB`.trim() : 'Order', text: awb ?? order.order_number },
      from,
      facts: [
        ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
        `Order ${order.order_number} of ${formatDay(order.created_at)}`,
        ...(order.invoice_number ? [`Invoice ${order.invoice_number}`] : []),
      ],
      items: items.map((item) =>
        [`${item.quantity} × ${itemName(item)}`, item.hsn && `HSN ${item.hsn}`].filter(Boolean).join(', '),
      ),
    }
  })
  const { drawLabels } = await import('./draw-label.ts')
  return { name: nameFor('label', orders), content: await drawLabels(labels, shop.now()) }
}

/** What to take from the shelf for several orders, by SKU. */
export async function pickListPdf(shop: Shop, orders: readonly MerchantOrder[]): Promise<PdfFile> {
  const { shop_name } = await readSettings(shop.db)
  const lines = orders.flatMap(({ order, items }) =>
    items.map((item) => ({
      sku: item.sku ?? '',
      name: itemName(item),
      pieces: item.quantity,
      order: `#${order.id}${order.is_gift ? ' (gift)' : ''}`,
    })),
  )
  const picked = [...Map.groupBy(lines, ({ sku, name }) => `${sku}\0${name}`)].toSorted(([one], [other]) =>
    one.localeCompare(other, 'en-IN', { numeric: true }),
  )
  const sum = (some: typeof lines) => String(some.reduce((total, { pieces }) => total + pieces, 0))
  const { PdfDocument } = await import('../../features/invoices/pdf-document.ts')
  const pdf = new PdfDocument('Pick list', shop.now())
  pdf.heading(shop_name, 'Pick list', `${plural(orders.length, 'order')}, ${formatDay(shop.now())}`)
  pdf.table(
    [
      { title: 'Taken', share: 8 },
      { title: 'SKU', share: 22 },
      { title: 'Item', share: 40 },
      { title: 'Pieces', share: 10, align: 'right', noWrap: true },
      { title: 'Orders', share: 20 },
    ],
    [
      ...picked.map(([, some]) => [
        '[   ]',
        some[0]?.sku ?? '',
        some[0]?.name ?? '',
        sum(some),
        some.map(({ order, pieces }) => (pieces > 1 ? `${order} × ${pieces}` : order)).join(', '),
      ]),
      ['', '', 'Total', sum(lines), ''],
    ],
    1,
  )
  return { name: 'pick-list.pdf', content: await pdf.end(shop_name) }
}

/** What a courier takes over and signs for: a page for each courier. */
export async function manifestPdf(shop: Shop, orders: readonly MerchantOrder[]): Promise<PdfFile> {
  const { shop_name, contact } = await readSettings(shop.db)
  const waiting = orders.find(({ order }) => order.courier === null)
  if (waiting) throw conflict(`Order ${waiting.order.id} has no courier yet: ship it first.`)
  const { PdfDocument } = await import('../../features/invoices/pdf-document.ts')
  const pdf = new PdfDocument('Courier manifest', shop.now())
  const couriers = [...Map.groupBy(orders, ({ order }) => order.courier ?? '')]
  for (const [at, [courier, parcels]] of couriers.entries()) {
    if (at > 0) pdf.next(shop_name)
    pdf.heading(
      shop_name,
      `Manifest: ${courier}`,
      `${plural(parcels.length, 'parcel')}, ${formatDay(shop.now())}`,
    )
    pdf.text(contact.address)
    pdf.gap(8)
    const cash = parcels.reduce((sum, parcel) => sum + cashOf(parcel), 0)
    pdf.table(
      [
        { title: 'No.', share: 6 },
        { title: 'Order', share: 18, noWrap: true },
        { title: 'AWB', share: 22 },
        { title: 'Name', share: 24 },
        { title: 'PIN', share: 10, noWrap: true },
        { title: 'To collect', share: 14, align: 'right', noWrap: true },
      ],
      [
        ...parcels.map((parcel, index) => [
          String(index + 1),
          parcel.order.order_number,
          parcel.order.tracking_number ?? '',
          parcel.order.shipping_name,
          parcel.order.shipping_zip,
          cashOf(parcel) > 0 ? formatShortRupees(cashOf(parcel)) : 'Prepaid',
        ]),
        ['', 'Total', '', '', '', formatShortRupees(cash)],
      ],
      1,
    )
    pdf.gap(40)
    pdf.columns(
      [
        ['Handed over by', 'Name, date, time, signature'],
        ['Taken over by', 'Name, date, time, signature'],
      ],
      [{ bold: true }, { bold: true }],
    )
  }
  return { name: 'manifest.pdf', content: await pdf.end(shop_name) }
}
