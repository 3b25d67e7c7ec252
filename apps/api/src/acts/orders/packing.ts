/** Packing parcels, for those who see nothing else. */
import { payableOf } from '@haat/contract/pricing'
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from '../act-table.ts'
import { orderActs } from './order-acts.ts'
import { findParcels } from './orders.store.ts'

const moved = (orders: Awaited<ReturnType<(typeof orderActs)['ship']>>) =>
  orders.map(({ id, order_number, status }) => ({ id, order_number, status }))

export const packingActs: ActTable<Staff['packing']> = {
  async list({ db }, { limit }) {
    const parcels = await findParcels(db, limit)
    return parcels.map(({ order, items }) => ({
      ...order,
      exchange_of: order.exchange_of_number,
      collect: order.paid_at === null ? payableOf(order) : 0,
      items,
    }))
  },
  pack: async (shop, { orders }, who) =>
    moved(await orderActs.process(shop, { orders, note: undefined }, who)),
  ship: async (shop, { orders, courier, tracking }, who) =>
    moved(await orderActs.ship(shop, { orders, courier, tracking, note: undefined }, who)),
}
