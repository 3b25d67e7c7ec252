/** Finds by one text what a member of the staff may read. */
import { type OrderStatus, tenDigits } from '@haat/contract/rules'
import type { Permission } from '@haat/contract/staff/permissions'
import type { Staff } from '@haat/contract/staff/index'
import type { ReplyOf } from '@haat/contract/staff/act'
import { STATUS_LABELS } from '@haat/contract/staff/orders'
import { findOrderRow } from '../../features/orders/orders.store.ts'
import type { Shop } from '../../shop.ts'
import { type ActTable, may } from '../act-table.ts'
import { listProducts } from '../catalogue/products.ts'
import { findCustomers } from '../customers/customers.store.ts'
import { findAnyOrders, findParcels } from '../orders/orders.store.ts'

type Hit = ReplyOf<Staff['find']['all']>[number]
type Find = (shop: Shop, search: string) => Promise<Hit[]>

/** Of each kind. */
const SHOWN = 6
/** Parcels that a packer has in hand. */
const PARCELS = 500

const FINDERS: [Permission, Find][] = [
  [
    'orders.read',
    async ({ db }, search) => {
      const rows = await findAnyOrders(db, { search: tenDigits(search), limit: SHOWN })
      const hits = rows.map((row) => orderHit('order', { ...row, shipping_name: row.customer }))
      // By the number that the desk shows.
      const own = /^#?[1-9]\d{0,8}$/.test(search)
        ? await findOrderRow(db, Number(search.replace('#', '')))
        : undefined
      return own && !hits.some(({ id }) => id === own.id) ? [orderHit('order', own), ...hits] : hits
    },
  ],
  [
    'orders.pack',
    async ({ db }, search) => {
      const text = search.toLowerCase().replace('#', '')
      const fits = (parcel: string) => parcel.toLowerCase().includes(text)
      return (await findParcels(db, PARCELS))
        .map(({ order }) => order)
        .filter((one) => [String(one.id), one.order_number, one.shipping_name, one.shipping_phone].some(fits))
        .slice(0, SHOWN)
        .map((parcel) => orderHit('parcel', parcel))
    },
  ],
  [
    'products.read',
    async (shop, search) =>
      (await listProducts(shop, { search, limit: SHOWN })).map(({ id, name, stock }) => ({
        ...{ kind: 'product', id, title: name, note: `${stock} in stock` },
      })),
  ],
  [
    'customers.read',
    async ({ db }, search) =>
      (await findCustomers(db, { search: tenDigits(search), limit: SHOWN })).map((one) => ({
        ...{ kind: 'customer', id: one.id, title: one.name, note: one.phone_number },
      })),
  ],
]

const orderHit = (
  kind: 'order' | 'parcel',
  order: { id: number; shipping_name: string; order_number: string; status: OrderStatus },
): Hit => ({
  kind,
  id: order.id,
  title: `#${order.id} ${order.shipping_name}`,
  note: `${order.order_number}, ${STATUS_LABELS[order.status]}`,
})

export const findActs: ActTable<Staff['find']> = {
  async all(shop, { q }, who) {
    // Whoever sees orders has the parcels among them.
    const kinds = FINDERS.filter(
      ([one]) => may(who, one) && !(one === 'orders.pack' && may(who, 'orders.read')),
    )
    const hits: Hit[] = []
    for (const [, find] of kinds) hits.push(...(await find(shop, q)))
    return hits
  },
}
