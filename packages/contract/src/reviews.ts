import * as z from 'zod/mini'
import { endpoint, photoUpload } from './endpoint.ts'
import { LIMITS, REVIEW_SORTS } from './rules.ts'
import { FlagText, Id, LooseIdText, Moment, ok, Paragraphs, WholeText } from './wire.ts'

export const Stars = z.int(/*i18n*/ 'Please choose one to five stars').check(z.minimum(1), z.maximum(5))

export const Review = z.object({
  id: Id,
  stars: z.int(),
  text: z.string(),
  /** First name and initial. */
  author: z.string(),
  /** What was bought, as a shopper calls it; null for a product without variants. */
  variant: z.nullable(z.string()),
  written_at: Moment,
  /** Addresses of pictures. */
  photos: z.array(z.string()),
  /** How many customers found it helpful. */
  helpful: z.int(),
  /** The shop's words. */
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Moment),
})
export type Review = z.output<typeof Review>

export const Question = z.object({
  id: Id,
  text: z.string(),
  author: z.string(),
  asked_at: Moment,
  answer: z.string(),
  answered_at: Moment,
})
export type Question = z.output<typeof Question>

/** What a customer wrote, with what nobody else sees of it. */
export const OwnReview = z.extend(Review, {
  /** `PENDING` until the shop has looked at it, `HIDDEN` if the shop took it away. */
  state: z.enum(['PENDING', 'SHOWN', 'HIDDEN']),
})
export type OwnReview = z.output<typeof OwnReview>
export type ReviewState = OwnReview['state']

const ofProduct = z.object({ id: LooseIdText })
const own = ok({ review: z.nullable(OwnReview) })

export const reviews = {
  list: endpoint('GET /api/products/{id}/reviews', {
    access: 'public',
    summary: 'What buyers say of a product, and what the shop answered to questions about it',
    params: ofProduct,
    query: z.object({
      page: z.optional(WholeText(1, LIMITS.page_max)),
      sort: z.optional(z.enum(REVIEW_SORTS)),
      stars: z.optional(WholeText(1, 5)),
      /** Whether only those with photos are wanted. */
      photos: z.optional(FlagText),
    }),
    reply: ok({
      reviews: z.array(Review),
      /** Of what is wanted. */
      total: z.int(),
      totalPages: z.int(),
      /** All reviews of the product by stars: of one to of five. */
      histogram: z.array(z.int()),
      /** The newest answers, on the first page. */
      questions: z.array(Question),
    }),
  }),
  own: endpoint('GET /api/products/{id}/review', {
    access: 'customer',
    summary:
      "The caller's review of a product, whether they may write one, which of the others they found helpful, and their questions without an answer",
    params: ofProduct,
    reply: ok({
      review: z.nullable(OwnReview),
      /** Whether a parcel with it was delivered to the caller. */
      may_write: z.boolean(),
      /** Ids of reviews of the product. */
      found_helpful: z.array(Id),
      /** What the caller asked about it, and the shop has not answered yet; the newest first. */
      open_questions: z.array(z.pick(Question, { id: true, text: true })),
    }),
  }),
  write: endpoint('PUT /api/products/{id}/review', {
    access: 'customer',
    summary: 'Write or change the review of a product that was delivered to the caller; 409 where none was',
    params: ofProduct,
    body: z.object({
      stars: Stars,
      text: Paragraphs(LIMITS.review_length, 0, /*i18n*/ 'Please say something about it'),
    }),
    reply: own,
    limit: 'reviews',
  }),
  remove: endpoint('DELETE /api/products/{id}/review', {
    access: 'customer',
    summary: "Delete the caller's review of a product, with its photos",
    params: ofProduct,
    reply: own,
  }),
  helpful: endpoint('POST /api/reviews/{id}/helpful', {
    access: 'customer',
    summary: "Say that somebody's review is helpful, or take that back",
    params: ofProduct,
    body: z.object({ helpful: z.boolean() }),
    reply: ok({ helpful: z.int() }),
    limit: 'reviews',
  }),
  ask: endpoint('POST /api/products/{id}/questions', {
    access: 'customer',
    summary: 'Ask the shop about a product: the answer comes by mail and is shown on its page',
    params: ofProduct,
    body: z.object({
      text: Paragraphs(LIMITS.question_length, 5, /*i18n*/ 'A question needs at least 5 letters'),
    }),
    reply: ok({ message: z.string() }),
    status: 201,
    limit: 'reviews',
  }),
}

export const reviewPhotos = {
  add: endpoint('POST /api/products/{id}/review/photos', {
    summary: "Add a photo (PNG, JPEG, WebP or AVIF, as the body) to the caller's review of a product",
    params: ofProduct,
    reply: own,
    ...photoUpload,
  }),
}
