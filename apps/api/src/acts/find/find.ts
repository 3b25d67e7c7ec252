/** Finds by one text what a member of the staff may read. */
import { type OrderStatus, tenDigits } from '@haat/contract/rules'
import type { Permission } from '@haat/contract/staff/permissions'
import type { Staff } from '@haat/contract/staff/index'
import type { ReplyOf } from '@haat/contract/staff/act'
import { STATUS_LABELS } from '@haat/contract/staff/orders'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { productActs } from '../catalogue/product-acts.ts'
import { customerActs } from '../customers/customers.ts'
import { orderActs } from '../orders/order-acts.ts'
import { packingActs } from '../orders/packing.ts'

type Hit = ReplyOf<Staff['find']['all']>[number]
type Find = (shop: Shop, search: string, who: Who) => Promise<Hit[]>

/** Of each kind. */
const SHOWN = 6
/** Parcels that a packer has in hand. */
const PARCELS = 500

const FINDERS: [Permission, Find][] = [
  [
    'orders.read',
    async (shop, search, who) => {
      const filter = { refund_due: false, unknown_state: false, limit: SHOWN, status: undefined }
      const rows = await orderActs.list(shop, { ...filter, from: undefined, to: undefined, search }, who)
      // By the number that the desk shows.
      const own = /^#?[1-9]\d{0,8}$/.test(search)
        ? await orderActs.show(shop, { order: search.replace('#', '') }, who).catch(() => null)
        : null
      const hits = rows.map(({ id, customer, order_number, status }) =>
        hit('order', id, customer, order_number, status),
      )
      const { id, shipping_name, order_number, status } = own ?? {}
      return own && id && !hits.some((one) => one.id === id)
        ? [hit('order', id, shipping_name!, order_number!, status!), ...hits]
        : hits
    },
  ],
  [
    'orders.pack',
    async (shop, search, who) => {
      const parcels = await packingActs.list(shop, { limit: PARCELS }, who)
      const text = search.toLowerCase().replace('#', '')
      return parcels
        .filter(({ id, order_number, shipping_name, shipping_phone }) =>
          [String(id), order_number, shipping_name, shipping_phone].some((one) =>
            one.toLowerCase().includes(text),
          ),
        )
        .slice(0, SHOWN)
        .map(({ id, shipping_name, order_number, status }) =>
          hit('parcel', id, shipping_name, order_number, status),
        )
    },
  ],
  [
    'products.read',
    async (shop, search, who) => {
      const filter = {
        low_stock: false,
        after: undefined,
        limit: SHOWN,
        category: undefined,
        brand: undefined,
      }
      const rows = await productActs.list(
        shop,
        { ...filter, search, state: undefined, lacks: undefined },
        who,
      )
      return rows.map(({ id, name, stock }) => ({
        kind: 'product',
        id,
        title: name,
        note: `${stock} in stock`,
      }))
    },
  ],
  [
    'customers.read',
    async (shop, search, who) => {
      const rows = await customerActs.list(shop, { search: tenDigits(search), limit: SHOWN }, who)
      return rows.map(({ id, name, phone_number }) => ({
        kind: 'customer',
        id,
        title: name,
        note: phone_number,
      }))
    },
  ],
]

const hit = (
  kind: 'order' | 'parcel',
  id: number,
  name: string,
  number: string,
  status: OrderStatus,
): Hit => ({
  kind,
  id,
  title: `#${id} ${name}`,
  note: `${number}, ${STATUS_LABELS[status]}`,
})

export const findActs: ActTable<Staff['find']> = {
  async all(shop, { q }, who) {
    const may = (permission: Permission): boolean => who.permissions?.includes(permission) ?? true
    // Whoever sees orders has the parcels among them.
    const kinds = FINDERS.filter(([one]) => may(one) && !(one === 'orders.pack' && may('orders.read')))
    const hits: Hit[] = []
    for (const [, find] of kinds) hits.push(...(await find(shop, q, who)))
    return hits
  },
}
