import type { Parts } from '@haat/contract/endpoint'
import type { Contract } from '@haat/contract'
import type { Order } from '@haat/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call, contract, download } from '../../api/client.ts'
import { addPhotos } from '../../api/photos.ts'
import { queryTo, useChange } from '../../api/query-client.ts'

const ORDERS_PER_PAGE = 6

export type OrderFilter = Pick<Parts<Contract['orders']['list']>['query'], 'show' | 'search'>

/** A page of the customer's orders, newest first. */
export const ordersQuery = (page: number, filter: OrderFilter = {}) => {
  const query = { page, limit: ORDERS_PER_PAGE, ...filter }
  return queryTo(['me', 'orders', query], contract.orders.list, { query })
}

const orderIn = ({ order }: { order: Order }): Order => order

export const trackedOrderQuery = (id: number, key: string) => ({
  ...queryTo(['tracked', id, key], contract.orders.track, { params: { id }, query: { key } }, orderIn),
  staleTime: 0,
})

export const orderQuery = (id: number) => ({
  ...queryTo(['me', 'order', id], contract.orders.get, { params: { id } }, orderIn),
  staleTime: 0,
})

/** Milliseconds between two requests while an order waits for its payment. */
export const POLL_DELAY = 5000

/** What the customer has asked to send back of an order, and what they still can. */
export const returnsQuery = (id: number) => ({
  ...queryTo(['me', 'order', id, 'returns'], contract.returns.list, { params: { id } }),
  staleTime: 0,
})

/** The address of a photo of a request, in this document alone: only a signed call gets the photo. */
export const photoQuery = (params: { id: number; request: number; photo: number }) =>
  queryOptions({
    queryKey: ['me', 'photo', params.photo],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await download(contract.returnPhotos.get, { params, signal })),
    staleTime: Infinity,
  })

/** Changes an order of the customer's; everything that shows orders is loaded again. */
const useOrderChange = <Variables, Result>(send: (variables: Variables) => Promise<Result>) =>
  useChange(send, ['me', 'order'], ['me', 'orders'])

export const useCancelOrder = (id: number) =>
  useOrderChange((body: Parts<Contract['orders']['cancel']>['body']) =>
    call(contract.orders.cancel, { params: { id }, body }),
  )

export const useRefundUpi = (id: number) =>
  useOrderChange((refund_upi: string) =>
    call(contract.orders.refundUpi, { params: { id }, body: { refund_upi } }),
  )

export const useConfirmOrder = (id: number) =>
  useOrderChange(() => call(contract.orders.confirm, { params: { id } }))

export type ReturnBody = Parts<Contract['returns']['request']>['body']

/** Asks to send something back, then adds the photos. @returns which photos were not taken, and why; null for none */
export const useRequestReturn = (id: number) =>
  useOrderChange(async ({ body, photos }: { body: ReturnBody; photos: readonly File[] }) => {
    const { request } = await call(contract.returns.request, { params: { id }, body })
    return sendPhotos(id, request.id, photos)
  })

/** Adds photos to a request. @returns which were not taken, and why; null for none */
export const useAddPhotos = (id: number, request: number) =>
  useOrderChange((photos: readonly File[]) => sendPhotos(id, request, photos))

export const useWithdrawReturn = (id: number, request: number) =>
  useOrderChange(() => call(contract.returns.withdraw, { params: { id, request } }))

const sendPhotos = (id: number, request: number, photos: readonly File[]) =>
  addPhotos(photos, (headers, body) =>
    call(contract.returnPhotos.add, { params: { id, request }, headers, body }),
  )
