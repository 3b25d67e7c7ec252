import type { Contract } from '@haat/contract'
import type { Parts } from '@haat/contract/endpoint'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { addPhotos } from '../../api/photos.ts'

/** Which reviews are wanted, and in which order. */
export type ReviewQuery = Parts<Contract['reviews']['list']>['query']

/** What buyers say of a product, and the shop's answers to questions. */
export const reviewsQuery = (id: number, query: ReviewQuery = {}) =>
  queryOptions({
    queryKey: ['catalog', 'reviews', id, query],
    queryFn: ({ signal }) => call(contract.reviews.list, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The customer's own review of a product, and whether there may be one. */
export const ownReviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['me', 'review', id],
    queryFn: ({ signal }) => call(contract.reviews.own, { params: { id }, signal }),
  })

function useReviewChange<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  const changed = [
    ['catalog', 'reviews'],
    ['catalog', 'product'],
    ['me', 'review'],
  ]
  return useMutation({
    mutationFn: send,
    onSettled: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

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

export const useFindHelpful = () =>
  useReviewChange(({ review, helpful }: { review: number; helpful: boolean }) =>
    call(contract.reviews.helpful, { params: { id: review }, body: { helpful } }),
  )

export const useAskQuestion = (id: number) =>
  useMutation({
    mutationFn: (text: string) => call(contract.reviews.ask, { params: { id }, body: { text } }),
  })
