import type { Contract } from '@haat/contract'
import type { Parts } from '@haat/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { addPhotos } from '../../api/photos.ts'
import { queryTo, useChange } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'

export type ReviewQuery = Parts<Contract['reviews']['list']>['query']

export const reviewsQuery = (id: number, query: ReviewQuery = {}) => ({
  ...queryTo(['catalog', 'reviews', id, query], contract.reviews.list, { params: { id }, query }),
  placeholderData: keepPreviousData,
})

/** The customer's own review of a product, and whether there may be one; undefined for a guest. */
export function useOwnReview(id: number) {
  const query = queryTo(['me', 'review', id], contract.reviews.own, { params: { id } })
  return useQuery({ ...query, enabled: useSession() !== null }).data
}

const useReviewChange = <Variables, Result>(send: (variables: Variables) => Promise<Result>) =>
  useChange(send, ['catalog', 'reviews'], ['catalog', 'product'], ['me', 'review'])

/** Writes or changes the review. @returns which photos were not taken, and why; null for none */
export const useWriteReview = (id: number) =>
  useReviewChange(async ({ photos, ...body }: { stars: number; text: string; photos: readonly File[] }) => {
    await call(contract.reviews.write, { params: { id }, body })
    return addPhotos(photos, (headers, photo) =>
      call(contract.reviewPhotos.add, { params: { id }, headers, body: photo }),
    )
  })

export const useDeleteReview = (id: number) =>
  useReviewChange(() => call(contract.reviews.remove, { params: { id } }))

export const useAsk = (id: number) =>
  useReviewChange((text: string) => call(contract.reviews.ask, { params: { id }, body: { text } }))

export const useFindHelpful = () =>
  useReviewChange(({ review, helpful }: { review: number; helpful: boolean }) =>
    call(contract.reviews.helpful, { params: { id: review }, body: { helpful } }),
  )
