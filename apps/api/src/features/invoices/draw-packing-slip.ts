/** Draws what goes into the parcel: where it goes and what must be in it. No prices but the cash to collect. */
import { itemName } from '@haat/contract/rules'
import { formatDay, formatRupees } from '../../format.ts'
import type { OrderItemRow, OrderRow } from '../orders/orders.store.ts'
import { Sheet } from './sheet.ts'

/** @returns the bytes of a PDF */
export async function drawPackingSlip(
  shop: { shop_name: string; address: string; phone: string },
  order: OrderRow,
  items: OrderItemRow[],
): Promise<Buffer> {
  const sheet = new Sheet(`Packing slip of order ${order.id}`, order.created_at)
  sheet.columns(
    [[shop.shop_name], ['Packing slip', `Order #${order.id} of ${formatDay(order.created_at)}`]],
    [
      { size: 18, bold: true },
      { size: 14, bold: true, align: 'right' },
    ],
  )
  sheet.gap(6)
  sheet.rule()
  sheet.columns(
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
  sheet.gap(12)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  sheet.table(
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
  sheet.gap(14)
  const collect = order.payment_method === 'COD' && order.paid_at === null
  sheet.text(collect ? `Collect ${formatRupees(order.total_amount)} in cash` : 'Paid: nothing to collect', {
    size: 13,
    bold: true,
  })
  const { courier, tracking_number } = order
  if (courier) sheet.text(`Courier: ${courier}${tracking_number ? `, ${tracking_number}` : ''}`)
  return sheet.end(shop.shop_name)
}
