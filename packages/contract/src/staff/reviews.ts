import * as z from 'zod/mini'
import { Id, Moment } from '../wire.ts'
import { act, each, field, flag, limit, line, optional, table, TextOrNull } from './act.ts'

const StaffReview = z.object({
  id: Id,
  state: z.enum(['PENDING', 'SHOWN', 'HIDDEN']),
  product_id: Id,
  product_name: z.string(),
  customer: z.string(),
  stars: z.int(),
  text: z.string(),
  ...each(TextOrNull, 'variant_name', 'answer'),
  helpful: z.int(),
  written_at: Moment,
  answered_at: z.nullable(Moment),
  /** Addresses of pictures. */
  photos: z.array(z.string()),
})
export type StaffReview = z.output<typeof StaffReview>

const StaffQuestion = z.object({
  id: Id,
  product_id: Id,
  ...each(z.string(), 'product_name', 'customer', 'text'),
  answer: TextOrNull,
  asked_at: Moment,
  answered_at: z.nullable(Moment),
})
export type StaffQuestion = z.output<typeof StaffQuestion>

const review = field(Id, 'number of the review')
const question = field(Id, 'number of the question')

export const staffReviews = {
  list: act('reviews list', {
    route: 'GET /api/desk/reviews',
    permission: ['products.read', 'reviews.write'],
    summary: 'list what buyers say, newest first',
    help: 'Example:\n  haat reviews list --state PENDING',
    input: {
      id: optional(Id, 'only this one'),
      state: optional(z.enum(['PENDING', 'SHOWN', 'HIDDEN']), 'only reviews in this state'),
      product: optional(Id, 'only those of this product'),
      unanswered: flag('only those that you have not answered'),
      limit: limit(50, 1000),
    },
    reply: table(StaffReview, ['id', 'state', 'stars', 'product_name', 'customer', 'text', 'written_at']),
  }),
  answer: act('reviews answer <review> <answer>', {
    route: 'POST /api/desk/reviews/{review}/answer',
    permission: 'reviews.write',
    summary: 'answer a review below its text, or replace the answer',
    help: 'Example:\n  haat reviews answer 7 "Thank you. We have mended the seal."',
    shown_by: 'list',
    undo: false,
    input: { review, answer: line(1000, 'your words, which everybody reads') },
    reply: StaffReview,
    said: ({ id }) => `Review ${id} is answered.`,
  }),
  approve: act('reviews approve <review>', {
    route: 'POST /api/desk/reviews/{review}/approve',
    permission: 'reviews.write',
    summary: 'show a review that waits for approval, or was hidden',
    // The opposite is one step away, and the rating follows.
    undo: false,
    input: { review },
    reply: StaffReview,
    said: ({ id }) => `Review ${id} is shown.`,
  }),
  hide: act('reviews hide <review>', {
    route: 'POST /api/desk/reviews/{review}/hide',
    permission: 'reviews.write',
    summary: 'take a review off its page: for insults and personal data, not for few stars',
    undo: false,
    input: { review },
    reply: StaffReview,
    said: ({ id }) => `Review ${id} is hidden.`,
  }),
}

export const staffQuestions = {
  list: act('questions list', {
    route: 'GET /api/desk/questions',
    permission: ['products.read', 'reviews.write'],
    summary: 'list what customers ask about products, newest first',
    help: 'Example:\n  haat questions list --open',
    input: {
      id: optional(Id, 'only this one'),
      open: flag('only those that wait for an answer'),
      limit: limit(50, 1000),
    },
    reply: table(StaffQuestion, ['id', 'product_name', 'customer', 'text', 'asked_at', 'answer']),
  }),
  answer: act('questions answer <question> <answer>', {
    route: 'POST /api/desk/questions/{question}/answer',
    permission: 'reviews.write',
    summary: "answer a question on the product's page and by mail, or correct the answer",
    help: 'Example:\n  haat questions answer 3 "Yes, it fits a 15-inch laptop."',
    shown_by: 'list',
    undo: false,
    input: { question, answer: line(1000, 'your words, which everybody reads') },
    reply: StaffQuestion,
    said: ({ id }) => `Question ${id} is answered.`,
  }),
  remove: act('questions remove <question>', {
    route: 'DELETE /api/desk/questions/{question}',
    permission: 'reviews.write',
    summary: 'delete a question, with its answer',
    undo: false,
    input: { question },
    reply: z.object({ id: Id }),
    said: ({ id }) => `Question ${id} is deleted.`,
  }),
}
