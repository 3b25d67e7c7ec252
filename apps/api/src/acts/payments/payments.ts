/** The merchant's work on payments: UPI, keys of gateways, settlements, and what came in and went out. */
import type { Staff } from '@haat/contract/staff/index'
import { GATEWAY_KEYS, GATEWAY_NAMES, type GatewayName } from '@haat/contract/staff/payments'
import type { Tx } from '../../db/database.ts'
import { lockOrder, type OrderRow } from '../../features/orders/orders.store.ts'
import { confirmUpi, refuseUpi } from '../../features/orders/upi-payment.ts'
import { findLedgerEntries } from '../../features/payments/ledger.store.ts'
import { findRefund, updateRefund } from '../../features/payments/payments.store.ts'
import { formatSortable } from '../../format.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { findOrderId, getOrder } from '../orders/orders.ts'
import { findStaffPayments, findStaffRefunds } from './payments.store.ts'
import { settle } from './settlement.ts'

const DAY_MS = 86_400_000

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
  not_found: (shop, { order, note }) =>
    withOrder(shop, order, (tx, row, now) => refuseUpi(tx, row, note, now)),
  refunds: ({ db }, filter) => findStaffRefunds(db, filter),
  async resend({ db, now }, { refund: id }) {
    await db.transaction(async (tx) => {
      const found = await findRefund(tx, { id })
      if (!found) throw noSuch(`There is no refund ${id}.`)
      await lockOrder(tx, found.order_id)
      const refund = (await findRefund(tx, { id }))!
      if (refund.state !== 'DUE' || refund.payment_id === null)
        throw conflict('No provider can pay this refund now.')
      // Another name: the provider has ended the one before.
      const again = {
        problem: null,
        merchant_refund_id: null,
        provider_refund_id: null,
        next_check_at: now(),
      }
      await updateRefund(tx, id, again)
    })
    return { refund: id }
  },
  gateways: async ({ pay, config }) =>
    GATEWAY_NAMES.map((name) => ({
      ...pay.gateways.state(name),
      name,
      webhook_url: `${config.publicUrl}/api/payments/${name}/callback`,
    })),
  async keys({ pay, config }, { provider, keys: text }) {
    if (config.paymentKeys[provider])
      throw conflict(`The keys of ${provider} are in the environment of the server: change them there.`)
    pay.gateways.store(provider, parseKeys(provider, text))
    const { missing } = pay.gateways.state(provider)
    return { provider, is_complete: missing.length === 0, missing }
  },
  async forget({ pay }, { provider }) {
    pay.gateways.forget(provider)
    return { provider }
  },
  settle,
  async ledger({ db }, { from, to: last }) {
    if (last < from) throw badRequest('The last day must not be before the first.')
    const to = new Date(last.getTime() + DAY_MS)
    const report = { days: new Map<string, ReturnType<typeof noMoney>>(), total: noMoney(), simulated: 0 }
    const entries = []
    for (let after = 0; ;) {
      const page = await findLedgerEntries(db, { from, to, after, limit: 1000 })
      for (const { entry, order_number } of page) {
        const { at, kind, provider, amount } = entry
        entries.push({ at, order_number, kind, provider, amount })
        if (entry.simulated) report.simulated += amount
        else addMoney(report, entry)
      }
      if (page.length < 1000) break
      after = page.at(-1)!.entry.id
    }
    const days = [...report.days].map(([day, money]) => ({ day, ...money }))
    return { days, total: report.total, entries, simulated: report.simulated }
  },
}

const noMoney = () => ({ online: 0, cash: 0, refunds: 0, fees: 0, net: 0 })
const COLUMNS = { payment: 'online', cash: 'cash', refund: 'refunds', fee: 'fees' } as const

function addMoney(
  { days, total }: { days: Map<string, ReturnType<typeof noMoney>>; total: ReturnType<typeof noMoney> },
  { at, kind, amount }: { at: Date; kind: keyof typeof COLUMNS; amount: number },
): void {
  const name = formatSortable(at).slice(0, 10)
  const day = days.get(name) ?? noMoney()
  days.set(name, day)
  for (const sums of [day, total]) {
    sums[COLUMNS[kind]] += amount
    sums.net += amount
  }
}
