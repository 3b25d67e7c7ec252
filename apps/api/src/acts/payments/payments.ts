/** The merchant's work on payments: UPI, keys of gateways, settlements, and what came in and went out. */
import type { Staff } from '@haat/contract/staff/index'
import { GATEWAY_KEYS, GATEWAY_NAMES, type GatewayName } from '@haat/contract/staff/payments'
import type { Tx } from '../../db/database.ts'
import { lockOrder, type OrderRow } from '../../features/orders/orders.store.ts'
import { confirmUpi, refuseUpi } from '../../features/orders/upi-payment.ts'
import { addCash, findCourierCash } from '../../features/payments/ledger.store.ts'
import { findRefund, LEAST_SENT, updateRefund } from '../../features/payments/refunds.store.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { findOrderId, getOrder } from '../orders/orders.ts'
import { periodOf } from '../reports/reports.ts'
import { ledgerFile, moneyReport } from './money-report.ts'
import { findStaffPayments, findStaffRefunds } from './payments.store.ts'
import { settle } from './settlement.ts'

/** Does something to an order, and says what it is then. */
async function withOrder(
  shop: Shop,
  text: string,
  work: (tx: Tx, order: OrderRow, now: Date) => Promise<void>,
) {
  const id = await findOrderId(shop, text)
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw noSuch(`There is no order ${id}.`)
    await work(tx, order, shop.now())
  })
  const { order_number, status } = (await getOrder(shop, id)).order
  return { order_id: id, order_number, status }
}

/** `name=value` in each line. */
function parseKeys(provider: GatewayName, text: string): Record<string, string> {
  const names = Object.keys(GATEWAY_KEYS[provider])
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([a-z_]+)\s*=(.*)$/.exec(line) ?? []
      if (!names.includes(name)) throw badRequest(`${provider} has the keys ${names.join(', ')}.`)
      return [name, value.trim()]
    }),
  )
}

export const paymentActs: ActTable<Staff['payments']> = {
  list: ({ db }, filter) => findStaffPayments(db, { ...filter, search: filter.search?.trim() || undefined }),
  confirm: (shop, { order, ...found }) =>
    withOrder(shop, order, (tx, row, now) => confirmUpi(tx, row, found, now)),
  not_found: (shop, { order, ...told }) =>
    withOrder(shop, order, (tx, row, now) => refuseUpi(tx, row, told, now)),
  refunds: ({ db }, filter) => findStaffRefunds(db, filter),
  async resend({ db, now }, { refund: id }) {
    await db.transaction(async (tx) => {
      const found = await findRefund(tx, { id })
      if (!found) throw noSuch(`There is no refund ${id}.`)
      await lockOrder(tx, found.order_id)
      const refund = (await findRefund(tx, { id }))!
      if (refund.state !== 'DUE' || refund.payment_id === null || refund.amount < LEAST_SENT)
        throw conflict('No provider can pay this refund now.')
      // Another name: the provider has ended the one before. Why it did stays.
      const again = { merchant_refund_id: null, provider_refund_id: null, next_check_at: now() }
      await updateRefund(tx, id, again)
    })
    return { refund: id }
  },
  gateways: ({ db, pay, config }) =>
    Promise.all(
      GATEWAY_NAMES.map(async (provider) => {
        const [last] = await findStaffPayments(db, { provider, limit: 1 })
        const { tried, ...state } = pay.gateways.state(provider)
        const opening = last && {
          problem: last.payment_url === null ? last.problem : null,
          at: last.started_at,
        }
        const { problem, at } = (tried && (!opening || tried.at > opening.at) ? tried : opening) ?? {}
        return {
          ...state,
          name: provider,
          webhook_url: `${config.publicUrl}/api/payments/${provider}/callback`,
          refused: problem && at ? { problem, at } : null,
        }
      }),
    ),
  async keys({ pay, config }, { provider, keys: text }) {
    if (config.paymentKeys[provider])
      throw conflict(`The keys of ${provider} are in the environment of the server: change them there.`)
    const typed = parseKeys(provider, text)
    const fault = pay.gateways.faultOf(provider, typed)
    if (fault !== null) throw badRequest(fault)
    pay.gateways.store(provider, typed)
    const { missing } = pay.gateways.state(provider)
    return { provider, is_complete: missing.length === 0, missing }
  },
  async forget({ pay }, { provider }) {
    pay.gateways.forget(provider)
    return { provider }
  },
  settle,
  courier_cash: ({ db }) => findCourierCash(db),
  async cash_came(shop, { orders }) {
    const ids = new Set<number>()
    for (const order of orders) ids.add(await findOrderId(shop, order))
    return shop.db.transaction(async (tx) => {
      let amount = 0
      for (const id of [...ids].toSorted((a, b) => a - b)) amount += await takeCash(tx, id, shop.now())
      return { orders: ids.size, amount }
    })
  },
  ledger: ({ db }, period) => moneyReport(db, periodOf(period)),
  entries: async ({ db }, period) => ({ name: 'ledger.csv', content: ledgerFile(db, periodOf(period)) }),
}

/** The courier has handed over the cash of an order. @returns paise @throws Failure 409 */
async function takeCash(tx: Tx, order_id: number, at: Date): Promise<number> {
  const order = await lockOrder(tx, order_id)
  const [cash] = await findCourierCash(tx, order_id)
  if (!cash) throw conflict(`No courier has cash of order ${order?.order_number ?? order_id}.`)
  const { amount } = cash
  await addCash(tx, { order_id, kind: 'with_courier', amount: -amount, at })
  await addCash(tx, { order_id, kind: 'cash', amount, at })
  return amount
}
