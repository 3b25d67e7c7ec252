/** Draws the packing slip of a parcel: address, contents, and the cash to collect. */
import { itemName } from '@haat/contract/rules'
import { formatDay, formatRupees } from '../../format.ts'
import type { OrderItemRow, OrderRow } from '../../features/orders/orders.store.ts'
import { PdfDocument } from '../../features/invoices/pdf-document.ts'

/** @returns the bytes of a PDF */
export async function drawPackingSlip(
  shop: { shop_name: string; address: string; phone: string },
  order: OrderRow,
  items: OrderItemRow[],
): Promise<Buffer> {
  const pdf = new PdfDocument(`Packing slip of order ${order.id}`, order.created_at)
  pdf.columns(
    [[shop.shop_name], ['Packing slip', `Order #${order.id} of ${formatDay(order.created_at)}`]],
    [
      { size: 18, bold: true },
      { size: 14, bold: true, align: 'right' },
    ],
  )
  pdf.gap(6)
  pdf.rule()
  pdf.columns(
    [
      [
        order.shipping_name,
        order.shipping_street,
        `${order.shipping_city}, ${order.shipping_state}`,
        `${order.shipping_zip}, ${order.shipping_country}`,
        `Phone ${order.shipping_phone}`,
      ],
      [
        'If undelivered, return to',
        shop.shop_name,
        shop.address,
        ...(shop.phone ? [`Phone ${shop.phone}`] : []),
      ],
    ],
    [{ bold: true, size: 13 }, { bold: true }],
  )
  pdf.gap(12)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  pdf.table(
    [
      { title: 'Packed', share: 8 },
      { title: 'Item', share: 52 },
      { title: 'SKU', share: 25 },
      { title: 'Pieces', share: 15, align: 'right' },
    ],
    [
      ...items.map((item) => ['[   ]', itemName(item), item.sku ?? '', String(item.quantity)]),
      ['', 'Pieces in all', '', String(pieces)],
    ],
    1,
  )
  pdf.gap(14)
  const collect = order.payment_method === 'COD' && order.paid_at === null
  pdf.text(collect ? `Collect ${formatRupees(order.total_amount)} in cash` : 'Paid: nothing to collect', {
    size: 13,
    bold: true,
  })
  const { courier, tracking_number } = order
  if (courier) pdf.text(`Courier: ${courier}${tracking_number ? `, ${tracking_number}` : ''}`)
  return pdf.end(shop.shop_name)
}
