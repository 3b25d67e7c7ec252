import type { Contract } from '@haat/contract'
import type { Parts } from '@haat/contract/endpoint'
import { keepPreviousData } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { addPhotos } from '../../api/photos.ts'
import { queryTo, useChange } from '../../api/query-client.ts'

/** Which reviews are wanted, and in which order. */
export type ReviewQuery = Parts<Contract['reviews']['list']>['query']

/** What buyers say of a product, and the shop's answers to questions. */
export const reviewsQuery = (id: number, query: ReviewQuery = {}) => ({
  ...queryTo(['catalog', 'reviews', id, query], contract.reviews.list, { params: { id }, query }),
  placeholderData: keepPreviousData,
})

/** The customer's own review of a product, and whether there may be one. */
export const ownReviewQuery = (id: number) =>
  queryTo(['me', 'review', id], contract.reviews.own, { params: { id } })

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
