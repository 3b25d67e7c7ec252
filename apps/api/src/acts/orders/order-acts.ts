/** What a merchant can do with orders. */
import { INDIAN_STATES } from '@haat/contract/indian-states'
import { payableOf } from '@haat/contract/pricing'
import { isUnshipped, tenDigits } from '@haat/contract/rules'
import type { Staff } from '@haat/contract/staff/index'
import { badRequest, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { type ActTable, may, type Who } from '../act-table.ts'
import { findNotes, insertNote } from '../notes/notes.store.ts'
import { changeAddress, hasUnknownState, removeItems } from './change-order.ts'
import {
  cancelOrdersOf,
  type ChangeDetails,
  changeOrder,
  changeOrders,
  correctTracking,
  findOrderId,
  getOrder,
  type MerchantAction,
  paymentText,
  refuseTests,
  returnItems,
  staffOrder,
  toConfirm,
} from './orders.ts'
import { findAnyOrders, findParcels, type MerchantOrder } from './orders.store.ts'
import { refundPart } from './refund-part.ts'
import { creditNotePdf, invoicePdf, packingSlipPdf, refuseNewInvoices } from './papers.ts'
import { labelPdf, manifestPdf, pickListPdf } from './parcel-papers.ts'
import { shipSheet } from './ship-sheet.ts'
import { quoteOrder, takeOrder } from './take-order.ts'

const DAY_MS = 86_400_000

const change = async (
  shop: Shop,
  orders: readonly string[],
  action: MerchantAction,
  details: ChangeDetails,
) => (await changeOrders(shop, orders, (id) => changeOrder(shop, id, action, details))).map(staffOrder)

async function ordersOf(shop: Shop, names: readonly string[]): Promise<MerchantOrder[]> {
  const orders: MerchantOrder[] = []
  for (const name of names) orders.push(await getOrder(shop, await findOrderId(shop, name)))
  return orders
}

/** Who only packs sees the parcels in hand. */
async function parcelsOf(shop: Shop, names: readonly string[], who: Who) {
  const orders = await ordersOf(shop, names)
  const hidden = orders.find(({ order }) => !isUnshipped(order.status))
  if (hidden && !may(who, 'orders.read')) throw noSuch(`There is no parcel ${hidden.order.id} to pack.`)
  return orders
}

export const orderActs: ActTable<Staff['orders']> = {
  async list({ db }, { search, to, unknown_state, ...filter }) {
    const rows = await findAnyOrders(db, {
      ...filter,
      search: search && tenDigits(search.trim()),
      to: to && new Date(to.getTime() + DAY_MS),
      states: unknown_state ? INDIAN_STATES.map(({ name }) => name) : undefined,
    })
    return rows
      .filter((row) => !unknown_state || hasUnknownState(row))
      .map((row) => ({
        ...row,
        items: row.lines,
        payment: paymentText(row),
        to_confirm: toConfirm(row, row.payment_stated),
      }))
  },
  show: async (shop, { order }) => staffOrder(await getOrder(shop, await findOrderId(shop, order))),
  notes: async (shop, { order }) => findNotes(shop.db, 'order', await findOrderId(shop, order)),
  async note(shop, { order, text }, who) {
    const { id } = (await getOrder(shop, await findOrderId(shop, order))).order
    const note = { about: 'order', about_id: id, text, staff_name: who.name, at: shop.now() } as const
    return shop.db.transaction((tx) => insertNote(tx, note))
  },
  confirm: (shop, { orders, note = 'Confirmed on the phone.' }) =>
    change(shop, orders, 'confirm-cash', { note, confirmed_at: shop.now() }),
  process: (shop, { orders, note }) => change(shop, orders, 'process', { note }),
  async ship(shop, { orders, courier, tracking, note }) {
    await refuseTests(shop)
    if (tracking !== undefined && orders.length > 1)
      throw badRequest('A tracking number is that of one parcel: ship these orders one by one.')
    return change(shop, orders, 'ship', { courier, tracking_number: tracking, note })
  },
  ship_sheet: shipSheet,
  async tracking(shop, { order, courier, number }) {
    if (courier === undefined && number === undefined)
      throw badRequest('Give a courier, a tracking number or both.')
    const parcel = { courier, tracking_number: number }
    return staffOrder(await correctTracking(shop, await findOrderId(shop, order), parcel))
  },
  async address(shop, { order, name, phone, street, city, state, pin }) {
    const changed = await changeAddress(shop, await findOrderId(shop, order), {
      shipping_name: name,
      shipping_phone: phone,
      shipping_street: street,
      shipping_city: city,
      shipping_state: state,
      shipping_zip: pin,
    })
    return staffOrder(changed)
  },
  quote: quoteOrder,
  create: takeOrder,
  async remove(shop, { order, item, write_off, keep_discount }) {
    const how = { restock: !write_off, keepDiscount: keep_discount }
    return staffOrder(await removeItems(shop, await findOrderId(shop, order), item, how))
  },
  out_for_delivery: (shop, { orders, note }) => change(shop, orders, 'out-for-delivery', { note }),
  deliver: (shop, { orders, note }) => change(shop, orders, 'deliver', { note }),
  refuse: (shop, { orders, note, write_off }) =>
    change(shop, orders, 'refuse', { note, ...(write_off && { returned: { restock: false } }) }),
  lose: (shop, { orders, note }) => change(shop, orders, 'lose', { note }),
  async return(shop, { order, item = [], write_off, with_delivery, note }) {
    const how = { note, restock: !write_off, with_delivery }
    return staffOrder(await returnItems(shop, await findOrderId(shop, order), item, how))
  },
  async refund_part(shop, { order, item = [], ...how }) {
    return staffOrder(await refundPart(shop, await findOrderId(shop, order), item, how))
  },
  async cancel(shop, { orders = [], customer, dry_run, note }) {
    if (orders.length > 0 === (customer !== undefined)) throw badRequest('Name either orders or a customer.')
    if (customer !== undefined)
      return (await cancelOrdersOf(shop, customer, { dryRun: dry_run, details: { note } })).map(staffOrder)
    if (dry_run) throw badRequest('Only the orders of a customer can be listed first.')
    return change(shop, orders, 'cancel', { note })
  },
  refund: (shop, { orders, reference, note }) => {
    const text = reference && `Reference ${reference}`
    return change(shop, orders, 'refund', { reference, note: note ?? text })
  },
  async invoice(shop, { orders }, who) {
    const found = await ordersOf(shop, orders)
    refuseNewInvoices(found, who)
    return invoicePdf(shop, found)
  },
  reissue: async (shop, { orders }) => invoicePdf(shop, await ordersOf(shop, orders), true),
  credit_note: async (shop, { orders }) => creditNotePdf(shop, await ordersOf(shop, orders)),
  packing_slip: async (shop, { orders }, who) => packingSlipPdf(shop, await parcelsOf(shop, orders, who)),
  label: async (shop, { orders }, who) => labelPdf(shop, await parcelsOf(shop, orders, who)),
  pick_list: async (shop, { orders }, who) => pickListPdf(shop, await parcelsOf(shop, orders, who)),
  manifest: async (shop, { orders }) => manifestPdf(shop, await ordersOf(shop, orders)),
}

const moved = (orders: Awaited<ReturnType<typeof change>>) =>
  orders.map(({ id, order_number, status }) => ({ id, order_number, status }))

/** Packing parcels, for those who see nothing else. */
export const packingActs: ActTable<Staff['packing']> = {
  list: async ({ db }, { limit }) =>
    (await findParcels(db, limit)).map(({ order, items }) => ({
      ...order,
      exchange_of: order.exchange_of_number,
      collect: order.paid_at === null ? payableOf(order) : 0,
      items,
    })),
  pack: async (shop, { orders }, who) =>
    moved(await orderActs.process(shop, { orders, note: undefined }, who)),
  ship: async (shop, { orders, courier, tracking }, who) =>
    moved(await orderActs.ship(shop, { orders, courier, tracking, note: undefined }, who)),
}
