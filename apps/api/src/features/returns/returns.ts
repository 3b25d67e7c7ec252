import type { Contract } from '@haat/contract'
import type { ReturnRequest } from '@haat/contract/returns'
import { itemName, LIMITS } from '@haat/contract/rules'
import { isOpenReturn } from '@haat/contract/return-rules'
import type { Download, Parts } from '@haat/contract/endpoint'
import { t } from '#say'
import type { Reader } from '../../db/database.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import { countAttempt, counter } from '../../http/rate-limits.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { privatePictureName } from '../media/media-urls.ts'
import { readPicture, storePhoto } from '../media/picture-upload.ts'
import { orderAlerts } from '../orders/order-alerts.ts'
import { findOrder, findOrderRow, type WholeOrder } from '../orders/orders.store.ts'
import { findPaidItem } from '../orders/returns.store.ts'
import { enqueueReturnMail, wantedText } from './return-mails.ts'
import {
  findRequests,
  findReturnTerms,
  insertPhoto,
  insertRequest,
  updateRequest,
  type WholeRequest,
} from './return-requests.store.ts'
import {
  deliveryBack,
  isPaidByHand,
  quantitiesOf,
  refundOf,
  returnableItems,
  type ReturnCase,
  whyNotReturnable,
} from './return-rules.ts'

type Asked = Parts<Contract['returns']['request']>['body']

export const returns: Handlers<Contract['returns']> = {
  async list({ params, customerId }, { db, now }) {
    const about = await readCase(db, customerId, params.id, now())
    const returnable = returnableItems(about)
    return {
      requests: about.requests.map((request) => toRequest(about.found, request)),
      returnable,
      delivery_back: deliveryBack(about.found, quantitiesOf(returnable), true),
      why_not: whyNotReturnable(about),
      refundable: about.paid.total_amount > 0,
      asks_upi: isPaidByHand(about),
    }
  },

  async request({ params, body, customerId }, shop) {
    const { db, now, config } = shop
    const id = await asCustomer(db, customerId, async (tx) => {
      const about = await readCase(tx, customerId, params.id, now())
      refuse(about, body)
      await countAttempt(tx, shop, [counter('returns', String(customerId), config.keys)])
      const { wish, reason, comment, refund_upi } = body
      const needsUpi = wish === 'refund' && isPaidByHand(about)
      const row = { ...{ wish, reason }, comment: comment || null, refund_upi: needsUpi ? refund_upi! : null }
      const items = body.items.map(({ order_item_id, quantity, variant_id = null }) => ({
        ...{ order_item_id, quantity },
        variant_id: wish === 'exchange' ? variant_id : null,
      }))
      const { id: order_id } = about.found.order
      const request = await insertRequest(tx, { ...row, order_id, requested_at: about.now }, items)
      await enqueueReturnMail(tx, request, 'requested')
      const alert = { alert: 'return_requested', order_id, amount: 0 } as const
      await orderAlerts.enqueue(tx, alert, `return_requested:${request}`)
      return request
    })
    const { found, request } = await readRequest(db, customerId, { id: params.id, request: id })
    return { request: toRequest(found, request) }
  },

  async withdraw({ params, customerId }, { db, now }) {
    const { found, request } = await asCustomer(db, customerId, async (tx) => {
      const { id, state } = (await readRequest(tx, customerId, params)).request
      if (state === 'RECEIVED' || state === 'REFUSED')
        throw conflict(t`This request is closed already: there is nothing to withdraw.`)
      if (isOpenReturn(state)) await updateRequest(tx, id, { state: 'WITHDRAWN', closed_at: now() })
      return readRequest(tx, customerId, params)
    })
    return { request: toRequest(found, request) }
  },
}

/** @throws Failure 404 */
export async function readPhoto(
  { media }: Pick<Shop, 'media'>,
  { photos }: WholeRequest,
  id: number,
): Promise<Download> {
  const photo = photos.find((one) => one.id === id)
  if (!photo) throw noSuch(t`Photo not found`)
  return { name: `photo-${id}.webp`, bytes: await readPicture(media, photo.media_url) }
}

export const returnPhotos: Handlers<Contract['returnPhotos']> = {
  get: async ({ params, customerId }, shop) =>
    readPhoto(shop, (await readRequest(shop.db, customerId, params)).request, params.photo),

  async add({ params, body, customerId }, { db, media }) {
    refusePhoto(await readRequest(db, customerId, params))
    const { found, request } = await storePhoto(media, body, privatePictureName(), (media_url) =>
      asCustomer(db, customerId, async (tx) => {
        const { id } = refusePhoto(await readRequest(tx, customerId, params))
        await insertPhoto(tx, id, media_url)
        return readRequest(tx, customerId, params)
      }),
    )
    return { request: toRequest(found, request) }
  },
}

/** @throws Failure 404 where there is no such order, or it is another's */
async function readCase(reader: Reader, customerId: number, id: number, now: Date) {
  const found = await findOrder(reader, customerId, id)
  if (!found) throw noSuch(t`Order not found`)
  const products = found.items.flatMap(({ product_id }) => product_id ?? [])
  const requests = await findRequests(reader, { order_id: found.order.id })
  const exchanged = found.items.find(({ replaces_item_id }) => replaces_item_id !== null)
  const paid = exchanged && (await findOrderRow(reader, (await findPaidItem(reader, exchanged)).order_id))
  return { found, paid: paid ?? found.order, requests, terms: await findReturnTerms(reader, products), now }
}

/** @throws Failure 404 where there is no such request, or it is another's */
async function readRequest(
  reader: Reader,
  customerId: number,
  { id: order_id, request: id }: { id: number; request: number },
) {
  const found = await findOrder(reader, customerId, order_id)
  const [request] = found ? await findRequests(reader, { id, order_id }) : []
  if (!found || !request) throw noSuch(t`Return request not found`)
  return { found, request }
}

/** @throws Failure 409 where a photo comes too late, or is one too many */
function refusePhoto({ request }: { request: WholeRequest }): WholeRequest {
  if (request.state !== 'REQUESTED') throw conflict(t`We have looked at this request already.`)
  if (request.photos.length >= LIMITS.return_photos)
    throw conflict(t`A request can have ${LIMITS.return_photos} photos.`)
  return request
}

const invalid = (path: string, message: string) =>
  badRequest(message, { code: 'INVALID_REQUEST', field: path })

/** @throws Failure 400 for what is not of the order or missing, 409 for what cannot be sent back */
function refuse(about: ReturnCase, { items, wish, reason, refund_upi }: Asked): void {
  const { found, paid } = about
  const whyNot = whyNotReturnable(about)
  if (whyNot !== null) throw conflict(whyNot, { code: 'NOT_RETURNABLE' })
  if (wish === 'refund' && paid.total_amount === 0)
    throw conflict(t`Nothing was paid for this order: please choose an exchange, or contact us.`)
  if (wish === 'refund' && isPaidByHand(about) && !refund_upi)
    throw invalid('refund_upi', t`Please enter the UPI id that your refund goes to`)
  if (new Set(items.map(({ order_item_id }) => order_item_id)).size < items.length)
    throw invalid('items', t`Please name each item once`)
  for (const [at, { order_item_id, quantity, variant_id }] of items.entries()) {
    const item = found.items.find(({ id }) => id === order_item_id)
    if (!item) throw invalid(`items.${at}`, t`This item is not part of the order`)
    const name = itemName(item)
    const returnable = returnableItems(about).find((one) => one.order_item_id === order_item_id)
    if (!returnable)
      throw conflict(
        t`${name} cannot be returned any more. If something is wrong with it, please contact us.`,
      )
    if (quantity > returnable.quantity)
      throw conflict(t`Of ${name}, you can return ${returnable.quantity} at most.`)
    const wanted = returnable.exchange_for
      .filter(({ is_same }) => !is_same || reason !== 'size')
      .find((one) => one.id === variant_id)
    if (wish === 'exchange' && !wanted)
      throw invalid(`items.${at}.variant_id`, t`Please choose what you want instead of ${name}`)
    if (wish === 'exchange' && wanted!.stock < quantity)
      throw conflict(
        t`${name} is not in stock as ${wanted!.variant_name}. Please choose another one, or a refund.`,
      )
  }
}

function toRequest(found: WholeOrder, request: WholeRequest): ReturnRequest {
  const { items, photos, replacement_order_id: order_id, ...row } = request
  const { replacement_number: order_number, replacement_status: order_status } = row
  return {
    ...row,
    refund: refundOf(found, request),
    photos: photos.map(({ id }) => id),
    replacement:
      order_id === null || order_number === null || order_status === null
        ? null
        : { order_id, order_number, order_status },
    items: items.map((item) => ({ ...item, wanted: item.variant_id === null ? null : wantedText(item) })),
  }
}
