/** What a merchant can do with what customers ask to send back. */
import type { ReturnState } from '@haat/contract/return-rules'
import { isOpenReturn, isShopsFault } from '@haat/contract/return-rules'
import type { Staff } from '@haat/contract/staff/index'
import type { StaffReturn } from '@haat/contract/staff/returns'
import type { Reader } from '../../db/database.ts'
import { findItems, lockOrder } from '../../features/orders/orders.store.ts'
import { findReturns, piecesLeft, worthLeft } from '../../features/orders/returns.store.ts'
import { findPayers } from '../../features/payments/payments.store.ts'
import { enqueueReturnMail } from '../../features/returns/return-mails.ts'
import {
  findRequests,
  findReturnedOrders,
  type RequestRow,
  updateRequest,
  type WholeRequest,
} from '../../features/returns/return-requests.store.ts'
import { wantedName } from '../../features/returns/return-mails.ts'
import { deliveryBack, quantitiesOf } from '../../features/returns/return-rules.ts'
import { readPhoto } from '../../features/returns/returns.ts'
import { conflict, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { findOrderId } from '../orders/orders.ts'
import { receiveReturn } from './receive-return.ts'

/** @throws Failure 404 */
async function getRequest(reader: Reader, id: number): Promise<WholeRequest> {
  const [request] = await findRequests(reader, { id })
  if (!request) throw noSuch(`There is no return ${id}.`)
  return request
}

async function staffReturns(reader: Reader, requests: readonly WholeRequest[]): Promise<StaffReturn[]> {
  const ids = requests.map(({ order_id }) => order_id)
  const orders = await findReturnedOrders(reader, ids)
  const [ordered, returns] = [await findItems(reader, ids), await findReturns(reader, ids)]
  const payers = await findPayers(reader, ids)
  const leftOf = (id: number) => {
    const item = ordered.find((one) => one.id === id)!
    return { worth_left: worthLeft(item, returns), pieces_left: piecesLeft(item, returns) }
  }
  return requests.map((request) => {
    const order = orders.get(request.order_id)!
    const ofOrder = <Row extends { order_id: number }>(rows: readonly Row[]) =>
      rows.filter(({ order_id }) => order_id === request.order_id)
    const whole = { order, items: ofOrder(ordered), returns: ofOrder(returns) }
    return {
      ...request,
      ...order,
      delivery_back: deliveryBack(whole, quantitiesOf(request.items), isShopsFault(request.reason)),
      refund_by: payers.get(request.order_id) ?? null,
      photos: request.photos.map(({ id }) => `/api/desk/returns/${request.id}/photos/${id}`),
      items: request.items.map(({ wanted, ...item }, at) => ({
        ...item,
        ...leftOf(item.order_item_id),
        line: at + 1,
        wanted: item.variant_id === null ? null : wantedName(wanted),
        wanted_stock: item.variant_id === null ? null : (wanted?.stock ?? 0),
      })),
    }
  })
}

async function showReturn(reader: Reader, id: number): Promise<StaffReturn> {
  const [shown] = await staffReturns(reader, [await getRequest(reader, id)])
  return shown!
}

const STATE_WORDS: Record<ReturnState, string> = {
  REQUESTED: 'not decided yet: accept or refuse it first',
  ACCEPTED: 'accepted already',
  REFUSED: 'refused already',
  RECEIVED: 'received already',
  WITHDRAWN: 'withdrawn by the customer',
}

/** @throws Failure 409 unless the request is in one of these states */
function refuseState({ id, state }: RequestRow, wanted: (state: ReturnState) => boolean): void {
  if (!wanted(state)) throw conflict(`Return ${id} is ${STATE_WORDS[state]}.`)
}

async function decide(
  { db, now }: Shop,
  id: number,
  state: 'ACCEPTED' | 'REFUSED',
  answer: string,
): Promise<StaffReturn> {
  const { order_id } = await getRequest(db, id)
  await db.transaction(async (tx) => {
    await lockOrder(tx, order_id)
    const isOpen = state === 'REFUSED' ? isOpenReturn : (before: ReturnState) => before === 'REQUESTED'
    refuseState(await getRequest(tx, id), isOpen)
    const closed_at = state === 'REFUSED' ? now() : null
    await updateRequest(tx, id, { state, answer, decided_at: now(), closed_at })
    await enqueueReturnMail(tx, id, state === 'ACCEPTED' ? 'accepted' : 'refused')
  })
  return showReturn(db, id)
}

export const returnActs: ActTable<Staff['returns']> = {
  async list(shop, { order, ...filter }) {
    const order_id = order === undefined ? undefined : await findOrderId(shop, order)
    return staffReturns(shop.db, await findRequests(shop.db, { ...filter, order_id }))
  },
  show: ({ db }, { request }) => showReturn(db, request),
  async photo(shop, { request, photo }) {
    const { name, bytes } = await readPhoto(shop, await getRequest(shop.db, request), photo)
    return { name, content: bytes }
  },
  accept: (shop, { request, answer }) => decide(shop, request, 'ACCEPTED', answer),
  refuse: (shop, { request, reason }) => decide(shop, request, 'REFUSED', reason),
  async receive(shop, { request: id, ...asked }) {
    const { order_id } = await getRequest(shop.db, id)
    const now = shop.now()
    await shop.db.transaction(async (tx) => {
      await lockOrder(tx, order_id)
      const request = await getRequest(tx, id)
      refuseState(request, (state) => state === 'ACCEPTED')
      const replacement_order_id = await receiveReturn(tx, request, asked, now)
      await updateRequest(tx, id, { state: 'RECEIVED', closed_at: now, replacement_order_id })
    })
    return showReturn(shop.db, id)
  },
}
